import type { RetryDecision } from '../../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import { refusalOf, stopped, verdictOn, type Circumstances } from '../../support/decisions';

const again = (after: number, counts: 'error' | 'lost'): RetryDecision => ({ do: 'retry', after, as: 'same', counts });

const HALVED: RetryDecision = { do: 'retry', after: 0, as: 'halves', counts: 'nothing' };
const FAILED: RetryDecision = { do: 'fail' };

describe('a request that the service calls wrong', () => {
	it.each<[string, Circumstances, RetryDecision]>([
		['a single lookup fails', { attempt: { size: 1 } }, FAILED],
		['a batch of two is halved', { attempt: { size: 2 } }, HALVED],
		['a batch of a hundred is halved', { attempt: { size: 100 } }, HALVED],
		[
			'a batch is halved at once, without a retry being counted',
			{ attempt: { size: 3, errorCount: 3, lostCount: 1 } },
			HALVED,
		],
	])('%s', (_says, circumstances, decision) => {
		expect(verdictOn('invalid_input', circumstances)).toEqual(decision);
	});
});

const everyCircumstance: Array<[string, Circumstances]> = [
	['a single lookup', {}],
	['a batch', { attempt: { size: 100 } }],
	['a lookup with a phone', { attempt: { phone: 'with' } }],
	['a lookup that failed before', { attempt: { errorCount: 2, lostCount: 1 } }],
	['a request sent before the last episode', { attempt: { generation: 0 }, pace: { generation: 3 } }],
	['a user who treats limits as an error', { limits: { onLimit: 'error', retries: 0, onLostAnswer: 'fail' } }],
];

describe('a refusal that every other lookup would meet too stops the run and defers', () => {
	const kinds = ['unauthorized', 'forbidden', 'account_inactive', 'insufficient_tokens'] as const;

	describe.each(kinds)('%s', (kind) => {
		it.each(everyCircumstance)('%s', (_says, circumstances) => {
			expect(verdictOn(kind, circumstances)).toEqual(stopped(kind, kind));
		});
	});
});

describe('a refusal that every other lookup of the same tool or family would meet closes that, and no other', () => {
	describe.each(['plan_restricted', 'plan_limit', 'unknown_tool'] as const)('%s', (kind) => {
		it.each(everyCircumstance)('%s', (_says, circumstances) => {
			expect(verdictOn(kind, circumstances)).toEqual({ do: 'closeTool', reason: kind, retryAt: null });
		});
	});
});

describe('no phone tokens left', () => {
	it.each<[string, Circumstances, RetryDecision]>([
		['a lookup with a phone leaves it out', { attempt: { phone: 'with' } }, { do: 'dropPhone' }],
		[
			'a lookup with a phone leaves it to the dispatcher what onPhoneTokens says',
			{ attempt: { phone: 'with' }, limits: { onPhoneTokens: 'defer' } },
			{ do: 'dropPhone' },
		],
		[
			"a body of the user's own, which says for itself what it wants, stops the run",
			{ attempt: { phone: 'in_body' } },
			stopped('insufficient_phone_tokens', 'insufficient_phone_tokens'),
		],
		[
			'a lookup without a phone stops the run, where it would ask for ever otherwise',
			{ attempt: { phone: 'without' } },
			stopped('insufficient_phone_tokens', 'insufficient_tokens'),
		],
	])('%s', (_says, circumstances, decision) => {
		expect(verdictOn('insufficient_phone_tokens', circumstances)).toEqual(decision);
	});
});

describe.each(['internal_error', 'unsent'] as const)('a failure that is never charged (%s)', (kind) => {
	it.each<[string, Circumstances, RetryDecision]>([
		['is tried again after half a second', {}, again(500, 'error')],
		['is tried again as the same batch', { attempt: { size: 100 } }, again(500, 'error')],
		['is tried again after twice as long each time', { attempt: { errorCount: 2 } }, again(2_000, 'error')],
		[
			'is tried again up to a quarter earlier by chance',
			{ attempt: { errorCount: 2 }, chance: 0.8 },
			again(1_600, 'error'),
		],
		[
			'is tried again after eight seconds at most',
			{ attempt: { errorCount: 9 }, limits: { retries: 10 } },
			again(8_000, 'error'),
		],
		['fails once the retries are used up', { attempt: { errorCount: 3 } }, FAILED],
		['fails at once without retries', { limits: { retries: 0 } }, FAILED],
		['is tried again whatever onLostAnswer says', { limits: { onLostAnswer: 'fail' } }, again(500, 'error')],
		['is tried again after an answer was lost', { attempt: { lostCount: 1 } }, again(500, 'error')],
	])('%s', (_says, circumstances, decision) => {
		expect(verdictOn(kind, circumstances)).toEqual(decision);
	});
});

describe('a batch that fails for good', () => {
	const part = (counts: 'failure' | 'nothing'): RetryDecision => ({ do: 'split', after: 500, counts });

	it.each<[string, 'internal_error' | 'unsent', Circumstances, RetryDecision]>([
		[
			'is asked in halves after a 500, as one lookup may be the cause',
			'internal_error',
			{ attempt: { size: 100, errorCount: 3 } },
			part('nothing'),
		],
		[
			'is asked in halves at once without retries',
			'internal_error',
			{ attempt: { size: 100 }, limits: { retries: 0 } },
			part('nothing'),
		],
		[
			'counts where it is a part itself',
			'internal_error',
			{ attempt: { size: 50, errorCount: 4 } },
			part('failure'),
		],
		['fails where it is a part and alone', 'internal_error', { attempt: { size: 1, errorCount: 4 } }, FAILED],
		[
			'fails without a connection, which no lookup is the cause of',
			'unsent',
			{ attempt: { size: 100, errorCount: 3 } },
			FAILED,
		],
	])('%s', (_says, kind, circumstances, decision) => {
		expect(verdictOn(kind, circumstances)).toEqual(decision);
	});
});

describe('a lost answer, which may have been charged', () => {
	it.each<[string, Circumstances, RetryDecision]>([
		['is asked again', {}, again(500, 'lost')],
		['is asked again as the same batch', { attempt: { size: 100 } }, again(500, 'lost')],
		['is asked again up to a quarter earlier by chance', { chance: 0.8 }, again(400, 'lost')],
		['fails the second time', { attempt: { lostCount: 1 } }, FAILED],
		['fails at once where the user wants no charge twice', { limits: { onLostAnswer: 'fail' } }, FAILED],
		[
			'is asked again without retries: those are for what is never charged',
			{ limits: { retries: 0 } },
			again(500, 'lost'),
		],
		['is asked again after failures that were not charged', { attempt: { errorCount: 3 } }, again(500, 'lost')],
	])('%s', (_says, circumstances, decision) => {
		expect(verdictOn('lost', circumstances)).toEqual(decision);
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
