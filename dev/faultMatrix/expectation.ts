import type { Cell } from './cells';
import { isForContract } from './operations';

export const STATUSES = ['found', 'not_found', 'skipped', 'invalid', 'failed', 'deferred'] as const;
/** The status that an item reports; `error`: it is on the error output; `unmarked`: it reports none. */
export type Status = (typeof STATUSES)[number] | 'error' | 'unmarked';

/** The limits of a run. Times are ms. */
export interface Bounds {
	concurrency: number;
	maxWait: number;
}

const SECOND = 1_000;
/** Max Wait is so long that the account check and the tools of *Resolve* may be refused once each. */
export const USUAL: Bounds = { concurrency: 2, maxWait: 4 * SECOND };
/** The node's own limits: account operations have no settings for them. */
const ACCOUNT: Bounds = { concurrency: 1, maxWait: 120 * SECOND };

/** A tool that the service lacks gives no answer, so that the waits for three tools in a row add up. */
const LACKING_TOOLS: Bounds = { ...USUAL, maxWait: 7 * SECOND };

export function boundsOf({ operation }: Cell): Bounds {
	if (operation.kind === 'account') return ACCOUNT;
	return isForContract(operation) ? LACKING_TOOLS : USUAL;
}

/** Retries of a failure that is not charged. */
const RETRIES = 3;

/** Time after which the node gives up a request with so many lookups, ms. */
const timeoutOf = (lookups: number): number => (60 + lookups) * SECOND;

/**
 * How many times as fast the node's time passes in a cell. The real time-out is one second if no response arrives
 * anyway, and ten seconds if others must arrive in time.
 */
export const speedOf = ({ fault, mode }: Cell): number => (!fault.timesOut ? 1 : mode === 'always' ? 60 : 6);

/** `answered`: as in the baseline. */
type Outcome = 'answered' | 'failed' | 'deferred';

/** What a fault means for the node. */
interface Rule {
	/** Allowed outcomes of rows that need a lookup, by mode. */
	first: readonly Outcome[];
	always: readonly Outcome[];
	/** Maximum number of requests that carry the same lookup, by the table of `docs/errors.md`. */
	attempts: number | ((batch: number, maxWait: number) => number);
	/** A part of the reason of rows that failed; undefined if the fault makes none fail. */
	reason?: string;
	/** A part of the reason of deferred rows on the error output, if no row was answered. */
	condition?: string;
}

const ANSWERED: readonly Outcome[] = ['answered'];
/** The lookups that probe the tool fail, and the rest is deferred. */
const FAILS: readonly Outcome[] = ['failed', 'deferred'];
const UNREADABLE = 'The answer of the service did not arrive or could not be read';
const DOWN = 'The service is unavailable';
const ELSEWHERE = 'The Base URL does not lead to the service';

const halvings = (batch: number) => Math.ceil(Math.log2(batch));

const RULES = {
	/** The response is valid. */
	none: { first: ANSWERED, always: ANSWERED, attempts: 1 },
	/** No request reaches the service. */
	unsent: {
		...{ first: ANSWERED, always: FAILS, attempts: 0 },
		...{ reason: 'There is no connection to the service', condition: DOWN },
	},
	/** The service may have charged, but the response is missing or unreadable. */
	lost: { first: ANSWERED, always: FAILS, attempts: 2, reason: UNREADABLE, condition: DOWN },
	/** As `lost`, but the response would be as large again. */
	oversized: { first: ['answered', 'failed'], always: FAILS, attempts: 1, reason: UNREADABLE, condition: DOWN },
	/** The service failed and charged nothing. */
	unavailable: {
		...{ first: ANSWERED, always: FAILS, attempts: (batch) => 1 + RETRIES + halvings(batch) },
		...{ reason: 'The service is temporarily unavailable', condition: DOWN },
	},
	/** The service rejects this lookup. The node sends the others all the same. */
	refused: {
		...{ first: ['answered', 'failed'], always: ['failed'], attempts: (batch) => 1 + halvings(batch) },
		reason: 'The service refused this value',
	},
	/** The service is at another address, which the node must not follow. Requests in flight are answered. */
	redirected: {
		...{ first: ['answered', 'failed', 'deferred'], always: FAILS, attempts: 1 },
		...{ reason: ELSEWHERE, condition: ELSEWHERE },
	},
	/** The service asks for a short wait. */
	rate_limited: { first: ANSWERED, always: ['deferred'], attempts: (_, maxWait) => 1 + pausesWithin(maxWait) },
	/** The service asks for a longer wait than the run allows. */
	window_closed: { first: ['answered', 'deferred'], always: ['deferred'], attempts: 1 },
} satisfies Record<string, Rule>;

export type Effect = keyof typeof RULES;

export const ruleOf = ({ fault }: Cell): Rule => RULES[fault.effect];

const outcomesOf = (cell: Cell) => ruleOf(cell)[cell.mode];

/** Allowed statuses of rows that need a lookup. An account operation that is deferred has no data to return. */
export const allowedStatuses = (cell: Cell): Set<Status> =>
	new Set(
		outcomesOf(cell).flatMap((outcome): Status[] => {
			if (outcome === 'answered') return ['found', 'not_found'];
			const isError = outcome === 'failed' || cell.operation.kind === 'account';
			return [isError && cell.onError === 'continueErrorOutput' ? 'error' : outcome];
		}),
	);

/**
 * Whether the node may throw if no row has an answer. A deferred row is no error, unless the account itself was
 * requested.
 */
export const mayThrow = (cell: Cell): boolean =>
	cell.onError === 'stopWorkflow' &&
	outcomesOf(cell).some(
		(outcome) => outcome === 'failed' || (outcome === 'deferred' && cell.operation.kind === 'account'),
	);

/** Refusals in a row after which a run stops. */
const MAX_REFUSALS = 8;

/** Number of pauses, each a second longer than the one before, that fit into `maxWait`. */
function pausesWithin(maxWait: number): number {
	let pauses = 0;
	for (let waited = SECOND; waited <= maxWait && pauses < MAX_REFUSALS; waited += (pauses + 1) * SECOND) pauses += 1;
	return pauses;
}

export function maxAttempts(cell: Cell): number {
	const { attempts } = ruleOf(cell);
	return typeof attempts === 'number' ? attempts : attempts(cell.operation.batch, boundsOf(cell).maxWait);
}

/** ms that a busy machine may need in addition. */
const SLACK = 45 * SECOND;
/** Maximum wait before a retry, ms. */
const BACKOFF = 4 * SECOND;

/** Maximum real time of the run, ms. */
export function maxTime(cell: Cell): number {
	const { fault, operation } = cell;
	const { concurrency, maxWait } = boundsOf(cell);
	// Attempts that reach no server are not counted, but take time.
	const attempts = fault.effect === 'unsent' ? 1 + RETRIES : maxAttempts(cell);
	const rounds = Math.ceil(operation.lookups / concurrency) * attempts;
	const waits = fault.effect === 'rate_limited' ? operation.tools.length * maxWait : rounds * BACKOFF;
	return SLACK + (waits + (fault.timesOut ? rounds * timeoutOf(operation.batch) : 0)) / speedOf(cell);
}
