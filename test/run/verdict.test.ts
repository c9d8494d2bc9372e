import type { Refusal, RefusalKind } from '../../nodes/IdentityResolution/api/refusal';
import type { Closed } from '../../nodes/IdentityResolution/run/fairUse';
import type { Limits } from '../../nodes/IdentityResolution/run/limits';
import type { Reason } from '../../nodes/IdentityResolution/run/outcome';
import { startPace, type Pace } from '../../nodes/IdentityResolution/run/pace';
import { judge, judgeClosed, type Attempt, type Situation, type Verdict } from '../../nodes/IdentityResolution/run/verdict';
import { limitsWith } from '../support/limits';

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1_000;

interface Circumstances {
	/** s, as the service said it. */
	retryAfter?: number;
	attempt?: Partial<Attempt>;
	pace?: Partial<Pace>;
	limits?: Partial<Limits>;
	/** What chance draws; 0 unless given. */
	chance?: number;
}

const refusalOf = (kind: RefusalKind, retryAfter?: number): Refusal => ({
	kind,
	httpStatus: 400,
	code: 'a_code',
	message: 'A message',
	retryAfter: retryAfter === undefined ? null : retryAfter * SECOND,
});

const situationOf = ({ pace, limits, chance = 0 }: Circumstances): Situation => ({
	pace: { ...startPace(20), ...pace },
	limits: limitsWith(limits),
	now: NOW,
	random: () => chance,
});

function verdictOn(kind: RefusalKind, circumstances: Circumstances = {}): Verdict {
	const { retryAfter, attempt } = circumstances;
	const behind: Attempt = { size: 1, phone: 'without', errors: 0, lost: 0, episode: 0, ...attempt };
	return judge(refusalOf(kind, retryAfter), behind, situationOf(circumstances));
}

/** A stop; a second is added to what the service said, which counts in whole seconds. */
const stopFor = (reason: Reason, refusal: Refusal | null, retryAfter?: number): Verdict => ({
	do: 'stop',
	lookups: 'deferred',
	stop: { reason, retryAt: retryAfter === undefined ? null : NOW + (retryAfter + 1) * SECOND, refusal },
});

const stopped = (kind: RefusalKind, reason: Reason, retryAfter?: number): Verdict => stopFor(reason, refusalOf(kind, retryAfter), retryAfter);

const pausedFor = (seconds: number, episode: 'burst' | 'window' | 'known'): Verdict => ({
	do: 'pause',
	until: NOW + seconds * SECOND,
	episode,
});

const again = (after: number, counts: 'error' | 'lost'): Verdict => ({ do: 'again', after, as: 'same', counts });

const HALVED: Verdict = { do: 'again', after: 0, as: 'halves', counts: 'nothing' };
const FAILED: Verdict = { do: 'fail' };

describe('a request that the service calls wrong', () => {
	it.each<[string, Circumstances, Verdict]>([
		['a single lookup fails', { attempt: { size: 1 } }, FAILED],
		['a batch of two is halved', { attempt: { size: 2 } }, HALVED],
		['a batch of a hundred is halved', { attempt: { size: 100 } }, HALVED],
		['a batch is halved at once, without a retry being counted', { attempt: { size: 3, errors: 3, lost: 1 } }, HALVED],
	])('%s', (_says, circumstances, verdict) => {
		expect(verdictOn('invalid_input', circumstances)).toEqual(verdict);
	});
});

const everyCircumstance: Array<[string, Circumstances]> = [
	['a single lookup', {}],
	['a batch', { attempt: { size: 100 } }],
	['a lookup with a phone', { attempt: { phone: 'with' } }],
	['a lookup that failed before', { attempt: { errors: 2, lost: 1 } }],
	['a request sent before the last episode', { attempt: { episode: 0 }, pace: { episode: 3 } }],
	['a user who treats limits as an error', { limits: { onLimit: 'error', retries: 0, onLostAnswer: 'fail' } }],
];

describe('a refusal that every other lookup would meet too stops the run and defers', () => {
	const kinds = ['unauthorized', 'forbidden', 'insufficient_tokens', 'plan_limit'] as const;

	describe.each(kinds)('%s', (kind) => {
		it.each(everyCircumstance)('%s', (_says, circumstances) => {
			expect(verdictOn(kind, circumstances)).toEqual(stopped(kind, kind));
		});
	});
});

