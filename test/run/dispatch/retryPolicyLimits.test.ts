import type { Throttle } from '../../../nodes/IdentityResolution/run/throttle';
import type { RetryDecision } from '../../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import { NOW, pausedFor, stopped, decisionOn, type PolicySetting } from '../../support/run/decisions';

describe('a refusal', () => {
	const limits = ['rate_limited', 'fair_use_records', 'fair_use_requests'] as const;
	const windows = ['fair_use_records', 'fair_use_requests'] as const;

	/** The refusal of a request that was sent before the pause. */
	const stale = (retryAfter?: number, throttle: Partial<Throttle> = {}): PolicySetting => ({
		retryAfter,
		attempt: { generation: 3 },
		throttle: { generation: 4, refusals: 1, waited: 20_000, pausedUntil: NOW + 20_000, ...throttle },
	});

	describe.each(limits)('of kind %s', (kind) => {
		it.each<[string, PolicySetting, RetryDecision]>([
			['stops the run with a Max Wait of 0', { retryAfter: 0, limits: { maxWait: 0 } }, stopped(kind, kind, 0)],
			[
				'stops the run at the ninth consecutive refusal',
				{ retryAfter: 1, throttle: { refusals: 8 } },
				stopped(kind, kind, 1),
			],
		])('%s', (_says, setting, decision) => {
			expect(decisionOn(kind, setting)).toEqual(decision);
		});
	});

	describe.each(windows)('by a window (%s)', (kind) => {
		it.each<[string, PolicySetting, RetryDecision]>([
			['pauses for Retry-After plus one second', { retryAfter: 30 }, pausedFor(31, 'window')],
			['adds up to 250 ms of jitter', { retryAfter: 30, random: 0.8 }, pausedFor(31.2, 'window')],
			['pauses for one second if Retry-After is 0', { retryAfter: 0 }, pausedFor(1, 'window')],
			['pauses for exactly Max Wait', { retryAfter: 59 }, pausedFor(60, 'window')],
			['stops the run if the wait exceeds Max Wait', { retryAfter: 60 }, stopped(kind, kind, 60)],
			[
				'stops the run if only the jitter exceeds Max Wait',
				{ retryAfter: 59, random: 0.5 },
				stopped(kind, kind, 59),
			],
			[
				'pauses for hours if Max Wait allows it',
				{ retryAfter: 18_000, limits: { maxWait: 18_001_000 } },
				pausedFor(18_001, 'window'),
			],
			[
				'adds to the total wait since the last answer',
				{ retryAfter: 29, throttle: { waited: 30_000 } },
				pausedFor(30, 'window'),
			],
			[
				'stops the run if the total wait exceeds Max Wait',
				{ retryAfter: 29, throttle: { waited: 30_001 } },
				stopped(kind, kind, 29),
			],
			[
				'does not pause longer at the eighth consecutive refusal',
				{ retryAfter: 1, throttle: { refusals: 7 } },
				pausedFor(2, 'window'),
			],
			[
				'counts only the extension of a current pause',
				{ retryAfter: 50, throttle: { pausedUntil: NOW + 40_000, waited: 40_000 } },
				pausedFor(51, 'window'),
			],
		])('%s', (_says, setting, decision) => {
			expect(decisionOn(kind, setting)).toEqual(decision);
		});

		describe('of a request that was sent before the pause', () => {
			it.each<[string, PolicySetting, RetryDecision]>([
				['starts no new generation for a shorter Retry-After', stale(10), pausedFor(11, 'repeat')],
				['extends the pause for a longer Retry-After', stale(30), pausedFor(31, 'repeat')],
				['stops the run if the wait exceeds Max Wait', stale(60), stopped(kind, kind, 60)],
				['does not count as a ninth refusal', stale(10, { refusals: 8 }), pausedFor(11, 'repeat')],
			])('%s', (_says, setting, decision) => {
				expect(decisionOn(kind, setting)).toEqual(decision);
			});
		});
	});

	describe('by a rate limit', () => {
		const deferred = (retryAfter: number) => stopped('rate_limited', 'rate_limited', retryAfter);

		it.each<[string, PolicySetting, RetryDecision]>([
			['pauses for Retry-After', { retryAfter: 30 }, pausedFor(30, 'rateLimit')],
			['adds no jitter to the first pause', { retryAfter: 30, random: 0.8 }, pausedFor(30, 'rateLimit')],
			[
				'adds up to 10 % jitter after an earlier refusal',
				{ retryAfter: 1, throttle: { refusals: 1 }, random: 0.8 },
				pausedFor(2.16, 'rateLimit'),
			],
			[
				'adds at most 250 ms of jitter',
				{ retryAfter: 29, throttle: { refusals: 1 }, random: 0.8 },
				pausedFor(30.2, 'rateLimit'),
			],
			['pauses for one second if Retry-After is 0', { retryAfter: 0 }, pausedFor(1, 'rateLimit')],
			[
				'adds a second after an earlier refusal',
				{ retryAfter: 5, throttle: { refusals: 1 } },
				pausedFor(6, 'rateLimit'),
			],
			[
				'adds seven seconds at the eighth consecutive refusal',
				{ retryAfter: 5, throttle: { refusals: 7 } },
				pausedFor(12, 'rateLimit'),
			],
			['pauses for exactly Max Wait', { retryAfter: 60 }, pausedFor(60, 'rateLimit')],
			['stops the run if the wait exceeds Max Wait', { retryAfter: 61 }, deferred(61)],
			[
				'stops the run if only the jitter exceeds Max Wait',
				{ retryAfter: 59, throttle: { refusals: 1 }, random: 0.5 },
				deferred(59),
			],
			[
				'stops the run if only the added seconds exceed Max Wait',
				{ retryAfter: 59, throttle: { refusals: 2 } },
				deferred(59),
			],
			[
				'pauses for hours if Max Wait allows it',
				{ retryAfter: 18_000, limits: { maxWait: 18_000_000 } },
				pausedFor(18_000, 'rateLimit'),
			],
			[
				'adds to the total wait since the last answer',
				{ retryAfter: 30, throttle: { waited: 30_000 } },
				pausedFor(30, 'rateLimit'),
			],
			[
				'stops the run if the total wait exceeds Max Wait',
				{ retryAfter: 30, throttle: { waited: 30_001 } },
				deferred(30),
			],
			[
				'counts only the extension of a current pause',
				{ retryAfter: 50, throttle: { pausedUntil: NOW + 40_000, waited: 40_000 } },
				pausedFor(50, 'rateLimit'),
			],
		])('%s', (_says, setting, decision) => {
			expect(decisionOn('rate_limited', setting)).toEqual(decision);
		});

		describe('of a request that was sent before the pause', () => {
			it.each<[string, PolicySetting, RetryDecision]>([
				['does not extend the pause without Retry-After', stale(), pausedFor(20, 'lateRateLimit')],
				['starts no new generation for a shorter Retry-After', stale(10), pausedFor(10, 'lateRateLimit')],
				['extends the pause for a longer Retry-After', stale(30), pausedFor(30, 'lateRateLimit')],
				['stops the run if the wait exceeds Max Wait', stale(61), deferred(61)],
				[
					'counts the refusals before its generation',
					stale(10, { refusals: 3 }),
					pausedFor(12, 'lateRateLimit'),
				],
				[
					'counts no refusals if an answer arrived since',
					stale(10, { refusals: 0 }),
					pausedFor(10, 'lateRateLimit'),
				],
				['does not count as a ninth refusal', stale(10, { refusals: 8 }), pausedFor(17, 'lateRateLimit')],
				[
					'does not lower the rate if the request was sent before an earlier limit',
					{ ...stale(30), attempt: { generation: 2 } },
					pausedFor(30, 'repeat'),
				],
			])('%s', (_says, setting, decision) => {
				expect(decisionOn('rate_limited', setting)).toEqual(decision);
			});
		});
	});

	it.each<[string, PolicySetting, RetryDecision]>([
		['pauses for one second', {}, pausedFor(1, 'rateLimit')],
		['doubles the pause with each consecutive refusal', { throttle: { refusals: 3 } }, pausedFor(8, 'rateLimit')],
		['pauses for 30 s at most', { throttle: { refusals: 7 } }, pausedFor(30, 'rateLimit')],
		[
			'adds jitter after an earlier refusal',
			{ throttle: { refusals: 3 }, random: 0.4 },
			pausedFor(8.1, 'rateLimit'),
		],
		[
			'stops the run without a retry time if the total wait exceeds Max Wait',
			{ throttle: { refusals: 5, waited: 31_000 } },
			stopped('rate_limited', 'rate_limited'),
		],
		['stops the run with a Max Wait of 0', { limits: { maxWait: 0 } }, stopped('rate_limited', 'rate_limited')],
		[
			'stops the run at the ninth consecutive refusal',
			{ throttle: { refusals: 8 } },
			stopped('rate_limited', 'rate_limited'),
		],
	])('by a rate limit without Retry-After %s', (_says, setting, decision) => {
		expect(decisionOn('rate_limited', setting)).toEqual(decision);
	});
});
