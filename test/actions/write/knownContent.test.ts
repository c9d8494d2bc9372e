import { ipToCompany } from '../../support/api/tools';
import { ALL_CONTENT, oneTool } from '../../../nodes/IdentityResolution/actions/write/content';
import { isKnown, knownContent } from '../../../nodes/IdentityResolution/actions/write/knownContent';
import { shapeFor } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import { continuationOf, writeRow } from '../../../nodes/IdentityResolution/actions/write/writeRows';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import type { StoredAnswer } from '../../../nodes/IdentityResolution/api/resume';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { errorJson, errorOf } from '../../../nodes/IdentityResolution/actions/write/rowErrors';
import { AnswerStore } from '../../../nodes/IdentityResolution/run/answerStore';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { paid } from '../../support/actions/paid';
import { NO_CONTEXT } from '../../support/actions/rowContext';
import { readText, resumeText, signWith, storeOf } from '../../support/api/resumeText';
import { businessProfile, hashedEmail, personalEmail, reverseEmail } from '../../support/run/lookups';
import { DEFERRED, FAILED, found, MISS, NOON, rowOf, SETTINGS } from '../../support/run/settledRows';

const DAY = 86_400_000;
const ADA = { full_name: 'Ada Example', title: 'Engineer' };
const EMAIL = { email: 'ada@example.net' };
const PLANNED: Outcome = { is: 'planned', why: 'Dry Run is on' };
const SKIPPED: Outcome = { is: 'skipped', why: 'any', by: 'skip_when' };

interface Context {
	store?: AnswerStore;
	texts?: string[];
	tool?: Tool;
}

const contentOf = (row: SettledRow, { store = storeOf(), texts = [], tool = businessProfile }: Context = {}) =>
	knownContent(oneTool(tool, ALL_CONTENT), store).read(row, { ...NO_CONTEXT, texts: () => texts });
const keptIn = (text: unknown) =>
	readText(text).map(({ tool, key, results }) => [tool, key.replace(/^\w+:/, ''), results]);
const keptOf = (row: SettledRow, context?: Context) => keptIn(contentOf(row, context).own.resume);
const knownWith = (...answers: StoredAnswer[]) => storeOf(resumeText(answers));
const FOUND = rowOf(businessProfile, 'ada-example', found(ADA));
const ANSWERED = [businessProfile.name, 'ada-example', ADA];
const EARLIER = paid(personalEmail, 'ada-example', EMAIL, NOON - DAY);
const EARLIER_KEPT = [personalEmail.name, 'ada-example', EMAIL];
const EARLIER_TEXT = resumeText([EARLIER]);

describe('the resume column with Use Known Answers', () => {
	it.each<[string, Outcome, boolean]>([
		['a hit', found(ADA), true],
		['a miss', MISS, false],
	])('keeps %s with its time', (_what, outcome, found) => {
		const { resume } = contentOf(rowOf(businessProfile, 'ada-example', outcome)).own;
		expect(readText(resume)).toMatchObject([{ key: 'linkedin:ada-example', found, at: NOON }]);
	});

	const unnamed = { found: false, results: null, metadata: null, at: NOON, isUnnamed: true } as const;
	it.each<[string, Outcome, AnswerStore?]>([
		['a deferred row', DEFERRED],
		['a failed row', FAILED],
		['a planned row', PLANNED],
		['a skipped row', SKIPPED],
		['a miss of a whole batch, which names no person', { is: 'not_found', answer: unnamed, phone: 'as_requested' }],
		['a row without a key', found(ADA), new AnswerStore(null)],
	])('is empty for %s', (_status, outcome, store = storeOf()) => {
		const { own, notes } = contentOf(rowOf(businessProfile, 'ada-example', outcome), { store });
		expect([own.resume, notes]).toEqual([null, []]);
	});

	const fromOtherRow = storeOf();
	fromOtherRow.add(EARLIER);
	it.each<[string, Context]>([
		['its own texts', { texts: [EARLIER_TEXT] }],
		['known rows', { store: knownWith(EARLIER, paid(personalEmail, 'bea-example', EMAIL)) }],
		['other rows', { store: fromOtherRow }],
	])('also has the answers of %s about the person', (_where, context) => {
		expect(keptOf(FOUND, context)).toEqual([EARLIER_KEPT, ANSWERED]);
	});

	it('has the answers of its own texts by identifiers that the row no longer has', () => {
		const texts = [resumeText([paid(reverseEmail, 'ada@example.com')])];
		expect(keptOf(FOUND, { texts })).toEqual([[reverseEmail.name, 'ada@example.com', null], ANSWERED]);
	});

	const hash = md5OfEmail('ada@example.com');
	it.each<[string, Tool, SettledRow, StoredAnswer[], string[]]>([
		[
			'an email and its MD5',
			reverseEmail,
			rowOf(reverseEmail, 'ada@example.com', MISS),
			[paid(hashedEmail, hash, ADA)],
			[hash, 'ada@example.com'],
		],
		[
			'all people whom the row names, even if it was not looked up',
			businessProfile,
			{ outcome: { ...DEFERRED, person: ['linkedin:ada-example', 'linkedin:bea-example'] }, steps: [] },
			[EARLIER, paid(businessProfile, 'bea-example', ADA)],
			['ada-example', 'bea-example'],
		],
		[
			'an IP address',
			ipToCompany,
			rowOf(ipToCompany, '192.0.2.1', DEFERRED),
			[paid(ipToCompany, '192.0.2.1', { name: 'Example Works' })],
			['192.0.2.1'],
		],
	])('has the known answers about %s', (_whom, tool, row, known, keys) => {
		expect(keptOf(row, { store: knownWith(...known), tool }).map(([, key]) => key)).toEqual(keys);
	});

	it('has the latest answer to a lookup, wherever it is from', () => {
		const [older, later] = [NOON - DAY, NOON + DAY].map((at) => paid(businessProfile, 'ada-example', EMAIL, at));
		const kept = (store: StoredAnswer, text: StoredAnswer) =>
			keptOf(FOUND, { store: knownWith(store), texts: [resumeText([text])] }).map(([, , results]) => results);
		expect([kept(older, older), kept(older, later), kept(later, older)]).toEqual([[ADA], [EMAIL], [EMAIL]]);
	});

	it('adds a note if not all answers fit', () => {
		const large = rowOf(businessProfile, 'ada-example', found({ full_name: 'Ada '.repeat(9_000) }));
		expect(contentOf(large).notes).toEqual([expect.stringContaining('Not all paid answers fit') as string]);
	});
});

