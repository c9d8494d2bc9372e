import { field } from '../../../nodes/IdentityResolution/api/values/json';
import { ipToCompany } from '../../support/api/tools';
import { ALL_CONTENT, oneTool } from '../../../nodes/IdentityResolution/actions/write/content';
import { knownContent } from '../../../nodes/IdentityResolution/actions/write/knownContent';
import { RowShape } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import { writeError, writeRow } from '../../../nodes/IdentityResolution/actions/write/writeRows';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import type { StoredAnswer } from '../../../nodes/IdentityResolution/api/answersText';
import { findByEmail } from '../../../nodes/IdentityResolution/actions/businessProfile/findByEmail.operation';
import { findCompanyByIp } from '../../../nodes/IdentityResolution/actions/company/findByIp.operation';
import type { LookupOperation } from '../../../nodes/IdentityResolution/actions/spec/operation';
import { findByLinkedin } from '../../../nodes/IdentityResolution/actions/businessProfile/findByLinkedin.operation';
import { AnswerStore } from '../../../nodes/IdentityResolution/run/answerStore';
import type { Step } from '../../../nodes/IdentityResolution/run/route';
import type { Outcome, PhoneResult } from '../../../nodes/IdentityResolution/service/outcome';
import { isKnown, type SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { paid } from '../../support/actions/paid';
import { NO_CONTEXT } from '../../support/actions/rowContext';
import { readText, answersText, signWith, storeOf } from '../../support/api/answersText';
import { businessProfile, hashedEmail, lookupFor, personalEmail, reverseEmail } from '../../support/run/lookups';
import { DEFERRED, FAILED, found, MISS, NOON, rowOf, SETTINGS } from '../../support/run/settledRows';

const DAY = 86_400_000;
const ADA = { full_name: 'Ada Example', title: 'Engineer' };
const EMAIL = { email: 'ada@example.net', title: 'CEO' };
const PLANNED: Outcome = { is: 'planned', why: 'Dry Run is on' };
const SKIPPED: Outcome = { is: 'skipped', why: 'any', by: 'answered_before' };

interface Context {
	store?: AnswerStore;
	operation?: LookupOperation;
}

const contentOf = (row: SettledRow, { store = storeOf(), operation = findByLinkedin }: Context = {}) =>
	knownContent(oneTool(operation, ALL_CONTENT), store).read(row, NO_CONTEXT);
const keptIn = (text: unknown) =>
	readText(text).map(({ tool, key, results }) => [tool, key.replace(/^\w+:/, ''), results]);
const keptOf = (row: SettledRow, context?: Context) => keptIn(contentOf(row, context).own.answers);
const knownWith = (...answers: StoredAnswer[]) => storeOf(answersText(answers));
const FOUND = rowOf(businessProfile, 'ada-example', found(ADA));
const ANSWERED = [businessProfile.name, 'ada-example', ADA];
const EARLIER = paid(personalEmail, 'ada-example', EMAIL, NOON - DAY);
const EARLIER_KEPT = [personalEmail.name, 'ada-example', EMAIL];
const EARLIER_TEXT = answersText([EARLIER]);

describe('the column answers with Use Known Answers', () => {
	it.each<[string, Outcome, boolean]>([
		['a hit', found(ADA), true],
		['a miss', MISS, false],
	])('keeps %s with its time', (_what, outcome, found) => {
		const { answers } = contentOf(rowOf(businessProfile, 'ada-example', outcome)).own;
		expect(readText(answers)).toMatchObject([{ key: 'linkedin:ada-example', found, at: NOON }]);
	});

	it.each<[PhoneResult, StoredAnswer['phone']]>([
		['as_requested', 'with'],
		['unreadable', 'with'],
		['omitted', 'without'],
	])('keeps an answer whose phone is %s as one %s the phone', (phone, stored) => {
		const [step] = rowOf(businessProfile, 'ada-example', { ...found(ADA), phone } as Outcome).steps;
		const row = { ...FOUND, steps: [{ ...step, lookup: lookupFor(businessProfile, 'ada-example', 'with') }] };
		expect(readText(contentOf(row).own.answers)).toMatchObject([{ phone: stored, results: ADA }]);
	});

	const unnamed = { found: false, results: null, metadata: null, at: NOON, isUnnamed: true } as const;
	it.each<[string, Outcome, AnswerStore?]>([
		['a deferred row', DEFERRED],
		['a failed row', FAILED],
		['a planned row', PLANNED],
		['a skipped row', SKIPPED],
		['a miss of a whole batch, which names no person', { is: 'not_found', answer: unnamed, phone: 'as_requested' }],
		['a row without a secret', found(ADA), new AnswerStore(null)],
	])('is empty for %s', (_status, outcome, store = storeOf()) => {
		const { own, notes } = contentOf(rowOf(businessProfile, 'ada-example', outcome), { store });
		expect([own.answers, notes]).toEqual([null, []]);
	});

	const fromOtherRow = storeOf();
	fromOtherRow.add(EARLIER);
	it.each<[string, Context]>([
		['known rows', { store: knownWith(EARLIER, paid(personalEmail, 'bea-example', EMAIL)) }],
		['other rows', { store: fromOtherRow }],
	])('also has the answers of %s about the person', (_where, context) => {
		expect(keptOf(FOUND, context)).toEqual([EARLIER_KEPT, ANSWERED]);
	});

	const hash = md5OfEmail('ada@example.com');
	it.each<[string, LookupOperation, SettledRow, StoredAnswer[], string[]]>([
		[
			'an email and its MD5',
			findByEmail,
			rowOf(reverseEmail, 'ada@example.com', MISS),
			[paid(hashedEmail, hash, ADA)],
			[hash, 'ada@example.com'],
		],
		[
			'all people whom the row names, even if it was not looked up',
			findByLinkedin,
			{ outcome: { ...DEFERRED, person: ['linkedin:ada-example', 'linkedin:bea-example'] }, steps: [] },
			[EARLIER, paid(businessProfile, 'bea-example', ADA)],
			['ada-example', 'bea-example'],
		],
		[
			'an IP address',
			findCompanyByIp,
			rowOf(ipToCompany, '192.0.2.1', DEFERRED),
			[paid(ipToCompany, '192.0.2.1', { name: 'Example Works' })],
			['192.0.2.1'],
		],
	])('has the known answers about %s', (_whom, operation, row, known, keys) => {
		expect(keptOf(row, { store: knownWith(...known), operation }).map(([, key]) => key)).toEqual(keys);
	});

	it('has the latest answer to a lookup, wherever it is from', () => {
		const keptWith = (at: number) =>
			keptOf(FOUND, { store: knownWith(paid(businessProfile, 'ada-example', EMAIL, at)) });
		expect(keptWith(NOON - DAY)).toEqual([ANSWERED]);
		expect(keptWith(NOON + DAY)).toEqual([[businessProfile.name, 'ada-example', EMAIL]]);
	});

	it('has results that are too long as columns, except those of unknown tools', () => {
		const unknown = { ...EARLIER, tool: 'unknown_tool', results: { any: 'field' } };
		const long = rowOf(businessProfile, 'ada-example', found({ ...ADA, unknown_field: 'x'.repeat(30_000) }));
		expect(keptOf(long, { store: knownWith(unknown) })).toEqual([
			['unknown_tool', 'ada-example', { any: 'field' }],
			[businessProfile.name, 'ada-example', { columns: expect.objectContaining(ADA) as object, unread: {} }],
		]);
	});

	it('adds a note if not all answers fit', () => {
		const large = rowOf(businessProfile, 'ada-example', found({ full_name: 'Ada '.repeat(9_000) }));
		expect(contentOf(large).notes).toEqual([
			'Not all paid answers fit into the 30,000 characters of answers: some may be charged again',
		]);
	});
});

describe('a row that came with a text', () => {
	const FOREIGN = answersText([EARLIER], signWith('secret_of_a_stranger'));
	const shapeWith = (store: AnswerStore) =>
		new RowShape(knownContent(oneTool(findByLinkedin, ALL_CONTENT), store), SETTINGS, 'workflow');
	const written = (outcome: Outcome, text: unknown, person = 'ada-example', store = storeOf()) => {
		const json = { enriched_answers: text as string, enriched_person_key: `linkedin:${person}` };
		const row = rowOf(businessProfile, 'ada-example', outcome);
		return writeRow({ json }, 0, row, shapeWith(store)).json.enriched_answers;
	};
	const continued = (row: SettledRow, text: string, store = storeOf()) =>
		field(writeError({ json: { enriched_answers: text } }, 0, row, shapeWith(store)).json.error, 'answers');

	it.each<[string, Outcome]>([
		['deferred', DEFERRED],
		['failed', FAILED],
		['planned', PLANNED],
	])('and is %s keeps it if it is authentic, unless the person is known', (_status, outcome) => {
		for (const cell of [EARLIER_TEXT, `'${EARLIER_TEXT}`]) expect(written(outcome, cell)).toBe(cell);
		// A store that keeps one row per person would lose what is known.
		for (const cell of [FOREIGN, EARLIER_TEXT, ''])
			expect(keptIn(written(outcome, cell, 'ada-example', knownWith(EARLIER)))).toEqual([EARLIER_KEPT]);
	});

	it.each([FOREIGN, 'a note', 5, {}, ' '])('loses it if it is not authentic: %j', (cell) => {
		for (const outcome of [DEFERRED, FAILED, PLANNED]) expect(written(outcome, cell)).toBe('');
		expect(keptIn(written(found(ADA), cell))).toEqual([ANSWERED]);
		expect(written({ is: 'invalid', why: 'x' }, cell)).toBe(cell);
	});

	it('gets none of its answers, because texts are only read at Known', () => {
		expect(keptIn(written(found(ADA), EARLIER_TEXT))).toEqual([ANSWERED]);
	});

	it('loses it if it now names another person', () => {
		expect(written(DEFERRED, EARLIER_TEXT, 'bea-example')).toBe('');
		expect(keptIn(written(found(ADA), EARLIER_TEXT, 'bea-example'))).toEqual([ANSWERED]);
	});

	it('has on the error output all known answers, or else its cell if that is authentic', () => {
		const row = { outcome: FAILED, steps: rowOf(reverseEmail, 'ada@example.com', MISS).steps };
		const tools = keptIn(continued(row, '', knownWith(paid(hashedEmail, 'ada@example.com')))).map(([tool]) => tool);
		expect(tools).toEqual([hashedEmail.name, reverseEmail.name]);
		const without = rowOf(businessProfile, 'ada-example', FAILED);
		expect(continued(without, EARLIER_TEXT)).toBe(EARLIER_TEXT);
		for (const cell of [FOREIGN, 'a note', '']) expect(continued(without, cell)).toBeUndefined();
	});
});

const stepWith = (attempts: number, outcome: Outcome): Step =>
	rowOf(businessProfile, 'ada-example', outcome, { attempts }).steps[0];
/** A lookup that this run sent. */
const sent = (outcome: Outcome) => stepWith(1, outcome);
/** A lookup that this run did not send. */
const unsent = (outcome: Outcome) => stepWith(0, outcome);
const known = (time: number | null) => unsent(found(EMAIL, time));

it.each<[string, Step[], isKnown: boolean, note: string | null]>([
	['a hit of an earlier run', [known(NOON)], true, 'since 2026-09-01'],
	['two hits, with the day of the oldest one', [known(NOON), known(NOON - 40 * DAY)], true, 'since 2026-07-23'],
	['one of this run and an earlier answer', [sent(found(EMAIL, NOON - DAY)), known(NOON)], false, 'since 2026-09-01'],
	['a miss of an earlier run', [unsent(MISS)], true, 'since 2026-09-01'],
	['an answer beside a deferred lookup', [known(NOON), sent(DEFERRED)], false, 'since 2026-09-01'],
	['a hit of unknown time', [known(null)], true, 'from an earlier run'],
	['a hit of unknown time and another', [known(null), known(NOON)], true, 'since 2026-09-01'],
	['an answer of this run', [sent(found(EMAIL))], false, null],
	['a planned lookup', [unsent(PLANNED)], false, null],
	['a planned lookup after an earlier answer', [unsent(MISS), unsent(PLANNED)], false, 'since 2026-09-01'],
	['a deferred lookup', [unsent(DEFERRED)], false, null],
])('a row is known if earlier runs alone answered it, and a note says since when: %s', (_what, steps, is, note) => {
	const row = { outcome: steps[steps.length - 1].outcome, steps };
	expect(isKnown(row)).toBe(is);
	expect(contentOf(row).notes).toEqual(note === null ? [] : [`Known ${note}`]);
});

it('the note about earlier answers is the first one, and no note is repeated', () => {
	const read = () => ({ ...oneTool(findByLinkedin, ALL_CONTENT).read(FOUND, NO_CONTEXT), notes: ['A', 'A'] });
	const { notes } = knownContent({ ...oneTool(findByLinkedin, ALL_CONTENT), read }, storeOf()).read(
		{ outcome: MISS, steps: [known(NOON)] },
		NO_CONTEXT,
	);
	expect(notes).toEqual(['Known since 2026-09-01', 'A']);
});
