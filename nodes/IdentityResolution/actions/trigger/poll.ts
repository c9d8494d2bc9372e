import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';
import { readBody } from '../../api/identifiers/body';
import { getAccount, readAccount } from '../../api/account/account';
import type { Limits } from '../../run/environment';
import { lookupOf, singleLookup } from '../../run/lookup';
import type { Outcome } from '../../run/outcome';
import { deferAll, run } from '../../run/run';
import { ACCOUNT_LIMITS } from '../panel/settings';
import type { Job } from '../read/job';
import { toNodeError } from '../write/rowErrors';
import { findEvent } from './events';
import { invalidSetting, missingData, type PollError, unanswered } from './pollErrors';

/** ms per request. */
export const POLL_TIMEOUT = () => 10_000;

/** At most 30 s in total, because n8n's scheduler allows a poll 36 s, and starts the next one after a minute. */
const PATIENCE: Limits = { ...ACCOUNT_LIMITS, maxRunTime: 20_000, maxWait: 10_000 };

/**
 * Polls once: requests the account, compares it with the saved state, and saves the new state.
 * @returns the items of an event; `[[]]` if only the state changed; null if nothing did
 * @throws NodeApiError or NodeOperationError if a parameter is invalid, the service does not answer, or the account
 * lacks the data of the event (reported once until the data is back). The saved state does not change.
 */
export async function poll(host: IPollFunctions, connect: Job['connect']): Promise<INodeExecutionData[][] | null> {
	const node = host.getNode();
	const fail = ({ failure, ...error }: PollError): never => {
		// Set directly, because older releases of n8n-workflow have no `failure` option.
		throw Object.assign(toNodeError(node, error), failure && { failure });
	};
	const event = findEvent(host.getNodeParameter('event'));
	if (event === undefined) return fail(invalidSetting('The trigger has no such Event. Select the event again'));
	const watch = event.watch((name) => host.getNodeParameter(name, null));
	if (watch.is === 'invalid') return fail(invalidSetting(watch.why));

	const fetched = await fetchAccount(connect);
	if (fetched.is !== 'found') return fail(unanswered(fetched));
	const account = readAccount(fetched.answer.results);

	if (host.getMode() === 'manual') {
		const decision = watch.decide(account, null);
		return decision.is === 'missing_data' ? fail(missingData(decision)) : [[{ json: decision.sample }]];
	}

	const data = host.getWorkflowStaticData('node');
	const settings = JSON.stringify({ event: event.event, ...watch.settings });
	// Read after the reply, because another poll may have fired the event while this one waited for it.
	const before = loadState(data, settings);
	const id = account.id ?? before?.account ?? null;
	const decision = watch.decide(account, before?.account === null || before?.account === id ? before.data : null);
	const isFirst = data[KEY] === undefined;
	// n8n retries a failed publication, so that the first poll must fail each time.
	if (decision.is === 'missing_data')
		return !isFirst && isRepeatedFailure(data, decision.message) ? null : fail(missingData(decision));

	const isNew = saveState(data, { settings, account: id, data: decision.state });
	if (decision.items.length > 0) return [decision.items.map((json) => ({ json }))];
	// n8n saves static data only with the items of a poll or at the end of an activation. Without `[[]]`, a restart
	// would lose the state. An execution without items ends at the trigger.
	return isNew && !isFirst ? [[]] : null;
}

/** Requests the account, which is free. */
async function fetchAccount(connect: Job['connect']): Promise<Outcome> {
	const routes = [singleLookup(lookupOf(getAccount, readBody({}), 'without'))];
	const connection = await connect();
	const { rows } =
		connection.is === 'ready' ? await run(routes, PATIENCE, connection.env) : deferAll(routes, connection.stop);
	return rows[0].outcome;
}

/** The keys of the trigger's static data. */
const KEY = 'polled';
const LAST_FAILURE = 'lastFailure';

/**
 * The state between polls: the event and its settings, the id of the account, null if it was not reported, and the
 * state of the event, as JSON. Other settings start without a state.
 */
const STATE = z.object({ settings: z.string(), account: z.string().nullable(), data: z.unknown() });
type State = z.infer<typeof STATE>;

/** Returns the state of an earlier poll with these settings; null if there is none. */
function loadState(data: IDataObject, settings: string): State | null {
	const kept = STATE.safeParse(withoutMarks(data[KEY])).data;
	return kept?.settings === settings ? kept : null;
}

/** Saves the state. @returns whether it changed */
function saveState(data: IDataObject, state: State): boolean {
	delete data[LAST_FAILURE];
	const kept = state as IDataObject;
	if (JSON.stringify(data[KEY]) === JSON.stringify(kept)) return false;
	data[KEY] = kept;
	return true;
}

/**
 * Saves the reason of a failed poll, until a poll succeeds or n8n restarts.
 * @returns whether the last poll failed for the same reason
 */
function isRepeatedFailure(data: IDataObject, why: string): boolean {
	if (data[LAST_FAILURE] === why) return true;
	data[LAST_FAILURE] = why;
	return false;
}

/** Removes the hidden marks that n8n adds to objects in static data. */
const withoutMarks = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
