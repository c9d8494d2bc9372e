import type { Reason } from '../../../nodes/IdentityResolution/api/replies/refusals';
import type { Refusal } from '../../../nodes/IdentityResolution/api/replies/envelope';
import {
	decideRetry,
	errorBackoff,
	MAX_RETRIES,
	retryTime,
	withKnownReset,
	type PolicyInput,
	type RetryDecision,
} from '../../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import { newThrottle, type Throttle } from '../../../nodes/IdentityResolution/run/throttle';
import { limitsWith } from '../../support/run/limits';
import { people } from '../../support/run/lookups';
import type { PendingRequest } from '../../../nodes/IdentityResolution/run/queue/queue';
import { namesIn, retryOf } from '../../support/run/requests';

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1_000;
const ALMOST_ONE = 1 - Number.EPSILON;

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

it.each<[Reason, number | null, opensAt: number | null, Reason, number | null]>([
	['fair_use_records', 5_000, NOW + SECOND, 'fair_use_records', 5_000],
	['fair_use_records', null, NOW + SECOND, 'fair_use_records', SECOND],
	['fair_use_requests', null, NOW + SECOND, 'fair_use_requests', SECOND],
	['fair_use_records', null, null, 'plan_limit', null],
	['fair_use_records', null, NOW, 'plan_limit', null],
	['fair_use_requests', null, null, 'fair_use_requests', null],
	['rate_limited', null, NOW + SECOND, 'rate_limited', null],
])('withKnownReset: %s after %j ms, with a window that opens at %j, is %s', (reason, retryAfter, opensAt, is, wait) => {
	const refusal = { reason, httpStatus: 429, code: null, message: null, retryAfter };
	expect(withKnownReset(refusal, opensAt, NOW)).toMatchObject({ reason: is, retryAfter: wait });
});

it.each([
	[60_000, 1_061_000],
	[0, 1_001_000],
	[null, null],
])('retryTime is one second after a Retry-After of %j ms', (retryAfter, time) => {
	expect(retryTime(retryAfter, 1_000_000)).toBe(time);
});

type Attempt = Pick<PendingRequest, 'phone' | 'kind' | 'errorCount' | 'failingSince' | 'lostCount'> &
	Pick<PolicyInput, 'otherName' | 'isBrownOut'> & { size: number };

/** Requests that are sent again, by their numbers of lookups. */
interface Retried {
	do: 'retry' | 'split';
	sizes: number[];
	/** ms. */
	after: number;
	errorCount: number;
	lostCount: number;
}

type Decision = Exclude<RetryDecision, { requests: unknown }> | Retried;

/** The input of a decision. The default is the first attempt of a run. */
interface Setting {
	/** Retry-After, in s. */
	retryAfter?: number;
	attempt?: Partial<Attempt>;
	throttle?: Partial<Throttle>;
	maxWait?: number;
	/** The value of every random number. */
	random?: number;
}

/** @param retryAfter s */
const refusalOf = (reason: Reason, retryAfter?: number): Refusal => ({
	reason,
	httpStatus: 400,
	code: 'a_code',
	message: 'A message',
	retryAfter: retryAfter === undefined ? null : retryAfter * SECOND,
});

function decisionOn(reason: Reason, setting: Setting): Decision {
	const { retryAfter, throttle, maxWait = 60_000, random = 0 } = setting;
	const { size = 1, otherName = null, isBrownOut = false, ...attempt } = setting.attempt ?? {};
	const input: PolicyInput = {
		otherName,
		isBrownOut,
		throttle: { ...newThrottle(20), ...throttle },
		limits: limitsWith({ maxWait }),
		now: NOW,
		deadline: Infinity,
		random: () => random,
	};
	return summaryOf(decideRetry(refusalOf(reason, retryAfter), retryOf(size, attempt), input));
}

function summaryOf(decision: RetryDecision): Decision {
	if (!('requests' in decision)) return decision;
	const { requests } = decision;
	const [{ notBefore, errorCount, lostCount }] = requests;
	for (const request of requests) expect(request).toMatchObject({ notBefore, errorCount, lostCount });
	const sizes = requests.map(({ entries }) => entries.length);
	return { do: decision.do, sizes, after: notBefore - NOW, errorCount, lostCount };
}

/** A stop that defers lookups until one second after Retry-After. @param retryAfter s */
const stopped = (reason: Reason, retryAfter?: number, lookups: 'deferred' | 'failed' = 'deferred'): Decision => ({
	do: 'stop',
	lookups,
	stop: {
		reason,
		retryAt: retryAfter === undefined ? null : NOW + (retryAfter + 1) * SECOND,
		refusal: refusalOf(reason, retryAfter),
	},
});

