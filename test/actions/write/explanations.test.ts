import { REASONS, type Reason } from '../../../nodes/IdentityResolution/api/refusals';
import { errorOf } from '../../../nodes/IdentityResolution/actions/write/rowErrors';
import {
	explain,
	lostAnswerNote,
	reasonOf,
	retryAtOf,
	serviceMessage,
} from '../../../nodes/IdentityResolution/actions/write/explanations';
import { statusOf } from '../../../nodes/IdentityResolution/actions/write/writeRows';
import type { Refusal } from '../../../nodes/IdentityResolution/api/replies/refusal';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome, PhoneResult, Stop } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { lookupFor, personalEmail } from '../../support/run/lookups';

const failed = (kind: Reason): Outcome => ({
	is: 'failed',
	refusal: { reason: kind, httpStatus: null, code: null, message: null, retryAfter: null },
});
const DEFERRED: Outcome = {
	is: 'deferred',
	stop: { reason: 'insufficient_tokens', retryAt: null, refusal: null, tool: null },
};
const FOUND: Outcome = {
	is: 'found',
	answer: { found: true, results: {}, metadata: null, at: 0 },
	phone: 'as_requested',
};

const step = (outcome: Outcome, lostCount: number) =>
	({
		outcome,
		lookup: lookupFor(personalEmail, 'ada-example'),
		record: { attempts: 1 + lostCount, lostCount },
	}) as Step;
const rowOf = (outcome: Outcome, ...steps: Step[]): SettledRow => ({ outcome, steps });
const NOTE = 'An earlier answer was lost and may have been charged';

describe('the note about a lost answer', () => {
	it.each<[string, SettledRow, string | null]>([
		['is added to a row that a stop then deferred', rowOf(DEFERRED, step(DEFERRED, 1)), NOTE],
		[
			'is added to a row whose retry then failed',
			rowOf(failed('internal_error'), step(failed('internal_error'), 1)),
			NOTE,
		],
		['is omitted if the lost answer is why the row failed', rowOf(failed('lost'), step(failed('lost'), 2)), null],
		['is omitted if the retry was answered', rowOf(FOUND, step(FOUND, 1)), null],
		[
			'is omitted if the lookup with the lost answer was answered later',
			rowOf(DEFERRED, step(FOUND, 1), step(DEFERRED, 0)),
			null,
		],
		['is omitted if no answer was lost', rowOf(DEFERRED, step(DEFERRED, 0)), null],
		[
			'is added if any of several lookups lost its answer',
			rowOf(DEFERRED, step(FOUND, 0), step(DEFERRED, 0), step(DEFERRED, 1)),
			NOTE,
		],
		['is omitted for a row without lookups', rowOf(DEFERRED), null],
	])('%s', (_what, row, note) => {
		expect(lostAnswerNote(row)).toBe(note);
	});

	it('follows the remedy, in the reason and on the error output', () => {
		const row = rowOf(DEFERRED, step(DEFERRED, 1));
		expect(statusOf(row, ['A note']).reason).toBe(
			`insufficient_tokens: The token balance is used up. Top it up, then run this row again. ${NOTE}. A note`,
		);
		expect(errorOf(row).description).toBe(`Top it up, then run this row again. ${NOTE}`);
		expect(errorOf(rowOf(failed('internal_error'), step(failed('internal_error'), 1))).description).toContain(NOTE);
	});
});

const refusal: Refusal = { reason: 'internal_error', httpStatus: null, code: null, message: null, retryAfter: null };

describe('the words of the service', () => {
	it.each<[string, Partial<Refusal> | null, string]>([
		['nothing', null, ''],
		['an empty refusal', {}, ''],
		['a status', { httpStatus: 503 }, ' (HTTP 503)'],
		['a code', { code: 'internal_error' }, ' (internal_error)'],
		['a status of success', { httpStatus: 200 }, ' (HTTP 200)'],
		[
			'the code alone of a partial batch',
			{ httpStatus: 200, code: 'insufficient_tokens', message: 'Top up' },
			' (insufficient_tokens: Top up)',
		],
		['a message, without its full stop', { message: 'Try later.' }, ' (Try later)'],
		['a full stop within a message', { message: 'Try later. Or never' }, ' (Try later. Or never)'],
		[
			'all three, on one line',
			{ httpStatus: 429, code: 'rate_limited', message: 'Too\nfast' },
			' (HTTP 429 rate_limited: Too fast)',
		],
		['300 characters', { message: 'a'.repeat(300) }, ` (${'a'.repeat(300)})`],
		['2,101 characters', { message: 'a'.repeat(2_101) }, ` (${'a'.repeat(2_099)}…)`],
	])('are %s', (_what, words, text) => {
		expect(serviceMessage(words && { ...refusal, ...words })).toBe(text);
	});

	it('are cut to the room, or omitted if a part of them would say nothing', () => {
		const words = { ...refusal, httpStatus: 503, message: 'Try later' };
		expect(serviceMessage(words, 11)).toBe(' (HTTP 50…)');
		expect(serviceMessage(words, 10)).toBe('');
	});
});

