import { MAX_RETRIES, type RetryDecision } from '../../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import { refusalOf, stopped, decisionOn, type PolicySetting } from '../../support/run/decisions';

const retryIn = (after: number, counts: 'error' | 'lost'): RetryDecision => ({
	do: 'retry',
	after,
	as: 'same',
	counts,
});

const HALVED: RetryDecision = { do: 'retry', after: 0, as: 'halves', counts: 'nothing' };
const FAILED: RetryDecision = { do: 'fail' };

describe('a request with invalid input', () => {
	it.each<[string, PolicySetting, RetryDecision]>([
		['fails for a single lookup', { attempt: { size: 1 } }, FAILED],
		['is halved for a batch of two', { attempt: { size: 2 } }, HALVED],
		['is halved for a batch of a hundred', { attempt: { size: 100 } }, HALVED],
		[
			'is halved at once, and the retry is not counted',
			{ attempt: { size: 3, errorCount: 3, lostCount: 1 } },
			HALVED,
		],
	])('%s', (_says, setting, decision) => {
		expect(decisionOn('invalid_input', setting)).toEqual(decision);
	});
});

const SETTINGS: Array<[string, PolicySetting]> = [
	['a single lookup', {}],
	['a batch', { attempt: { size: 100 } }],
	['a lookup with a phone', { attempt: { phone: 'with' } }],
	['a lookup that failed before', { attempt: { errorCount: 2, lostCount: 1 } }],
	['a request of an older generation', { attempt: { generation: 0 }, throttle: { generation: 3 } }],
	['the strictest limits', { limits: { maxWait: 0, maxRunTime: 0, maxTokens: 0 } }],
];

describe('a refusal that affects every lookup stops the run', () => {
	const kinds = ['unauthorized', 'forbidden', 'account_inactive', 'insufficient_tokens'] as const;

	describe.each(kinds)('(%s)', (kind) => {
		it.each(SETTINGS)('for %s', (_says, setting) => {
			expect(decisionOn(kind, setting)).toEqual(stopped(kind, kind));
		});
	});
});

describe('a refusal that affects one tool or family closes only that tool or family', () => {
	describe.each([
		['plan_restricted', 'tool'],
		['plan_limit', 'family'],
		['unknown_tool', 'tool'],
	] as const)('(%s: the %s)', (kind, scope) => {
		it.each(SETTINGS)('for %s', (_says, setting) => {
			expect(decisionOn(kind, setting)).toEqual({ do: 'closeTool', scope, reason: kind, retryAt: null });
		});
	});
});

describe('a refusal for lack of phone tokens', () => {
	it.each<[string, PolicySetting, RetryDecision]>([
		['ends phones for a lookup with a phone', { attempt: { phone: 'with' } }, { do: 'closePhones' }],
		[
			'stops the run for a lookup without a phone, which would otherwise be retried forever',
			{ attempt: { phone: 'without' } },
			stopped('insufficient_phone_tokens', 'insufficient_phone_tokens'),
		],
	])('%s', (_says, setting, decision) => {
		expect(decisionOn('insufficient_phone_tokens', setting)).toEqual(decision);
	});
});

describe.each(['internal_error', 'unsent'] as const)('a failure that is never charged (%s)', (kind) => {
	it.each<[string, PolicySetting, RetryDecision]>([
		['is retried after half a second', {}, retryIn(500, 'error')],
		['is retried as the same batch', { attempt: { size: 100 } }, retryIn(500, 'error')],
		['is retried with an exponential backoff', { attempt: { errorCount: 2 } }, retryIn(2_000, 'error')],
		[
			'is retried up to 25 % earlier with jitter',
			{ attempt: { errorCount: 2 }, random: 0.8 },
			retryIn(1_600, 'error'),
		],
		['fails without retries left', { attempt: { errorCount: MAX_RETRIES } }, FAILED],
		['is retried after a lost answer', { attempt: { lostCount: 1 } }, retryIn(500, 'error')],
	])('%s', (_says, setting, decision) => {
		expect(decisionOn(kind, setting)).toEqual(decision);
	});
});

describe('a batch without retries left', () => {
	const part = (counts: 'failure' | 'nothing'): RetryDecision => ({ do: 'split', after: 500, counts });

	it.each<[string, 'internal_error' | 'unsent', PolicySetting, RetryDecision]>([
		[
			'is split after a 500, because one lookup may be the cause',
			'internal_error',
			{ attempt: { size: 100, errorCount: MAX_RETRIES } },
			part('nothing'),
		],
		[
			'counts as a failure if it is part of a split batch',
			'internal_error',
			{ attempt: { size: 50, errorCount: MAX_RETRIES + 1 } },
			part('failure'),
		],
		[
			'fails if it is a single lookup of a split batch',
			'internal_error',
			{ attempt: { size: 1, errorCount: MAX_RETRIES + 1 } },
			FAILED,
		],
		[
			'fails without a connection, because no lookup is the cause',
			'unsent',
			{ attempt: { size: 100, errorCount: MAX_RETRIES } },
			FAILED,
		],
	])('%s', (_says, kind, setting, decision) => {
		expect(decisionOn(kind, setting)).toEqual(decision);
	});
});

describe('a lost answer, which may have been charged', () => {
	it.each<[string, PolicySetting, RetryDecision]>([
		['is retried', {}, retryIn(500, 'lost')],
		['is retried as the same batch', { attempt: { size: 100 } }, retryIn(500, 'lost')],
		['is retried up to 25 % earlier with jitter', { random: 0.8 }, retryIn(400, 'lost')],
		['fails after a second lost answer', { attempt: { lostCount: 1 } }, FAILED],
		[
			'is retried after failures that were not charged',
			{ attempt: { errorCount: MAX_RETRIES } },
			retryIn(500, 'lost'),
		],
	])('%s', (_says, setting, decision) => {
		expect(decisionOn('lost', setting)).toEqual(decision);
	});
});

describe('a redirect', () => {
	it.each<[string, PolicySetting]>([
		['a single lookup', {}],
		['a batch', { attempt: { size: 100 } }],
	])('fails %s and stops the run, because the Base URL is wrong', (_says, setting) => {
		const stop = { reason: 'wrong_address' as const, retryAt: null, refusal: refusalOf('wrong_address') };
		expect(decisionOn('wrong_address', setting)).toEqual({ do: 'stop', lookups: 'failed', stop });
	});
});

it('a name that the service does not know is replaced by another name of the tool', () => {
	expect(decisionOn('unknown_tool', { attempt: { otherName: 'other_name' } })).toEqual({
		do: 'rename',
		name: 'other_name',
	});
});
