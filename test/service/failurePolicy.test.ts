import type { Refusal } from '../../nodes/IdentityResolution/api/replies/envelope';
import type { Reason } from '../../nodes/IdentityResolution/api/replies/refusals';
import {
	decideFailure,
	errorBackoff,
	type FailureContext,
	type FailureDecision,
} from '../../nodes/IdentityResolution/service/failurePolicy';
import type { Request } from '../../nodes/IdentityResolution/service/request';
import { people } from '../support/run/lookups';
import { namesIn, retryOf } from '../support/run/requests';

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1_000;
const ALMOST_ONE = 1 - Number.EPSILON;
const MAX_RETRIES = 3;

describe('errorBackoff', () => {
	it.each([
		[0, 0, 500],
		[1, 0, 1_000],
		[4, 0, 8_000],
		[5, 0, 8_000],
		[2_000, 0, 8_000],
		[2, 0.5, 1_750],
		[2, ALMOST_ONE, 1_500],
	])('after %i failures, shortened by jitter (random: %d), is %i ms', (failures, random, ms) => {
		expect(errorBackoff(failures, () => random)).toBeCloseTo(ms, 6);
	});
});

/** A failed request, and what depends on its run. The default is the first attempt at one lookup. */
interface Failure extends Partial<Pick<Request, 'errorCount' | 'lostCount' | 'failingSince'>> {
	size?: number;
	refusal?: Partial<Refusal>;
	run?: Partial<FailureContext>;
}

/** The lookups that are sent again, a list for each request, and what all of the requests have in common. */
interface Retried extends Partial<Request> {
	parts: string[][];
	isLast: boolean;
}

function decisionOn(reason: Reason, { size = 1, refusal, run, ...request }: Failure): Retried | FailureDecision {
	const refused = { reason, httpStatus: 500, code: null, message: null, retryAfter: null, ...refusal };
	const context = { now: NOW, deadline: Infinity, isBrownOut: false, random: () => 0, ...run };
	const decision = decideFailure(refused, retryOf(size, request), { limits: { maxWait: 60_000 }, ...context });
	if (decision.do !== 'retry') return decision;
	const { parts, isLast } = decision;
	const [{ entries: _entries, ...shared }, ...others] = parts;
	for (const one of others) expect(one).toMatchObject(shared);
	return { parts: parts.map((part) => namesIn(part) ?? []), isLast, ...shared };
}

/** @param sizes lookups of each request that is sent again, together those of the failed one, in order */
function retried(sizes: number[], after: number, set: Partial<Retried> = {}): Partial<Retried> {
	const names = people(sizes.reduce((sum, size) => sum + size, 0));
	const parts = sizes.map((size) => names.splice(0, size));
	return { parts, notBefore: NOW + after, errorCount: 0, lostCount: 0, isLast: false, ...set };
}

const GIVEN_UP: FailureDecision = { do: 'give_up' };
/** Halves of a batch have no retries left. */
const halved = (sizes: number[], isLast = false) =>
	retried(sizes, 500, { errorCount: MAX_RETRIES + 1, failingSince: null, isLast });

describe.each(['internal_error', 'unsent'] as const)('a failure that is never charged (%s)', (reason) => {
	it.each<[string, Failure, object]>([
		['is retried after half a second', {}, retried([1], 500, { errorCount: 1, failingSince: NOW })],
		['is retried as the same batch', { size: 100 }, retried([100], 500, { errorCount: 1, failingSince: NOW })],
		[
			'is retried with exponential backoff, up to 25 % earlier with jitter',
			{ errorCount: 2, failingSince: NOW - 9, run: { random: () => 0.8 } },
			retried([1], 1_600, { errorCount: 3, failingSince: NOW - 9 }),
		],
		['is given up without retries left', { errorCount: MAX_RETRIES }, GIVEN_UP],
		['is retried after a loss', { lostCount: 1 }, retried([1], 500, { errorCount: 1, lostCount: 1 })],
		[
			'is retried after a Retry-After that is longer',
			{ refusal: { retryAfter: 60_000 } },
			retried([1], 60_000, { errorCount: 1 }),
		],
		['is not retried earlier than that', { refusal: { retryAfter: 499 } }, retried([1], 500, { errorCount: 1 })],
		[
			'closes the tool if Retry-After exceeds Max Wait',
			{ refusal: { retryAfter: 60_001 } },
			{ do: 'close_tool', retryAfter: 60_001 },
		],
		[
			'closes the tool if Retry-After ends at the deadline',
			{ refusal: { retryAfter: SECOND }, run: { deadline: NOW + SECOND } },
			{ do: 'close_tool', retryAfter: SECOND },
		],
	])('%s', (_says, failure, decision) => {
		expect(decisionOn(reason, failure)).toMatchObject(decision);
	});
});

describe('a lookup without retries left, in a brown-out', () => {
	const failing = (seconds: number, { isBrownOut = true, size = 1 } = {}): Failure => ({
		...{ size, errorCount: 5, failingSince: NOW - seconds * SECOND },
		run: { isBrownOut },
	});

	it.each<[string, Failure, object]>([
		['is retried later', failing(20), retried([1], 8_000, { errorCount: 6 })],
		['is retried within a minute of its first failure', failing(52), retried([1], 8_000, { errorCount: 6 })],
		['is given up after that', failing(52.001), GIVEN_UP],
		['is given up if the tool is answering nobody', failing(20, { isBrownOut: false }), GIVEN_UP],
		['is split first if it is a batch', failing(20, { size: 2 }), halved([1, 1], true)],
	])('%s', (_says, failure, decision) => {
		expect(decisionOn('internal_error', failure)).toMatchObject(decision);
	});
});

describe('a batch without retries left', () => {
	it.each<[string, Reason, Failure, object]>([
		[
			'is split after a 500, because one lookup may be the cause',
			'internal_error',
			{ size: 100 },
			halved([50, 50]),
		],
		[
			'is split again as a part, which shows that the tool fails',
			'internal_error',
			{ size: 51, errorCount: MAX_RETRIES + 1 },
			halved([26, 25], true),
		],
		['is given up as a part of one lookup', 'internal_error', { errorCount: MAX_RETRIES + 1 }, GIVEN_UP],
		['is given up without a connection, because no lookup is the cause', 'unsent', { size: 100 }, GIVEN_UP],
	])('%s', (_says, reason, failure, decision) => {
		expect(decisionOn(reason, { errorCount: MAX_RETRIES, ...failure })).toMatchObject(decision);
	});
});

describe('a lost answer, which may have been charged', () => {
	it.each<[string, Failure, object]>([
		[
			'of a batch is retried as single lookups, because one may be the cause',
			{ size: 3, errorCount: 1 },
			retried([1, 1, 1], 500, { errorCount: 1, lostCount: 1, failingSince: null }),
		],
		[
			'is retried up to 25 % earlier with jitter',
			{ run: { random: () => 0.8 } },
			retried([1], 400, { lostCount: 1 }),
		],
		['is given up after a second lost answer', { lostCount: 1 }, GIVEN_UP],
		['is given up if it would be lost again', { refusal: { final: true } }, GIVEN_UP],
		[
			'is retried after other failures',
			{ errorCount: MAX_RETRIES },
			retried([1], 500, { errorCount: MAX_RETRIES, lostCount: 1 }),
		],
	])('%s', (_says, failure, decision) => {
		expect(decisionOn('lost', failure)).toMatchObject(decision);
	});
});
