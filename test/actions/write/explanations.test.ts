import { REASONS, type Reason } from '../../../nodes/IdentityResolution/api/replies/refusals';
import {
	explain,
	lostAnswerNote,
	reasonOf,
	retryAtOf,
	serviceMessage,
} from '../../../nodes/IdentityResolution/actions/write/explanations';
import type { Refusal } from '../../../nodes/IdentityResolution/api/replies/envelope';
import { stopFor, type Outcome } from '../../../nodes/IdentityResolution/service/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { personalEmail } from '../../support/run/lookups';
import { DEFERRED, FAILED, found, rowOf as settledRow } from '../../support/run/settledRows';

const FOUND = found({});
const LOST: Outcome = {
	is: 'failed',
	refusal: { reason: 'lost', httpStatus: null, code: null, message: null, retryAfter: null },
};

/** A row with a lookup for each outcome, and the number of its lost answers. */
const rowOf = (outcome: Outcome, ...steps: Array<[Outcome, lostCount: number]>): SettledRow => ({
	outcome,
	steps: steps.flatMap(([one, lostCount]) => settledRow(personalEmail, 'ada-example', one, { lostCount }).steps),
});
const NOTE = 'An earlier answer was lost and may have been charged';

it.each<[string, SettledRow, string | null]>([
	['a stop then deferred the row', rowOf(DEFERRED, [DEFERRED, 1]), NOTE],
	['the retry then failed', rowOf(FAILED, [FAILED, 1]), NOTE],
	['it is one of several lookups', rowOf(DEFERRED, [FOUND, 0], [DEFERRED, 0], [DEFERRED, 1]), NOTE],
	['it is why the row failed', rowOf(LOST, [LOST, 2]), null],
	['the retry was answered', rowOf(FOUND, [FOUND, 1]), null],
	['a free tool', settledRow({ ...personalEmail, family: 'free' }, 'ada-example', DEFERRED, { lostCount: 1 }), null],
	['its lookup was answered before another was deferred', rowOf(DEFERRED, [FOUND, 1], [DEFERRED, 0]), null],
])('a lost answer is noted unless the row says so, or its lookup was answered: %s', (_what, row, note) => {
	expect(lostAnswerNote(row)).toBe(note);
});

const refusal: Refusal = { reason: 'internal_error', httpStatus: null, code: null, message: null, retryAfter: null };
const LONG = 'a'.repeat(2_101);

it.each<[Partial<Refusal> | null, string]>([
	[null, ''],
	[{}, ''],
	[{ httpStatus: 503 }, ' (HTTP 503)'],
	[{ code: 'internal_error' }, ' (internal_error)'],
	[{ httpStatus: 200 }, ' (HTTP 200)'],
	// A partial batch is no failure.
	[{ httpStatus: 200, code: 'insufficient_tokens', message: 'Top up' }, ' (insufficient_tokens: Top up)'],
	[{ message: 'Try later. Or never.' }, ' (Try later. Or never)'],
	[{ httpStatus: 429, code: 'rate_limited', message: 'Too\nfast' }, ' (HTTP 429 rate_limited: Too fast)'],
	[{ message: LONG.slice(1) }, ` (${LONG.slice(1)})`],
	[{ message: LONG }, ` (${LONG.slice(2)}…)`],
])('serviceMessage quotes %j on one line, without its full stop', (words, text) => {
	expect(serviceMessage(words && { ...refusal, ...words })).toBe(text);
});

it('serviceMessage is cut to the room, and empty if a part of it would say nothing', () => {
	const words = { ...refusal, httpStatus: 503, message: 'Try later' };
	expect([11, 10].map((room) => serviceMessage(words, room))).toEqual([' (HTTP 50…)', '']);
});