describe('a refusal that every other lookup of the same tool would meet closes that tool, and no other', () => {
	describe.each(['plan_restricted', 'unknown_tool'] as const)('%s', (kind) => {
		it.each(everyCircumstance)('%s', (_says, circumstances) => {
			expect(verdictOn(kind, circumstances)).toEqual({ do: 'closeTool', reason: kind });
		});
	});
});

describe('no phone tokens left', () => {
	it.each<[string, Circumstances, Verdict]>([
		['a lookup with a phone leaves it out', { attempt: { phone: 'with' } }, { do: 'leavePhoneOut' }],
		[
			'a lookup with a phone leaves it to the dispatcher what onPhoneTokens says',
			{ attempt: { phone: 'with' }, limits: { onPhoneTokens: 'defer' } },
			{ do: 'leavePhoneOut' },
		],
		[
			'a lookup without a phone stops the run, where it would ask for ever otherwise',
			{ attempt: { phone: 'without' } },
			stopped('insufficient_phone_tokens', 'insufficient_tokens'),
		],
	])('%s', (_says, circumstances, verdict) => {
		expect(verdictOn('insufficient_phone_tokens', circumstances)).toEqual(verdict);
	});
});

describe.each(['internal_error', 'unsent'] as const)('a failure that is never charged (%s)', (kind) => {
	it.each<[string, Circumstances, Verdict]>([
		['is tried again after half a second', {}, again(500, 'error')],
		['is tried again as the same batch', { attempt: { size: 100 } }, again(500, 'error')],
		['is tried again after twice as long each time', { attempt: { errors: 2 } }, again(2_000, 'error')],
		['is tried again up to a quarter earlier by chance', { attempt: { errors: 2 }, chance: 0.8 }, again(1_600, 'error')],
		['is tried again after eight seconds at most', { attempt: { errors: 9 }, limits: { retries: 10 } }, again(8_000, 'error')],
		['fails once the retries are used up', { attempt: { errors: 3 } }, FAILED],
		['fails at once without retries', { limits: { retries: 0 } }, FAILED],
		['is tried again whatever onLostAnswer says', { limits: { onLostAnswer: 'fail' } }, again(500, 'error')],
		['is tried again after an answer was lost', { attempt: { lost: 1 } }, again(500, 'error')],
	])('%s', (_says, circumstances, verdict) => {
		expect(verdictOn(kind, circumstances)).toEqual(verdict);
	});
});

describe('a batch that fails for good', () => {
	const part = (counts: 'failure' | 'nothing'): Verdict => ({ do: 'part', after: 500, counts });

	it.each<[string, 'internal_error' | 'unsent', Circumstances, Verdict]>([
		['is asked in halves after a 500, as one lookup may be the cause', 'internal_error', { attempt: { size: 100, errors: 3 } }, part('nothing')],
		['is asked in halves at once without retries', 'internal_error', { attempt: { size: 100 }, limits: { retries: 0 } }, part('nothing')],
		['counts where it is a part itself', 'internal_error', { attempt: { size: 50, errors: 4 } }, part('failure')],
		['fails where it is a part and alone', 'internal_error', { attempt: { size: 1, errors: 4 } }, FAILED],
		['fails without a connection, which no lookup is the cause of', 'unsent', { attempt: { size: 100, errors: 3 } }, FAILED],
	])('%s', (_says, kind, circumstances, verdict) => {
		expect(verdictOn(kind, circumstances)).toEqual(verdict);
	});
});

describe('a lost answer, which may have been charged', () => {
	it.each<[string, Circumstances, Verdict]>([
		['is asked again', {}, again(500, 'lost')],
		['is asked again as the same batch', { attempt: { size: 100 } }, again(500, 'lost')],
		['is asked again up to a quarter earlier by chance', { chance: 0.8 }, again(400, 'lost')],
		['fails the second time', { attempt: { lost: 1 } }, FAILED],
		['fails at once where the user wants no charge twice', { limits: { onLostAnswer: 'fail' } }, FAILED],
		['is asked again without retries: those are for what is never charged', { limits: { retries: 0 } }, again(500, 'lost')],
		['is asked again after failures that were not charged', { attempt: { errors: 3 } }, again(500, 'lost')],
	])('%s', (_says, circumstances, verdict) => {
		expect(verdictOn('lost', circumstances)).toEqual(verdict);
	});
});

