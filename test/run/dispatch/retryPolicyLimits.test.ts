import type { ClosedWindow } from '../../../nodes/IdentityResolution/run/budget/fairUse';
import type { Throttle } from '../../../nodes/IdentityResolution/run/throttle/throttle';
import { decideClosedWindow, type RetryDecision } from '../../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import {
	NOW,
	pausedFor,
	SECOND,
	situationOf,
	stopFor,
	stopped,
	verdictOn,
	type Circumstances,
} from '../../support/decisions';

describe('a limit', () => {
	const limits = ['rate_limited', 'fair_use_records', 'fair_use_requests'] as const;
	const windows = ['fair_use_records', 'fair_use_requests'] as const;

	/** A refusal of a request that was sent before the pause began. */
	const stale = (retryAfter?: number, pace: Partial<Throttle> = {}): Circumstances => ({
		retryAfter,
		attempt: { generation: 3 },
		pace: { generation: 4, refusals: 1, waited: 20_000, pausedUntil: NOW + 20_000, ...pace },
	});

	describe.each(limits)('%s', (kind) => {
		it.each<[string, Circumstances, RetryDecision]>([
			[
				'is not waited for at all with a Max Wait of 0',
				{ retryAfter: 0, limits: { maxWait: 0 } },
				stopped(kind, kind, 0),
			],
			[
				'is deferred at once where the user wants it so',
				{ retryAfter: 1, limits: { onLimit: 'defer' } },
				stopped(kind, kind, 1),
			],
			[
				'stops where the user treats it as an error',
				{ retryAfter: 1, limits: { onLimit: 'error' } },
				stopped(kind, kind, 1),
			],
			[
				'is not waited for the ninth time in a row',
				{ retryAfter: 1, pace: { refusals: 8 } },
				stopped(kind, kind, 1),
			],
		])('%s', (_says, circumstances, decision) => {
			expect(verdictOn(kind, circumstances)).toEqual(decision);
		});
	});

	describe.each(windows)('of a window (%s)', (kind) => {
		it.each<[string, Circumstances, RetryDecision]>([
			['is waited for a second longer than the service says', { retryAfter: 30 }, pausedFor(31, 'window')],
			['is waited for a little longer by chance', { retryAfter: 30, chance: 0.8 }, pausedFor(31.2, 'window')],
			['is waited for a second even where the service says none', { retryAfter: 0 }, pausedFor(1, 'window')],
			['is waited for up to exactly Max Wait', { retryAfter: 59 }, pausedFor(60, 'window')],
			['is not waited for a second longer than Max Wait', { retryAfter: 60 }, stopped(kind, kind, 60)],
			[
				'is not waited for where only chance takes it over Max Wait',
				{ retryAfter: 59, chance: 0.5 },
				stopped(kind, kind, 59),
			],
			[
				'is waited for hours where Max Wait says so',
				{ retryAfter: 18_000, limits: { maxWait: 18_001_000 } },
				pausedFor(18_001, 'window'),
			],
			[
				'adds to what was waited since the last answer',
				{ retryAfter: 29, pace: { waited: 30_000 } },
				pausedFor(30, 'window'),
			],
			[
				'is not waited for where the waits sum up to more',
				{ retryAfter: 29, pace: { waited: 30_001 } },
				stopped(kind, kind, 29),
			],
			[
				'is waited for the eighth time in a row, no longer than the first time',
				{ retryAfter: 1, pace: { refusals: 7 } },
				pausedFor(2, 'window'),
			],
			[
				'counts only the time that is not waited already',
				{ retryAfter: 50, pace: { pausedUntil: NOW + 40_000, waited: 40_000 } },
				pausedFor(51, 'window'),
			],
		])('%s', (_says, circumstances, decision) => {
			expect(verdictOn(kind, circumstances)).toEqual(decision);
		});

		describe('that a request sent before the pause began runs into', () => {
			it.each<[string, Circumstances, RetryDecision]>([
				['is no new episode where the service says a shorter time', stale(10), pausedFor(11, 'repeat')],
				['makes the pause longer where the service says a longer time', stale(30), pausedFor(31, 'repeat')],
				['still does not wait longer than Max Wait', stale(60), stopped(kind, kind, 60)],
				['is no ninth refusal in a row', stale(10, { refusals: 8 }), pausedFor(11, 'repeat')],
			])('%s', (_says, circumstances, decision) => {
				expect(verdictOn(kind, circumstances)).toEqual(decision);
			});
		});
	});

	describe('of the burst guard', () => {
		const deferred = (retryAfter: number) => stopped('rate_limited', 'rate_limited', retryAfter);

		it.each<[string, Circumstances, RetryDecision]>([
			['is waited for as long as the service says', { retryAfter: 30 }, pausedFor(30, 'rateLimit')],
			[
				'is waited for no longer by chance the first time',
				{ retryAfter: 30, chance: 0.8 },
				pausedFor(30, 'rateLimit'),
			],
			[
				'is waited for a tenth longer by chance after a refusal',
				{ retryAfter: 1, pace: { refusals: 1 }, chance: 0.8 },
				pausedFor(2.16, 'rateLimit'),
			],
			[
				'is waited for a quarter of a second longer by chance, and no more',
				{ retryAfter: 29, pace: { refusals: 1 }, chance: 0.8 },
				pausedFor(30.2, 'rateLimit'),
			],
			['is waited for a second even where the service says none', { retryAfter: 0 }, pausedFor(1, 'rateLimit')],
			[
				'is waited for a second longer after a refusal',
				{ retryAfter: 5, pace: { refusals: 1 } },
				pausedFor(6, 'rateLimit'),
			],
			[
				'is waited for the eighth time in a row, seven seconds longer',
				{ retryAfter: 5, pace: { refusals: 7 } },
				pausedFor(12, 'rateLimit'),
			],
			['is waited for up to exactly Max Wait', { retryAfter: 60 }, pausedFor(60, 'rateLimit')],
			['is not waited for a second longer than Max Wait', { retryAfter: 61 }, deferred(61)],
			[
				'is not waited for where only chance takes it over Max Wait',
				{ retryAfter: 59, pace: { refusals: 1 }, chance: 0.5 },
				deferred(59),
			],
			[
				'is not waited for where only the refusals before it take it over Max Wait',
				{ retryAfter: 59, pace: { refusals: 2 } },
				deferred(59),
			],
			[
				'is waited for hours where Max Wait says so',
				{ retryAfter: 18_000, limits: { maxWait: 18_000_000 } },
				pausedFor(18_000, 'rateLimit'),
			],
			[
				'adds to what was waited since the last answer',
				{ retryAfter: 30, pace: { waited: 30_000 } },
				pausedFor(30, 'rateLimit'),
			],
			[
				'is not waited for where the waits sum up to more',
				{ retryAfter: 30, pace: { waited: 30_001 } },
				deferred(30),
			],
			[
				'counts only the time that is not waited already',
				{ retryAfter: 50, pace: { pausedUntil: NOW + 40_000, waited: 40_000 } },
				pausedFor(50, 'rateLimit'),
			],
		])('%s', (_says, circumstances, decision) => {
			expect(verdictOn('rate_limited', circumstances)).toEqual(decision);
		});

		describe('that a request sent before the pause began runs into', () => {
			it.each<[string, Circumstances, RetryDecision]>([
				['waits with the others where the service says no time', stale(), pausedFor(20, 'lateRateLimit')],
				['is no new episode where the service says a shorter time', stale(10), pausedFor(10, 'lateRateLimit')],
				[
					'makes the pause longer where the service says a longer time',
					stale(30),
					pausedFor(30, 'lateRateLimit'),
				],
				['still does not wait longer than Max Wait', stale(61), deferred(61)],
				['counts the refusals before its episode', stale(10, { refusals: 3 }), pausedFor(12, 'lateRateLimit')],
				[
					'counts none where an answer came meanwhile',
					stale(10, { refusals: 0 }),
					pausedFor(10, 'lateRateLimit'),
				],
				['is no ninth refusal in a row', stale(10, { refusals: 8 }), pausedFor(17, 'lateRateLimit')],
				[
					'lowers no rate if the request was sent before an earlier limit',
					{ ...stale(30), attempt: { generation: 2 } },
					pausedFor(30, 'repeat'),
				],
			])('%s', (_says, circumstances, decision) => {
				expect(verdictOn('rate_limited', circumstances)).toEqual(decision);
			});
		});
	});

	it.each<[string, Circumstances, RetryDecision]>([
		['backs off for a second', {}, pausedFor(1, 'rateLimit')],
		['backs off twice as long each time in a row', { pace: { refusals: 3 } }, pausedFor(8, 'rateLimit')],
		['backs off for half a minute at most', { pace: { refusals: 7 } }, pausedFor(30, 'rateLimit')],
		['backs off a little longer by chance', { pace: { refusals: 3 }, chance: 0.4 }, pausedFor(8.1, 'rateLimit')],
		[
			'is deferred after the waits sum up to Max Wait, with no time to come back',
			{ pace: { refusals: 5, waited: 31_000 } },
			stopped('rate_limited', 'rate_limited'),
		],
		['is deferred with a Max Wait of 0', { limits: { maxWait: 0 } }, stopped('rate_limited', 'rate_limited')],
		['is deferred the ninth time in a row', { pace: { refusals: 8 } }, stopped('rate_limited', 'rate_limited')],
	])('a burst guard that says no time %s', (_says, circumstances, decision) => {
		expect(verdictOn('rate_limited', circumstances)).toEqual(decision);
	});
});