describe('the reason column', () => {
	const hit = (phone: 'as_requested' | 'omitted' | 'unreadable', serviceNote?: string): Outcome => ({
		is: 'found',
		answer: { found: true, results: {}, metadata: null, at: 0, serviceNote },
		phone,
	});
	const NO_PHONE_TOKENS = 'Looked up without the phone: the phone tokens are used up';
	const UNREADABLE = 'The service returned a phone number that cannot be dialled. Set Output to Raw to see it';
	const httpError = (httpStatus: number): Refusal => ({ ...refusal, httpStatus });
	const ownProblem: Refusal = { ...refusal, message: 'The Base URL starts with http://' };

	it.each<[string, Outcome, string | null]>([
		['a hit', hit('as_requested'), null],
		['a hit with a remark', { ...hit('as_requested'), remark: 'Looked up as a slug' }, 'Looked up as a slug'],
		['a hit without the phone', hit('omitted'), NO_PHONE_TOKENS],
		['a hit with an unreadable phone', hit('unreadable'), UNREADABLE],
		['a hit with an empty note', hit('as_requested', ''), null],
		[
			'a miss with two notes',
			{ ...hit('omitted', 'Partial data.'), is: 'not_found' } as Outcome,
			`${NO_PHONE_TOKENS}. The service says: Partial data`,
		],
		['an invalid row', { is: 'invalid', why: 'It is no profile' }, 'It is no profile'],
		['a row with a remedy', { is: 'invalid', why: 'Wrong', remedy: 'Use Email' }, 'Wrong. Use Email'],
		['a blank row', { is: 'skipped', why: 'Email is empty', by: 'blank' }, 'Email is empty'],
		['a planned row', { is: 'planned', why: 'Dry Run is on' }, 'Dry Run is on'],
		[
			'a failed row',
			{ is: 'failed', refusal: httpError(500) },
			'The service is temporarily unavailable (HTTP 500). Run this row again later; this request was not charged',
		],
		[
			'a deferred row',
			{ is: 'deferred', stop: { ...stopFor('unknown_tool', { refusal: httpError(404) }), tool: 'any_tool' } },
			'unknown_tool: The service has no tool of this name: any_tool (HTTP 404). ' +
				'Check the Base URL of the credential, or use another tool',
		],
		[
			'what the node itself finds wrong with the credential',
			{ is: 'deferred', stop: stopFor('wrong_address', { refusal: ownProblem }) },
			'wrong_address: The Base URL starts with http://. Correct the Base URL in the credential',
		],
		[
			'what the service finds wrong with it',
			{ is: 'deferred', stop: stopFor('wrong_address', { refusal: httpError(404) }) },
			'wrong_address: The Base URL does not lead to the service (HTTP 404). ' +
				'Correct the Base URL in the credential',
		],
	])('describes %s', (_what, outcome, reason) => {
		expect(reasonOf(outcome)).toBe(reason);
	});

	const talkative: Refusal = { ...refusal, httpStatus: 429, code: 'some_code', message: LONG };
	const tool = 'linkedin_to_best_personal_email_usa';

	it.each(
		REASONS.flatMap((reason): Array<[Outcome, remedy: string]> => [
			[
				{ is: 'deferred', stop: { reason, retryAt: null, refusal: talkative, tool } },
				explain({ reason, tool }).remedy,
			],
			[{ is: 'failed', refusal: { ...talkative, reason } }, explain({ reason }).remedy],
		]),
	)('has at most 160 characters and keeps the remedy of %j', (outcome, remedy) => {
		const alone = reasonOf(outcome) ?? '';
		expect(alone.length).toBeLessThanOrEqual(160);
		expect(alone.endsWith(`. ${remedy}`)).toBe(true);
		const withNotes = reasonOf({ ...outcome, remark: LONG }, [NOTE]) ?? '';
		expect([withNotes.length, withNotes.includes(remedy)]).toEqual([160, true]);
	});

	it('puts a note about money first, and shortens the words of the service for it', () => {
		const outcome = { ...hit('as_requested', LONG), remark: 'Ignored: an email' };
		expect(reasonOf(outcome, [NOTE, 'Not found: a phone'])).toBe(
			`The service says: ${LONG.slice(0, 48)}…. ${NOTE}. Not found: a phone. Ignored: an email`,
		);
		expect(reasonOf({ is: 'failed', refusal: talkative }, [NOTE])).toBe(
			'The service is temporarily unavailable (HTTP 429…). Run this row again later; ' +
				`this request was not charged. ${NOTE}`,
		);
	});
});

it.each<[Reason, string | null, string]>([
	['service_down', 'any_tool', 'The service is unavailable: any_tool'],
	['service_down', null, 'The service is unavailable'],
	['unauthorized', 'any_tool', 'The service did not accept the API key'],
])('explain names a tool only for a stop of that tool alone: %s of %s', (reason, named, message) => {
	expect(explain({ reason, tool: named }).message).toBe(message);
});

it('the retry_at column is the time of a deferred row only', () => {
	const at = (retryAt: number): Outcome => ({ is: 'deferred', stop: { ...stopFor('token_budget'), retryAt } });
	expect([at(0), DEFERRED, FOUND, LOST].map(retryAtOf)).toEqual(['1970-01-01T00:00:00.000Z', null, null, null]);
});
