import type { Cell } from './cells';
import { isForContract } from './operations';
import type { Mode } from './endpoints';
import type { Effect } from './faults';

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
const ACCOUNT: Bounds = { concurrency: 1, maxWait: 60 * SECOND };

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

/** The lookups that probe the tool fail, and the rest is deferred. */
const FAILS: readonly Outcome[] = ['failed', 'deferred'];

const OUTCOMES: Record<Effect, Record<Mode, readonly Outcome[]>> = {
	none: { first: ['answered'], always: ['answered'] },
	unsent: { first: ['answered'], always: FAILS },
	lost: { first: ['answered'], always: FAILS },
	oversized: { first: ['answered', 'failed'], always: FAILS },
	unavailable: { first: ['answered'], always: FAILS },
	// The node sends the other lookups all the same.
	refused: { first: ['answered', 'failed'], always: ['failed'] },
	// Requests in flight are answered; the rest is not sent.
	redirected: { first: ['answered', 'failed', 'deferred'], always: FAILS },
	rate_limited: { first: ['answered'], always: ['deferred'] },
	window_closed: { first: ['answered', 'deferred'], always: ['deferred'] },
};

const outcomesOf = ({ fault, mode }: Cell) => OUTCOMES[fault.effect][mode];

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

/** A part of the reason of rows that failed; null if the fault makes none fail. */
export const REASONS: Record<Effect, string | null> = {
	none: null,
	unsent: 'There is no connection to the service',
	lost: 'The answer of the service did not arrive or could not be read',
	oversized: 'The answer of the service did not arrive or could not be read',
	unavailable: 'The service is temporarily unavailable',
	refused: 'The service refused this value',
	redirected: 'The Base URL does not lead to the service',
	rate_limited: null,
	window_closed: null,
};

/** A part of the reason of deferred rows on the error output, if no row was answered; null if there are none. */
export const CONDITIONS: Record<Effect, string | null> = {
	none: null,
	unsent: 'The service is unavailable',
	lost: 'The service is unavailable',
	oversized: 'The service is unavailable',
	unavailable: 'The service is unavailable',
	refused: null,
	redirected: 'The Base URL does not lead to the service',
	rate_limited: null,
	window_closed: null,
};

/** Refusals in a row after which a run stops. */
const MAX_REFUSALS = 8;

/** Number of pauses, each a second longer than the one before, that fit into `maxWait`. */
function pausesWithin(maxWait: number): number {
	let pauses = 0;
	for (let waited = SECOND; waited <= maxWait && pauses < MAX_REFUSALS; waited += (pauses + 1) * SECOND) pauses += 1;
	return pauses;
}

/** Maximum number of requests that carry the same lookup, by the table of `docs/errors.md`. */
export function maxAttempts(cell: Cell): number {
	const { maxWait } = boundsOf(cell);
	const halvings = Math.ceil(Math.log2(cell.operation.batch));
	const attempts: Record<Effect, number> = {
		none: 1,
		unsent: 0,
		lost: 2,
		oversized: 1,
		unavailable: 1 + RETRIES + halvings,
		refused: 1 + halvings,
		redirected: 1,
		rate_limited: 1 + pausesWithin(maxWait),
		window_closed: 1,
	};
	return attempts[cell.fault.effect];
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
