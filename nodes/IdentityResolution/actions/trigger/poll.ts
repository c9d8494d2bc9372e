import type { Failure, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { flatRow, getAccount, readAccount } from '../../api/account';
import { readable } from '../../api/json';
import { isAccountLimit, ruleOf, type Reason } from '../../api/refusals';
import { unreadable } from '../../api/replies/reading';
import type { Limits } from '../../run/environment';
import { routeByBody } from '../../run/lookup';
import { stopOf } from '../../run/outcome';
import type { SettledRow } from '../../run/rows';
import { connectAndRun } from '../executeAccount';
import { ACCOUNT_LIMITS } from '../panel/settings';
import type { Job } from '../read/job';
import { explain, serviceMessage } from '../write/explanations';
import { errorOf, toNodeError, type ShownError } from '../write/rowErrors';
import { EVENTS, type ReadParameter } from './events';

/** At most 30 s in total, because n8n's scheduler allows a poll 36 s, and starts the next one after a minute. */
const PATIENCE: Limits = { ...ACCOUNT_LIMITS, maxRunTime: 20_000, maxWait: 10_000 };

/** What n8n keeps of a trigger between polls. */
interface StaticData {
	/** JSON of the event and its parameters. With others, a poll starts without a state. */
	polled?: string;
	/** Id of the account that the state belongs to; absent until an account shows its id. */
	account?: string;
	/** JSON of the state of the event. */
	state?: string;
	/** Why the last poll lacked data, until one has it or n8n restarts. */
	lacking?: string;
}

/**
 * Polls once: requests the account, compares it with the saved state, and saves the new state.
 * @returns the items of an event; `[[]]` if only the state changed; null if nothing did
 * @throws NodeApiError or NodeOperationError if a parameter is invalid, the service does not answer, or the account
 * lacks the data of the event (reported once until the data is back). The saved state does not change.
 */
export async function poll(host: IPollFunctions, connect: Job['connect']): Promise<INodeExecutionData[][] | null> {
	const fail = ({ failure, ...error }: PollError): never => {
		// Set directly, because older releases of n8n-workflow have no `failure` option.
		throw Object.assign(toNodeError(host.getNode(), { httpStatus: null, ...error }), failure && { failure });
	};
	const read: ReadParameter = (name) => host.getNodeParameter(name, null);
	const chosen = read('event');
	const event = EVENTS.find((one) => one.event === chosen);
	if (event === undefined) return fail(invalidSetting('The trigger has no such Event. Select the event again'));
	const decide = event.watch(read);
	if (typeof decide === 'string') return fail(invalidSetting(decide));

	const { rows } = await connectAndRun({ connect }, [routeByBody(getAccount)], PATIENCE);
	const [row] = rows;
	if (row.outcome.is !== 'found') return fail(unanswered(row));
	const { answer } = row.outcome;
	const account = readable(() => readAccount(answer.results));
	if (account === null)
		return fail(unanswered({ ...row, outcome: { is: 'failed', refusal: unreadable('the account', answer) } }));
	const { id, name } = account;
	const output = (items: readonly object[]) => [
		items.map((item) => ({ json: flatRow({ event: event.event, id, name, ...item }) })),
	];

	const isTest = host.getMode() === 'manual';
	// Read after the reply, because another poll may have fired the event while this one waited for it.
	const data: StaticData = isTest ? {} : host.getWorkflowStaticData('node');
	const polled = JSON.stringify([event.event, ...event.fields.map((field) => read(field.name))]);
	const isFirst = data.polled === undefined;
	const isSameAccount = id === null || data.account === undefined || id === data.account;
	const before: unknown = data.polled === polled && isSameAccount ? JSON.parse(data.state ?? 'null') : null;
	const decision = decide(account, before);
	if ('message' in decision) {
		// n8n retries a failed publication, so that the first poll must fail each time.
		if (!isFirst && data.lacking === decision.message) return null;
		data.lacking = decision.message;
		return fail(decision);
	}
	if (isTest) return output([decision.sample]);

	const state = JSON.stringify(decision.state);
	const isNew = data.polled !== polled || data.state !== state || !isSameAccount;
	delete data.lacking;
	Object.assign(data, { polled, state }, id !== null && { account: id });
	if (decision.items.length > 0) return output(decision.items);
	// n8n saves static data only with the items of a poll or at the end of an activation. Without `[[]]`, a restart
	// would lose the state. An execution without items ends at the trigger.
	return isNew && !isFirst ? [[]] : null;
}

/** Why a poll failed, and the cause from which n8n derives the next poll time, if it is known. */
type PollError = Omit<ShownError, 'httpStatus'> & Partial<Pick<ShownError, 'httpStatus'>> & { failure?: Failure };

const invalidSetting = (message: string): PollError => ({
	message,
	description: 'Correct it in the trigger, then publish the workflow again',
	failure: { cause: 'configuration-invalid' },
});

const NEXT_POLL = 'Nothing is lost: the next poll retries';

/** The error of a poll without an answer. Its text does not mention rows. */
function unanswered(row: SettledRow): PollError {
	const { message, description, httpStatus } = errorOf(row);
	const stop = stopOf(row.outcome);
	if (stop === null) return { message, description: NEXT_POLL };
	const { reason, retryAt, refusal } = stop;
	const shown = { httpStatus, failure: failureOf(reason, retryAt) };
	if (reason === 'run_time')
		return { ...shown, message: 'The service did not answer in time', description: NEXT_POLL };
	// Every account has this tool: if it is unknown, the address belongs to something else.
	if (reason === 'unknown_tool') {
		const address = explain({ reason: 'wrong_address' });
		return { ...shown, message: address.message + serviceMessage(refusal), description: address.remedy };
	}
	const isLasting = ['key', 'account'].includes(ruleOf(reason).fixedBy) || reason === 'unsent';
	return { ...shown, message, description: isLasting ? description : NEXT_POLL };
}

/** From the cause, n8n derives the next poll: every 30 minutes until the user fixes a credential or configuration. */
function failureOf(reason: Reason, retryAt: number | null): Failure {
	const { fixedBy } = ruleOf(reason);
	if (fixedBy === 'key') return { cause: 'credential-invalid' };
	if (fixedBy === 'account') return { cause: 'configuration-invalid' };
	const limit = reason === 'rate_limited' ? 'rate-limited' : 'quota-exhausted';
	return {
		cause: isAccountLimit(reason) ? limit : 'temporarily-unavailable',
		...(retryAt !== null && { resetsAtEpochMs: retryAt }),
	};
}