/** The same request again. */
const retryIn = (after: number, { size = 1, errorCount = 0, lostCount = 0 }: Partial<Attempt>): Decision => ({
	do: 'retry',
	sizes: [size],
	after,
	errorCount,
	lostCount,
});
const halved = (sizes: number[], counts: Partial<Retried> = {}): Decision => ({
	do: 'split',
	sizes,
	after: 0,
	errorCount: 0,
	lostCount: 0,
	...counts,
});
const FAILED: Decision = { do: 'fail' };
/** Halves of a failed batch, without retries left. */
const split = (sizes: number[]) => halved(sizes, { after: 500, errorCount: MAX_RETRIES + 1 });

describe('a refusal', () => {
	const SETTINGS: Setting[] = [
		{},
		{ attempt: { size: 100 } },
		{ attempt: { phone: 'with', errorCount: 2, lostCount: 1 } },
		{ throttle: { refusingSince: NOW - SECOND }, maxWait: 0 },
	];

	it.each<[Reason, Decision]>([
		['unauthorized', stopped('unauthorized')],
		['forbidden', stopped('forbidden')],
		['account_inactive', stopped('account_inactive')],
		['insufficient_tokens', stopped('insufficient_tokens')],
		['wrong_address', stopped('wrong_address', undefined, 'failed')],
		['plan_restricted', { do: 'closeTool', scope: 'tool', reason: 'plan_restricted', retryAt: null }],
		['plan_limit', { do: 'closeTool', scope: 'family', reason: 'plan_limit', retryAt: null }],
		['unknown_tool', { do: 'closeTool', scope: 'tool', reason: 'unknown_tool', retryAt: null }],
	])('(%s) that affects every lookup ends the run or the tool, for any attempt and limits', (reason, decision) => {
		for (const setting of SETTINGS) expect(decisionOn(reason, setting)).toEqual(decision);
	});

	it.each<[string, Reason, Setting, Decision]>([
		['of a lookup as invalid fails it', 'invalid_input', {}, FAILED],
		['of a batch as invalid halves it', 'invalid_input', { attempt: { size: 2 } }, halved([1, 1])],
		['without a reason, as of a firewall, fails a lookup', 'blocked', {}, FAILED],
		['without a reason halves a batch', 'blocked', { attempt: { size: 3 } }, halved([2, 1])],
		[
			'of a batch as invalid is not counted',
			'invalid_input',
			{ attempt: { size: 3, errorCount: 3, lostCount: 1 } },
			halved([2, 1], { errorCount: 3, lostCount: 1 }),
		],
		[
			'for lack of phone tokens ends phones for a lookup with a phone',
			'insufficient_phone_tokens',
			{ attempt: { phone: 'with' } },
			{ do: 'closePhones' },
		],
		[
			'for lack of phone tokens stops the run for a lookup without one, which would otherwise be retried forever',
			'insufficient_phone_tokens',
			{},
			stopped('insufficient_phone_tokens'),
		],
		[
			'of an unknown name continues with another name of the tool',
			'unknown_tool',
			{ attempt: { otherName: 'other_name' } },
			{ do: 'rename', name: 'other_name' },
		],
	])('%s', (_says, reason, setting, decision) => {
		expect(decisionOn(reason, setting)).toEqual(decision);
	});
});

describe.each(['internal_error', 'unsent'] as const)('a failure that is never charged (%s)', (kind) => {
	it.each<[string, Setting, Decision]>([
		['is retried after half a second', {}, retryIn(500, { errorCount: 1 })],
		['is retried as the same batch', { attempt: { size: 100 } }, retryIn(500, { size: 100, errorCount: 1 })],
		[
			'is retried with exponential backoff, up to 25 % earlier with jitter',
			{ attempt: { errorCount: 2 }, random: 0.8 },
			retryIn(1_600, { errorCount: 3 }),
		],
		['fails without retries left', { attempt: { errorCount: MAX_RETRIES } }, FAILED],
		['is retried after a loss', { attempt: { lostCount: 1 } }, retryIn(500, { errorCount: 1, lostCount: 1 })],
	])('%s', (_says, setting, decision) => {
		expect(decisionOn(kind, setting)).toEqual(decision);
	});
});

describe('a lookup without retries left, in a brown-out', () => {
	const parked = (failingFor: number, set: Partial<Attempt> = {}): Setting => ({
		attempt: { errorCount: 5, isBrownOut: true, failingSince: NOW - failingFor * SECOND, ...set },
	});

	it.each<[string, Setting, Decision]>([
		['is retried later', parked(20), retryIn(8_000, { errorCount: 6 })],
		['is retried within a minute of its first failure', parked(52), retryIn(8_000, { errorCount: 6 })],
		['fails after that', parked(52.001), FAILED],
		['fails if the tool is answering nobody', parked(20, { isBrownOut: false }), FAILED],
		['is split first if it is a batch', parked(20, { size: 2 }), split([1, 1])],
	])('%s', (_says, setting, decision) => {
		expect(decisionOn('internal_error', setting)).toEqual(decision);
	});
});