describe('a row that came with a text', () => {
	const FOREIGN = resumeText([EARLIER], signWith('key_of_a_stranger'));
	const written = (outcome: Outcome, text: string, person = 'ada-example', store = storeOf()) => {
		const shape = shapeFor(knownContent(oneTool(businessProfile, ALL_CONTENT), store), SETTINGS, 'workflow');
		const json = { enriched_resume: text, enriched_person_key: `linkedin:${person}` };
		return writeRow({ json }, 0, rowOf(businessProfile, 'ada-example', outcome), shape).json.enriched_resume;
	};

	it('keeps it, also if it is not authentic, until the row is answered or the person is known', () => {
		for (const outcome of [DEFERRED, FAILED, PLANNED]) {
			expect(written(outcome, FOREIGN)).toBe(FOREIGN);
			// A store that keeps one row per person would lose what is known.
			expect(keptIn(written(outcome, FOREIGN, 'ada-example', knownWith(EARLIER)))).toEqual([EARLIER_KEPT]);
		}
		expect(keptIn(written(found(ADA), FOREIGN))).toEqual([ANSWERED]);
		expect(keptIn(written(found(ADA), EARLIER_TEXT))).toEqual([EARLIER_KEPT, ANSWERED]);
	});

	describe('and with another one in an error item, if it is not answered,', () => {
		const shapeWith = (store: AnswerStore) =>
			shapeFor(knownContent(oneTool(businessProfile, ALL_CONTENT), store), SETTINGS, 'workflow');
		const deferred = (own: string, store: AnswerStore) => {
			const failed = errorJson(errorOf(rowOf(businessProfile, 'ada-example', FAILED)));
			const json = { enriched_resume: own, error: { ...(failed.error as object), resume: FOREIGN } };
			const item = writeRow({ json }, 0, rowOf(businessProfile, 'ada-example', DEFERRED), shapeWith(store));
			return [item.json.enriched_resume, item.json.error];
		};

		it('keeps both without a key that could read them', () => {
			expect(deferred(EARLIER_TEXT, new AnswerStore(null))).toEqual([
				EARLIER_TEXT,
				expect.objectContaining({ resume: FOREIGN }),
			]);
		});

		it('keeps the one of the error item in its column, if that is empty', () => {
			expect(deferred('', new AnswerStore(null))).toEqual([FOREIGN, undefined]);
		});

		it('keeps its own text alone if that counts', () => {
			const [text, error] = deferred(EARLIER_TEXT, storeOf());
			expect([keptIn(text), error]).toEqual([[EARLIER_KEPT], undefined]);
		});
	});

	it('loses it if it now names another person', () => {
		expect(written(DEFERRED, EARLIER_TEXT, 'bea-example')).toBe('');
		expect(keptIn(written(found(ADA), EARLIER_TEXT, 'bea-example'))).toEqual([ANSWERED]);
	});
});

describe('a row of the error output', () => {
	const continued = (row: SettledRow, text: string, store = storeOf()) => {
		const shape = shapeFor(knownContent(oneTool(businessProfile, ALL_CONTENT), store), SETTINGS, 'workflow');
		return continuationOf({ json: { enriched_resume: text } }, row, shape).resume;
	};

	it('keeps its answers, those in the row and those of known rows', () => {
		const row = { outcome: FAILED, steps: rowOf(reverseEmail, 'ada@example.com', MISS).steps };
		const tools = keptIn(continued(row, EARLIER_TEXT, knownWith(paid(hashedEmail, 'ada@example.com')))).map(
			([tool]) => tool,
		);
		expect(tools).toEqual([hashedEmail.name, personalEmail.name, reverseEmail.name]);
	});

	it('keeps its cell without an answer', () => {
		expect(continued(rowOf(businessProfile, 'ada-example', FAILED), 'a note')).toBe('a note');
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
	const read = () => ({ ...oneTool(businessProfile, ALL_CONTENT).read(FOUND, NO_CONTEXT), notes: ['A', 'A'] });
	const { notes } = knownContent({ ...oneTool(businessProfile, ALL_CONTENT), read }, storeOf()).read(
		{ outcome: MISS, steps: [known(NOON)] },
		NO_CONTEXT,
	);
	expect(notes).toEqual(['Known since 2026-09-01', 'A']);
});