describe('a window that is known to be closed', () => {
	const verdictOnClosed = (reason: ClosedWindow['reason'], opensIn: number | null, circumstances: Circumstances) =>
		decideClosedWindow(
			{ reason, opensAt: opensIn === null ? null : NOW + opensIn * SECOND },
			situationOf(circumstances),
		);

	describe.each(['fair_use_records', 'fair_use_requests'] as const)('(%s)', (reason) => {
		it.each<[string, number | null, Circumstances, RetryDecision]>([
			['is waited for, and a second more', 30, {}, pausedFor(31, 'window')],
			['is waited for a little longer by chance', 30, { chance: 0.8 }, pausedFor(31.2, 'window')],
			['is waited for a second where it should be open already', -30, {}, pausedFor(1, 'window')],
			['is waited for up to exactly Max Wait', 59, {}, pausedFor(60, 'window')],
			['is not waited for a second longer than Max Wait', 60, {}, stopFor(reason, null, 60)],
			[
				'is not waited for where only chance takes it over Max Wait',
				59,
				{ chance: 0.5 },
				stopFor(reason, null, 59),
			],
			['is not waited for where nobody knows when it opens', null, {}, stopFor(reason, null)],
			[
				'is waited for hours where Max Wait says so',
				18_000,
				{ limits: { maxWait: 18_001_000 } },
				pausedFor(18_001, 'window'),
			],
			[
				'is deferred at once where the user wants it so',
				1,
				{ limits: { onLimit: 'defer' } },
				stopFor(reason, null, 1),
			],
			[
				'stops where the user treats it as an error',
				1,
				{ limits: { onLimit: 'error' } },
				stopFor(reason, null, 1),
			],
			[
				'may be run again in a second where it should be open already',
				-30,
				{ limits: { onLimit: 'defer' } },
				stopFor(reason, null, 0),
			],
			[
				'adds to what was waited since the last answer',
				29,
				{ pace: { waited: 30_000 } },
				pausedFor(30, 'window'),
			],
			[
				'is not waited for where the waits sum up to more',
				29,
				{ pace: { waited: 30_001 } },
				stopFor(reason, null, 29),
			],
			[
				'counts only the time that is not waited already',
				50,
				{ pace: { pausedUntil: NOW + 40_000, waited: 40_000 } },
				pausedFor(51, 'window'),
			],
			['is waited for the eighth time in a row', 1, { pace: { refusals: 7 } }, pausedFor(2, 'window')],
			['is not waited for the ninth time in a row', 1, { pace: { refusals: 8 } }, stopFor(reason, null, 1)],
		])('%s', (_says, opensIn, circumstances, decision) => {
			expect(verdictOnClosed(reason, opensIn, circumstances)).toEqual(decision);
		});
	});

	it.each<[string, number | null, Circumstances, RetryDecision]>([
		['with the time to come back', 1, {}, stopFor('reserve', null, 1)],
		['without it where nobody knows it', null, {}, stopFor('reserve', null)],
		['however long the user would wait', 1, { limits: { maxWait: 18_001_000 } }, stopFor('reserve', null, 1)],
	])(
		"of which nothing but the reserve is left stops the run, %s: that is the user's own bound",
		(_says, opensIn, circumstances, decision) => {
			expect(verdictOnClosed('reserve', opensIn, circumstances)).toEqual(decision);
		},
	);
});
