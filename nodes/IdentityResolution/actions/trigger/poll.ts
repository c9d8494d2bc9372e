import type { Failure, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { type Account, getAccount, readAccount } from '../../api/account/account';
import { flatRow } from '../../api/account/cells';
import { readable } from '../../api/values/json';
import { isAccountLimit, ruleOf, type Reason } from '../../api/replies/refusals';
import { unreadable } from '../../api/replies/reading';
import type { Limits } from '../../service/environment';
import { routeByBody } from '../../run/route';
import { stopOf } from '../../service/outcome';
import type { SettledRow } from '../../run/rows';
import { connectAndRun } from '../executeAccount';
import { ACCOUNT_LIMITS } from '../panel/settings';
import type { Job } from '../read/job';
import { explain, serviceMessage } from '../write/explanations';
import { errorOf, toNodeError, type ShownError } from '../write/rowErrors';
import type { Decide, ReadParameter, TriggerEvent } from './event';
import { EVENTS } from './events';
import { TriggerMemory } from './memory';

/**
 * At most 30 s in total, because n8n's scheduler allows a poll 36 s, and starts the next one after
 * a minute.
 */
const PATIENCE: Limits = { ...ACCOUNT_LIMITS, maxRunTime: 20_000, maxWait: 10_000 };

/**
 * Polls once: requests the account, and compares it with what the trigger has seen.
 * @param now epoch ms
 * @returns the items of an event; null if there is none. `[[]]` would save the state, but start an
 * execution.
 * @throws NodeApiError or NodeOperationError if a parameter is invalid, the service does not
 * answer, or the account lacks the data of the event: at each publication, otherwise once per cause
 * and day. What was seen does not change.
 */
export async function poll(
	host: IPollFunctions,
	connect: Job['connect'],
	now: () => number,
): Promise<INodeExecutionData[][] | null> {
	const look = await lookAtAccount(host, connect);
	// Read after the reply, because another poll may have fired the event while this one waited for
	// it.
	const memory = host.getMode() === 'manual' ? null : new TriggerMemory(host);
	if ('message' in look) return reportFailure(host, memory, look, now());
	const { event, decide, account } = look;
	const { id, name } = account;
	const decision = decide(account, memory?.before(id, event), now());
	if ('message' in decision) return reportFailure(host, memory, decision, now());
	const output = (items: readonly object[]) => [
		items.map((item) => ({ json: flatRow({ event: event.event, id, name, ...item }) })),
	];
	if (memory === null) return output([decision.sample]);
	memory.endActivation('answered');
	memory.remember(id, event, decision.state);
	logEnded(host, memory.endOthers(null, now()));
	if (decision.notice !== undefined) host.logger.warn(textFor(host, decision.notice));
	return decision.items.length > 0 ? output(decision.items) : null;
}

/**
 * Ends a poll that failed.
 * @param memory null for a test event
 * @throws the failure, if it is news
 */
function reportFailure(
	host: IPollFunctions,
	memory: TriggerMemory | null,
	failure: PollError,
	now: number,
): null {
	const { cause = failure.message, failure: hostCause, ...shown } = failure;
	// Set directly, because older releases of n8n-workflow have no `failure` option.
	const nodeError = toNodeError(host.getNode(), { httpStatus: null, ...shown });
	const error = Object.assign(nodeError, hostCause && { failure: hostCause });
	if (memory === null) throw error;
	if (memory.isActivation && memory.isAfterStart) {
		// n8n would give up the trigger after a few attempts. The next poll reports the failure.
		host.logger.warn(textFor(host, failure.message));
		memory.endActivation('failed');
		return null;
	}
	// n8n retries a failed publication.
	if (memory.isActivation) throw error;
	logEnded(host, memory.endOthers(cause, now));
	if (memory.isNews(cause, now)) throw error;
	return null;
}

const textFor = (host: IPollFunctions, text: string) => `${host.getNode().name}: ${text}`;

function logEnded(host: IPollFunctions, causes: readonly string[]): void {
	for (const cause of causes)
		host.logger.info(textFor(host, `Polls no longer end with: ${cause}`));
}

/** What a poll knows about the account, or why it knows nothing. */
type Look = { event: TriggerEvent; decide: Decide; account: Account } | PollError;

async function lookAtAccount(host: IPollFunctions, connect: Job['connect']): Promise<Look> {
	const read: ReadParameter = (name) => host.getNodeParameter(name, null);
	const chosen = read('event');
	const event = EVENTS.find((one) => one.event === chosen);
	if (event === undefined)
		return invalidSetting('The trigger has no such Event. Select the event again');
	const decide = event.watch(read);
	if (typeof decide === 'string') return invalidSetting(decide);
	const { rows } = await connectAndRun({ connect }, [routeByBody(getAccount)], PATIENCE);
	const [row] = rows;
	if (row.outcome.is !== 'found') return unanswered(row);
	const { answer } = row.outcome;
	const account = readable(() => readAccount(answer.results));
	if (account !== null) return { event, decide, account };
	return unanswered({
		...row,
		outcome: { is: 'failed', refusal: unreadable('the account', answer) },
	});
}

/** Why a poll failed. */
interface PollError {
	message: string;
	description: string;
	httpStatus?: ShownError['httpStatus'];
	/** From it, n8n derives the next poll time. */
	failure?: Failure;
	/**
	 * What is reported once; the message, if absent. Unlike the message, it has no words of the
	 * service.
	 */
	cause?: string;
}

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
	const failure = failureOf(reason, retryAt);
	// An unreliable service has several symptoms, but one cause.
	const { message: cause } = ruleOf(
		failure.cause === 'temporarily-unavailable' ? 'service_down' : reason,
	);
	const shown = { httpStatus, failure, cause };
	if (reason === 'run_time')
		return { ...shown, message: 'The service did not answer in time', description: NEXT_POLL };
	// Every account has this tool: if it is unknown, the address belongs to something else.
	if (reason === 'unknown_tool') {
		const address = explain({ reason: 'wrong_address' });
		return {
			...shown,
			message: address.message + serviceMessage(refusal),
			description: address.remedy,
		};
	}
	const isLasting = ['key', 'account'].includes(ruleOf(reason).fixedBy) || reason === 'unsent';
	return { ...shown, message, description: isLasting ? description : NEXT_POLL };
}

/**
 * From the cause, n8n derives the next poll: every 30 minutes until the user fixes a credential or
 * configuration.
 */
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