describe('the reason column', () => {
	const hit = (phone: PhoneResult, serviceNote?: string): Outcome => ({
		is: 'found',
		answer: { found: true, results: {}, metadata: null, at: 0, serviceNote },
		phone,
	});
	const stop: Stop = { reason: 'unknown_tool', retryAt: null, refusal: null, tool: 'any_tool' };
	const NO_PHONE_TOKENS = 'Looked up without the phone: the phone tokens are used up';

	it.each<[string, Outcome, string | null]>([
		['a hit', hit('as_requested'), null],
		['a hit with a remark', { ...hit('as_requested'), remark: 'Looked up as a slug' }, 'Looked up as a slug'],
		['a hit without the phone', hit('omitted'), NO_PHONE_TOKENS],
		[
			'a hit with an unreadable phone',
			hit('unreadable'),
			'The service returned a phone number that cannot be dialled. Set Output to Raw to see it',
		],
		['a hit with a note', hit('as_requested', 'Partial data.'), 'The service says: Partial data'],
		['a hit with an empty note', hit('as_requested', ''), null],
		[
			'a miss with both',
			{ ...hit('omitted', 'Partial data'), is: 'not_found' } as Outcome,
			`${NO_PHONE_TOKENS}. The service says: Partial data`,
		],
		['an invalid row', { is: 'invalid', why: 'It is no profile' }, 'It is no profile'],
		[
			'an invalid row with a remedy',
			{ is: 'invalid', why: 'It is no profile', remedy: 'Use another field' },
			'It is no profile. Use another field',
		],
		['a blank row', { is: 'skipped', why: 'Email is empty', by: 'blank' }, 'Email is empty'],
		['a planned row', { is: 'planned', why: 'Dry Run is on' }, 'Dry Run is on'],
		[
			'a failed row',
			{ is: 'failed', refusal: { ...refusal, httpStatus: 500 } },
			'The service is temporarily unavailable (HTTP 500). Run this row again later; this request was not charged',
		],
		[
			'a deferred row',
			{ is: 'deferred', stop: { ...stop, refusal: { ...refusal, httpStatus: 404 } } },
			'unknown_tool: The service has no tool of this name: any_tool (HTTP 404). ' +
				'Check the tool name and the Base URL of the credential',
		],
	])('describes %s', (_what, outcome, reason) => {
		expect(reasonOf(outcome)).toBe(reason);
	});

	const LONG = 'x'.repeat(1_000);
	const talkative: Refusal = { ...refusal, httpStatus: 429, code: 'some_code', message: LONG };
	const LONGEST_TOOL = 'linkedin_to_best_personal_email_usa';
	const stops = REASONS.map((reason): Outcome => ({
		is: 'deferred',
		stop: { reason, retryAt: null, refusal: talkative, tool: LONGEST_TOOL },
	}));
	const failures = REASONS.map((reason): Outcome => ({ is: 'failed', refusal: { ...talkative, reason } }));

	it.each([...stops, ...failures])(
		'has at most 160 characters and keeps the remedy of $is $stop.reason $refusal.reason',
		(outcome) => {
			const remedy =
				outcome.is === 'deferred'
					? explain(outcome.stop).remedy
					: outcome.is === 'failed'
						? explain(outcome.refusal).remedy
						: '';
			const alone = reasonOf(outcome) ?? '';
			expect(alone.length).toBeLessThanOrEqual(160);
			expect(alone.endsWith(`. ${remedy}`)).toBe(true);
			const withNotes = reasonOf({ ...outcome, remark: LONG }, null, [NOTE]) ?? '';
			expect([withNotes.length, withNotes.includes(remedy)]).toEqual([160, true]);
		},
	);

	it('puts the notes before the remark', () => {
		const outcome = { ...hit('as_requested'), remark: 'Ignored: an email' };
		expect(reasonOf(outcome, NOTE, ['Not found: a phone'])).toBe(`${NOTE}. Not found: a phone. Ignored: an email`);
	});

	it('shortens the words of the service for a note about money', () => {
		expect(reasonOf({ is: 'failed', refusal: talkative, remark: LONG }, NOTE)).toContain(`. ${NOTE}`);
		expect(reasonOf({ is: 'failed', refusal: talkative }, NOTE)).toBe(
			'The service is temporarily unavailable (HTTP 429…). Run this row again later; ' +
				`this request was not charged. ${NOTE}`,
		);
	});

	it('says what the node found wrong with the credential itself', () => {
		const own: Refusal = { ...refusal, reason: 'wrong_address', message: 'The Base URL starts with http://' };
		expect(reasonOf({ is: 'deferred', stop: { ...stop, reason: 'wrong_address', refusal: own } })).toBe(
			'wrong_address: The Base URL starts with http://. Correct the Base URL in the credential',
		);
		const answered = { ...own, httpStatus: 404 };
		expect(reasonOf({ is: 'deferred', stop: { ...stop, reason: 'wrong_address', refusal: answered } })).toContain(
			'does not lead to the service (HTTP 404',
		);
	});

	it('names the tool only for a stop of one tool', () => {
		const messageOf = (reason: Reason, tool: string | null) => explain({ reason, tool }).message;
		expect([messageOf('service_down', 'any_tool'), messageOf('service_down', null)]).toEqual([
			'The service is unavailable: any_tool',
			'The service is unavailable',
		]);
		expect(messageOf('unauthorized', 'any_tool')).toBe('The service did not accept the API key');
	});
});

it('the retry_at column is the time of a deferred row only', () => {
	const at = (retryAt: number | null): Outcome => ({
		is: 'deferred',
		stop: { reason: 'token_budget', retryAt, refusal: null, tool: null },
	});
	expect([at(0), at(null), FOUND, failed('lost')].map(retryAtOf)).toEqual([
		'1970-01-01T00:00:00.000Z',
		null,
		null,
		null,
	]);
});