describe('a batch without retries left', () => {
	it.each<[string, Reason, Partial<Attempt>, Decision]>([
		['is split after a 500, because one lookup may be the cause', 'internal_error', { size: 100 }, split([50, 50])],
		['is split again as a part', 'internal_error', { size: 51, errorCount: MAX_RETRIES + 1 }, split([26, 25])],
		['fails if it is one lookup of a split batch', 'internal_error', { errorCount: MAX_RETRIES + 1 }, FAILED],
		['fails without a connection, because no lookup is the cause', 'unsent', { size: 100 }, FAILED],
	])('%s', (_says, kind, attempt, decision) => {
		expect(decisionOn(kind, { attempt: { errorCount: MAX_RETRIES, ...attempt } })).toEqual(decision);
	});
});

describe('a lost answer, which may have been charged', () => {
	it.each<[string, Setting, Decision]>([
		[
			'of a batch is retried as single lookups, because one may be the cause',
			{ attempt: { size: 3, errorCount: 1 } },
			halved([1, 1, 1], { after: 500, errorCount: 1, lostCount: 1 }),
		],
		['is retried up to 25 % earlier with jitter', { random: 0.8 }, retryIn(400, { lostCount: 1 })],
		['fails after a second lost answer', { attempt: { lostCount: 1 } }, FAILED],
		[
			'is retried after other failures',
			{ attempt: { errorCount: MAX_RETRIES } },
			retryIn(500, { errorCount: MAX_RETRIES, lostCount: 1 }),
		],
	])('%s', (_says, setting, decision) => {
		expect(decisionOn('lost', setting)).toEqual(decision);
	});
});

describe('a limit', () => {
	/** @param seconds since the first refusal after an answer */
	const refusing = (seconds: number): Partial<Throttle> => ({ refusingSince: NOW - seconds * SECOND });

	describe.each([
		['rate_limited', 'rateLimit', 0],
		['fair_use_records', 'window', 1],
		['fair_use_requests', 'window', 1],
	] as const)('(%s)', (reason, limit, margin) => {
		const wait = (seconds: number): Decision => ({ do: 'wait', for: limit, until: NOW + seconds * SECOND });
		const most = 60 - margin;

		it.each<[string, Setting, Decision]>([
			['lets the request wait for Retry-After', { retryAfter: 30 }, wait(30 + margin)],
			['adds up to 250 ms of jitter', { retryAfter: 30, random: 0.8 }, wait(30.2 + margin)],
			['lets it wait for exactly Max Wait', { retryAfter: most }, wait(60)],
			['stops the run if the wait exceeds Max Wait', { retryAfter: most + 1 }, stopped(reason, most + 1)],
			['waits no longer because of jitter', { retryAfter: most, random: 0.5 }, wait(60)],
			['stops it with a Max Wait of 0', { retryAfter: 0, maxWait: 0 }, stopped(reason, 0)],
			['adds to the total wait', { retryAfter: most - 30, throttle: refusing(30) }, wait(30)],
			[
				'stops if the sum exceeds it',
				{ retryAfter: most - 30, throttle: refusing(30.001) },
				stopped(reason, most - 30),
			],
			['lets a batch wait', { retryAfter: 9, attempt: { size: 9 } }, wait(9 + margin)],
		])('%s', (_says, setting, decision) => {
			expect(decisionOn(reason, setting)).toEqual(decision);
		});
	});

	it('of the rate that names no time lets the request wait, and then stops the run without a retry time', () => {
		const until = NOW + 5 * SECOND;
		expect(decisionOn('rate_limited', { throttle: refusing(40) })).toEqual({ do: 'wait', for: 'rateLimit', until });
		expect(decisionOn('rate_limited', { throttle: refusing(58) })).toMatchObject({ until: NOW + 2 * SECOND });
		expect(decisionOn('rate_limited', { throttle: refusing(59.1) })).toEqual(stopped('rate_limited'));
	});
});

it.each(['invalid_input', 'internal_error'] as const)(
	'the halves of a batch have its lookups in order (%s)',
	(reason) => {
		const input: PolicyInput = {
			otherName: null,
			isBrownOut: false,
			throttle: newThrottle(20),
			limits: limitsWith(),
			now: NOW,
			deadline: Infinity,
			random: () => 0,
		};
		const decision = decideRetry(refusalOf(reason), retryOf(5, { errorCount: MAX_RETRIES }), input);
		const names = 'requests' in decision ? decision.requests.map(namesIn) : null;
		expect(names).toEqual([people(3), ['person-4', 'person-5']]);
	},
);
