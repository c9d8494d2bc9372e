import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { field, toText } from '../../api/json';
import { deferAll, run } from '../../run/run';
import type { Limits } from '../../run/limits';
import type { Route } from '../../run/lookup';
import { ACCOUNT_LIMITS } from '../account/accountLimits';
import type { Responses, BoundEvent } from './events/event';
import { findEvent } from './events/events';
import type { Job } from '../job';
import { toNodeError } from '../messages/nodeErrors';
import { invalidSetting, unanswered, missingData, type PollError } from './pollErrors';
import { isRepeatedFailure, isPolled, savePollState, loadPollState, type PollState } from './pollState';

/** ms per request. */
const TIMEOUT = 10_000;

/** At most 30 s in total, because n8n's scheduler allows a poll 36 s, and starts the next one after a minute. */
const PATIENCE: Limits = { ...ACCOUNT_LIMITS, maxRunTime: 20_000, maxWait: 10_000, retries: 2 };

/**
 * Polls once: requests the account, compares it with the saved state, and saves the new state.
 * @returns the items of an event; `[[]]` if only the state changed; null if nothing did
 * @throws NodeApiError or NodeOperationError if a parameter is invalid, the service does not answer, or the account
 * lacks the data of the event (reported once until the data is back). The saved state does not change.
 */
export async function poll(host: IPollFunctions, connect: Job['connect']): Promise<INodeExecutionData[][] | null> {
	const node = host.getNode();
	const fail = ({ error, failure }: PollError): never => {
		// Set directly, because older releases of n8n-workflow have no `failure` option.
		throw Object.assign(toNodeError(node, error), failure && { failure });
	};
	const chosen = findEvent(host.getNodeParameter('event'));
	if (chosen === undefined) return fail(invalidSetting('The trigger has no such Event. Select the event again'));
	const event = chosen.bind((name) => host.getNodeParameter(name, null));
	if (event.is === 'invalid') return fail(invalidSetting(event.why));

	if (host.getMode() === 'manual') {
		const answer = await fetchResponses(event.route(null, 'sample'), event, connect);
		if (answer.is === 'unanswered') return fail(answer.error);
		const sample = event.sample(answer.responses);
		return sample.is === 'missing_data' ? fail(missingData(sample)) : [[{ json: sample.item }]];
	}

	const data = host.getWorkflowStaticData('node');
	const settings = JSON.stringify({ event: chosen.event, ...event.settings });
	const answer = await fetchResponses(event.route(loadPollState(data, settings)?.data, 'poll'), event, connect);
	if (answer.is === 'unanswered') return fail(answer.error);
	// Read the state again: another poll may have fired the event while this one waited for its reply.
	const before = loadPollState(data, settings);
	const account = toText(field(answer.responses[0], 'id')) ?? before?.account ?? null;
	const decision = event.decide(isOfSame(before, account) ? before?.data : undefined, answer.responses);
	const isFirst = !isPolled(data);
	// n8n retries a failed publication, so that the first poll must fail each time.
	if (decision.is === 'missing_data')
		return !isFirst && isRepeatedFailure(data, decision.message) ? null : fail(missingData(decision));

	const isNew = savePollState(data, { settings, account, data: decision.state });
	if (decision.items.length > 0) return [decision.items.map((json) => ({ json }))];
	// n8n saves static data only with the items of a poll or at the end of an activation. Without `[[]]`, a restart
	// would lose the state. An execution without items ends at the trigger.
	return isNew && !isFirst ? [[]] : null;
}

/** Whether the state belongs to this account. */
const isOfSame = (before: PollState | null, account: string | null) =>
	before === null || before.account === null || before.account === account;

type Fetched = { is: 'answered'; responses: Responses } | { is: 'unanswered'; error: PollError };

async function fetchResponses(route: Route, event: BoundEvent, connect: Job['connect']): Promise<Fetched> {
	const connection = await connect(TIMEOUT);
	const { rows } =
		connection.is === 'ready' ? await run([route], PATIENCE, connection.env) : deferAll([route], connection.stop);
	const [{ outcome, steps }] = rows;
	const inactive =
		outcome.is === 'deferred' && outcome.stop.reason === 'account_inactive' ? event.whenInactive() : undefined;
	if (inactive !== undefined) return { is: 'answered', responses: [inactive] };
	const [first, ...further] = steps.map((step) => (step.outcome.is === 'found' ? step.outcome.answer.results : null));
	return outcome.is === 'found'
		? { is: 'answered', responses: [first, ...further] }
		: { is: 'unanswered', error: unanswered(outcome) };
}