describe('a redirect', () => {
	it.each<[string, Circumstances]>([
		['a single lookup', {}],
		['a batch', { attempt: { size: 100 } }],
	])('%s fails and stops the run: the Base URL is wrong', (_says, circumstances) => {
		const stop = { reason: 'wrong_address' as const, retryAt: null, refusal: refusalOf('redirected') };
		expect(verdictOn('redirected', circumstances)).toEqual({ do: 'stop', lookups: 'failed', stop });
	});
});

describe('a limit', () => {
	const limits = ['rate_limited', 'fair_use_records', 'fair_use_requests'] as const;

	describe.each(limits)('%s', (kind) => {
		const episode = kind === 'rate_limited' ? 'burst' : 'window';

		it.each<[string, Circumstances, Verdict]>([
			['is waited for a second longer than the service says', { retryAfter: 30 }, pausedFor(31, episode)],
			['is waited for a little longer by chance', { retryAfter: 30, chance: 0.8 }, pausedFor(31.2, episode)],
			['is waited for a second even where the service says none', { retryAfter: 0 }, pausedFor(1, episode)],
			['is waited for up to exactly Max Wait', { retryAfter: 59 }, pausedFor(60, episode)],
			['is not waited for a second longer than Max Wait', { retryAfter: 60 }, stopped(kind, kind, 60)],
			['is not waited for where only chance takes it over Max Wait', { retryAfter: 59, chance: 0.5 }, stopped(kind, kind, 59)],
			['is not waited for at all with a Max Wait of 0', { retryAfter: 0, limits: { maxWait: 0 } }, stopped(kind, kind, 0)],
			['is waited for hours where Max Wait says so', { retryAfter: 18_000, limits: { maxWait: 18_001_000 } }, pausedFor(18_001, episode)],
			['is deferred at once where the user wants it so', { retryAfter: 1, limits: { onLimit: 'defer' } }, stopped(kind, kind, 1)],
			['stops where the user treats it as an error', { retryAfter: 1, limits: { onLimit: 'error' } }, stopped(kind, kind, 1)],
			['adds to what was waited since the last answer', { retryAfter: 29, pace: { waited: 30_000 } }, pausedFor(30, episode)],
			['is not waited for where the waits sum up to more', { retryAfter: 29, pace: { waited: 30_001 } }, stopped(kind, kind, 29)],
			['is waited for the eighth time in a row', { retryAfter: 1, pace: { refusals: 7 } }, pausedFor(2, episode)],
			['is not waited for the ninth time in a row', { retryAfter: 1, pace: { refusals: 8 } }, stopped(kind, kind, 1)],
			['counts only the time that is not waited already', { retryAfter: 50, pace: { pausedUntil: NOW + 40_000, waited: 40_000 } }, pausedFor(51, episode)],
		])('%s', (_says, circumstances, verdict) => {
			expect(verdictOn(kind, circumstances)).toEqual(verdict);
		});

		describe('that a request sent before the pause began runs into', () => {
			const stale = (retryAfter?: number, pace: Partial<Pace> = {}): Circumstances => ({
				retryAfter,
				attempt: { episode: 3 },
				pace: { episode: 4, refusals: 1, waited: 20_000, pausedUntil: NOW + 20_000, ...pace },
			});

			it.each<[string, Circumstances, Verdict]>([
				['waits with the others where the service says no time', stale(), pausedFor(20, 'known')],
				['is no new episode where the service says a shorter time', stale(10), pausedFor(11, 'known')],
				['makes the pause longer where the service says a longer time', stale(30), pausedFor(31, 'known')],
				['still does not wait longer than Max Wait', stale(60), stopped(kind, kind, 60)],
				['is no ninth refusal in a row', stale(10, { refusals: 8 }), pausedFor(11, 'known')],
			])('%s', (_says, circumstances, verdict) => {
				expect(verdictOn(kind, circumstances)).toEqual(verdict);
			});
		});
	});

	it.each<[string, Circumstances, Verdict]>([
		['backs off for a second', {}, pausedFor(1, 'burst')],
		['backs off twice as long each time in a row', { pace: { refusals: 3 } }, pausedFor(8, 'burst')],
		['backs off for half a minute at most', { pace: { refusals: 7 } }, pausedFor(30, 'burst')],
		['backs off a little longer by chance', { pace: { refusals: 3 }, chance: 0.4 }, pausedFor(8.1, 'burst')],
		['is deferred after the waits sum up to Max Wait, with no time to come back', { pace: { refusals: 5, waited: 31_000 } }, stopped('rate_limited', 'rate_limited')],
		['is deferred with a Max Wait of 0', { limits: { maxWait: 0 } }, stopped('rate_limited', 'rate_limited')],
		['is deferred the ninth time in a row', { pace: { refusals: 8 } }, stopped('rate_limited', 'rate_limited')],
	])('a burst guard that says no time %s', (_says, circumstances, verdict) => {
		expect(verdictOn('rate_limited', circumstances)).toEqual(verdict);
	});
});

describe('a window that is known to be closed', () => {
	const verdictOnClosed = (reason: Closed['reason'], opensIn: number | null, circumstances: Circumstances) =>
		judgeClosed({ reason, opensAt: opensIn === null ? null : NOW + opensIn * SECOND }, situationOf(circumstances));

	describe.each(['fair_use_records', 'fair_use_requests'] as const)('(%s)', (reason) => {
		it.each<[string, number | null, Circumstances, Verdict]>([
			['is waited for, and a second more', 30, {}, pausedFor(31, 'window')],
			['is waited for a little longer by chance', 30, { chance: 0.8 }, pausedFor(31.2, 'window')],
			['is waited for a second where it should be open already', -30, {}, pausedFor(1, 'window')],
			['is waited for up to exactly Max Wait', 59, {}, pausedFor(60, 'window')],
			['is not waited for a second longer than Max Wait', 60, {}, stopFor(reason, null, 60)],
			['is not waited for where only chance takes it over Max Wait', 59, { chance: 0.5 }, stopFor(reason, null, 59)],
			['is not waited for where nobody knows when it opens', null, {}, stopFor(reason, null)],
			['is waited for hours where Max Wait says so', 18_000, { limits: { maxWait: 18_001_000 } }, pausedFor(18_001, 'window')],
			['is deferred at once where the user wants it so', 1, { limits: { onLimit: 'defer' } }, stopFor(reason, null, 1)],
			['stops where the user treats it as an error', 1, { limits: { onLimit: 'error' } }, stopFor(reason, null, 1)],
			['may be run again in a second where it should be open already', -30, { limits: { onLimit: 'defer' } }, stopFor(reason, null, 0)],
			['adds to what was waited since the last answer', 29, { pace: { waited: 30_000 } }, pausedFor(30, 'window')],
			['is not waited for where the waits sum up to more', 29, { pace: { waited: 30_001 } }, stopFor(reason, null, 29)],
			['counts only the time that is not waited already', 50, { pace: { pausedUntil: NOW + 40_000, waited: 40_000 } }, pausedFor(51, 'window')],
			['is waited for the eighth time in a row', 1, { pace: { refusals: 7 } }, pausedFor(2, 'window')],
			['is not waited for the ninth time in a row', 1, { pace: { refusals: 8 } }, stopFor(reason, null, 1)],
		])('%s', (_says, opensIn, circumstances, verdict) => {
			expect(verdictOnClosed(reason, opensIn, circumstances)).toEqual(verdict);
		});
	});

	it.each<[string, number | null, Circumstances, Verdict]>([
		['with the time to come back', 1, {}, stopFor('reserve', null, 1)],
		['without it where nobody knows it', null, {}, stopFor('reserve', null)],
		['however long the user would wait', 1, { limits: { maxWait: 18_001_000 } }, stopFor('reserve', null, 1)],
	])('of which nothing but the reserve is left stops the run, %s: that is the user\'s own bound', (_says, opensIn, circumstances, verdict) => {
		expect(verdictOnClosed('reserve', opensIn, circumstances)).toEqual(verdict);
	});
});
