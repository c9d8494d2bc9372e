import { resolve } from '../../../nodes/IdentityResolution/actions/person/resolve.operation';
import { isKnown, knownContent } from '../../../nodes/IdentityResolution/actions/write/knownContent';
import { resolvedContent } from '../../../nodes/IdentityResolution/actions/write/resolvedContent';
import { ALL_CONTENT, oneTool, type ContentMapper } from '../../../nodes/IdentityResolution/actions/write/content';
import { shapeFor } from '../../../nodes/IdentityResolution/actions/write/rowShape';
import { writeRow } from '../../../nodes/IdentityResolution/actions/write/writeRows';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { ipToCompany } from '../../../nodes/IdentityResolution/actions/company/findByIp.operation';
import type { StoredAnswer } from '../../../nodes/IdentityResolution/api/resume';
import { AnswerStore } from '../../../nodes/IdentityResolution/run/answerStore';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { SUPPRESSED } from '../../../nodes/IdentityResolution/run/suppression';
import { paid } from '../../support/actions/paid';
import { keptIn } from '../../support/actions/resolvedRows';
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
	mapper?: ContentMapper;
}

const contentOf = (
	row: SettledRow,
	{ store = storeOf(), texts = [], mapper = oneTool(businessProfile) }: Context = {},
) => knownContent(mapper, store).read(row, { ...NO_CONTEXT, texts: () => texts });
const keptOf = (row: SettledRow, context?: Context) => keptIn(contentOf(row, context).own.resume);
const knownWith = (...answers: StoredAnswer[]) => storeOf(resumeText(answers));
const FOUND = rowOf(businessProfile, 'ada-example', found(ADA));
const answered = [businessProfile.name, 'linkedin:ada-example', 'without', ADA];
const EARLIER = paid(personalEmail, 'ada-example', EMAIL, NOON - DAY);
const earlier = [personalEmail.name, 'linkedin:ada-example', 'without', EMAIL];

describe('the resume column with Use Known Answers', () => {
	it('follows the columns of the operation, once', () => {
		expect(knownContent(oneTool(businessProfile), storeOf()).own).toEqual(['person_key', 'resume']);
		const resolved = resolvedContent(resolve, ALL_CONTENT);
		expect(knownContent(resolved, storeOf()).own).toEqual(resolved.own);
	});

	it.each<[string, Outcome, boolean]>([
		['a hit', found(ADA), true],
		['a miss', MISS, false],
	])('keeps %s with its time', (_what, outcome, found) => {
		const { resume } = contentOf(rowOf(businessProfile, 'ada-example', outcome)).own;
		expect(readText(resume)).toMatchObject([{ key: 'linkedin:ada-example', found, at: NOON }]);
	});

	it.each<[string, Outcome]>([
		['deferred', DEFERRED],
		['failed', FAILED],
		['planned', PLANNED],
		['skipped', SKIPPED],
	])('is empty for a %s row without an answer', (_status, outcome) => {
		const { own, notes } = contentOf(rowOf(businessProfile, 'ada-example', outcome, { attempts: 0 }));
		expect([own.resume, notes]).toEqual([null, []]);
	});

	it('is empty without a key', () => {
		expect(contentOf(FOUND, { store: new AnswerStore(null) }).own.resume).toBeNull();
	});

	const fromOtherRow = storeOf();
	fromOtherRow.add(EARLIER);
	it.each<[string, Context]>([
		['its own texts', { texts: [resumeText([EARLIER])] }],
		['known rows', { store: knownWith(EARLIER, paid(personalEmail, 'bea-example', EMAIL)) }],
		['other rows', { store: fromOtherRow }],
	])('also has the answers of %s about the person', (_where, context) => {
		expect(keptOf(FOUND, context)).toEqual([earlier, answered]);
	});

	it('has the answers of its own texts by identifiers that the row no longer has', () => {
		const texts = [resumeText([paid(reverseEmail, 'ada@example.com')])];
		expect(keptOf(FOUND, { texts })).toEqual([
			[reverseEmail.name, 'email:ada@example.com', 'without', null],
			answered,
		]);
	});

	it('treats an email and its MD5 as one person', () => {
		const store = knownWith(paid(hashedEmail, md5OfEmail('ada@example.com'), ADA));
		const row = rowOf(reverseEmail, 'ada@example.com', MISS);
		const tools = keptOf(row, { store, mapper: oneTool(reverseEmail) }).map(([tool]) => tool);
		expect(tools).toEqual([hashedEmail.name, reverseEmail.name]);
	});

	it('keeps the answers about all people whom the row names, even if it was not looked up', () => {
		const store = knownWith(EARLIER, paid(businessProfile, 'bea-example', ADA));
		const outcome = { ...DEFERRED, person: ['linkedin:ada-example', 'linkedin:bea-example'] };
		const keys = keptOf({ outcome, steps: [] }, { store }).map(([, key]) => key);
		expect(keys).toEqual(['linkedin:ada-example', 'linkedin:bea-example']);
	});

	it('keeps the answer about an IP address', () => {
		const store = knownWith(paid(ipToCompany, '192.0.2.1', { name: 'Example Works' }));
		const row = rowOf(ipToCompany, '192.0.2.1', DEFERRED);
		expect(keptOf(row, { store }).map(([tool]) => tool)).toEqual([ipToCompany.name]);
	});

	it('lacks a miss for a whole batch, which names no person', () => {
		const answer = { found: false, results: null, metadata: null, at: NOON, isUnnamed: true } as const;
		const outcome: Outcome = { is: 'not_found', answer, phone: 'as_requested' };
		expect(contentOf(rowOf(businessProfile, 'ada-example', outcome)).own.resume).toBeNull();
	});

	it('has the latest answer to a lookup, wherever it is from', () => {
		const [older, later] = [NOON - DAY, NOON + DAY].map((at) => paid(businessProfile, 'ada-example', EMAIL, at));
		const kept = (store: StoredAnswer, text: StoredAnswer) =>
			keptOf(FOUND, { store: knownWith(store), texts: [resumeText([text])] }).map(([, , , results]) => results);
		expect([kept(older, older), kept(older, later), kept(later, older)]).toEqual([[ADA], [EMAIL], [EMAIL]]);
	});

	it('has the same text for the same answers', () => {
		const { resume } = contentOf(FOUND, { texts: [resumeText([EARLIER])] }).own;
		const texts = [String(resume)];
		expect(contentOf(FOUND, { texts, store: storeOf(...texts) }).own.resume).toBe(resume);
	});

	it('of a suppressed row has what it came with and what this run was sent, and nothing known', () => {
		const sent = rowOf(businessProfile, 'ada-example', found(ADA)).steps;
		const cached = rowOf(reverseEmail, 'ada@example.com', found(ADA), { attempts: 0 }).steps;
		const row = { outcome: SUPPRESSED, steps: [...cached, ...sent] };
		expect(keptOf(row, { store: knownWith(EARLIER) })).toEqual([answered]);
		expect(keptOf(row, { store: storeOf(), texts: [resumeText([EARLIER])] })).toEqual([earlier, answered]);
		const context = { store: knownWith(EARLIER), texts: [] };
		expect(contentOf({ outcome: SUPPRESSED, steps: cached }, context).own.resume).toBeNull();
	});

	it('adds a note if not all answers fit', () => {
		const large = rowOf(businessProfile, 'ada-example', found({ full_name: 'Ada '.repeat(9_000) }));
		expect(contentOf(large).notes).toEqual([expect.stringContaining('Not all paid answers fit') as string]);
	});
});

describe('a row that came with a text', () => {
	const FOREIGN = resumeText([EARLIER], signWith('key_of_a_stranger'));
	const shape = shapeFor(knownContent(oneTool(businessProfile), storeOf()), SETTINGS, 'workflow');
	const written = (outcome: Outcome, text: string, person = 'ada-example') => {
		const json = { enriched_resume: text, enriched_person_key: `linkedin:${person}` };
		return writeRow({ json }, 0, rowOf(businessProfile, 'ada-example', outcome), shape).json.enriched_resume;
	};

	it('keeps it, also if it is not authentic, until it is answered', () => {
		for (const outcome of [DEFERRED, FAILED, PLANNED]) expect(written(outcome, FOREIGN)).toBe(FOREIGN);
		expect(keptIn(written(found(ADA), FOREIGN))).toEqual([answered]);
		expect(keptIn(written(found(ADA), resumeText([EARLIER])))).toEqual([earlier, answered]);
	});

	it('loses it if it now names another person', () => {
		expect(written(DEFERRED, resumeText([EARLIER]), 'bea-example')).toBe('');
		expect(keptIn(written(found(ADA), resumeText([EARLIER]), 'bea-example'))).toEqual([answered]);
	});
});

describe('a row of the error output', () => {
	const continued = (row: SettledRow, texts: string[], store = storeOf()) =>
		knownContent(oneTool(businessProfile), store).continuation?.(row, texts, () => texts.at(0) ?? 'a note').resume;

	it('keeps its answers, those in the row and those of known rows', () => {
		const row = { outcome: FAILED, steps: rowOf(reverseEmail, 'ada@example.com', MISS).steps };
		const store = knownWith(paid(hashedEmail, 'ada@example.com'));
		const tools = keptIn(continued(row, [resumeText([EARLIER])], store)).map(([tool]) => tool);
		expect(tools).toEqual([hashedEmail.name, personalEmail.name, reverseEmail.name]);
	});

	it('keeps its cell without an answer', () => {
		expect(continued(rowOf(businessProfile, 'ada-example', FAILED), [])).toBe('a note');
		const text = resumeText([EARLIER]);
		expect(continued({ outcome: SUPPRESSED, steps: [] }, [text])).toBe(text);
	});
});

const stepWith = (attempts: number, outcome: Outcome): Step =>
	rowOf(businessProfile, 'ada-example', outcome, { attempts }).steps[0];
/** A lookup that this run sent. */
const sent = (outcome: Outcome) => stepWith(1, outcome);
/** A lookup that this run did not send. */
const unsent = (outcome: Outcome) => stepWith(0, outcome);
/** A hit of an earlier run. */
const known = (time: number | null) => unsent(found(EMAIL, time));
const rowWith = (...steps: Step[]): SettledRow => ({ outcome: steps[steps.length - 1].outcome, steps });

describe('the note about earlier answers', () => {
	const SINCE = 'Known since 2026-09-01';

	it.each<[string, Step[], string[]]>([
		['if all answers are from earlier runs', [known(NOON)], [SINCE]],
		['with the day of the oldest one', [known(NOON), known(NOON - 40 * DAY)], ['Known since 2026-07-23']],
		[
			'with the day of the earlier one, if another was sent',
			[sent(found(EMAIL, NOON - DAY)), known(NOON)],
			[SINCE],
		],
		['about a miss', [unsent(MISS)], [SINCE]],
		['about an answer beside a deferred lookup', [known(NOON), sent(DEFERRED)], [SINCE]],
		['without a day, if no time is known', [known(null)], ['Known from an earlier run']],
		['with the day of the others, if a time is unknown', [known(null), known(NOON)], [SINCE]],
		['not if all answers were sent', [sent(found(EMAIL))], []],
		['not for a lookup that was only planned', [unsent(PLANNED)], []],
		['not for a lookup that was deferred', [unsent(DEFERRED)], []],
	])('is added %s', (_when, steps, notes) => {
		expect(contentOf(rowWith(...steps)).notes).toEqual(notes);
	});

	it('is the first note, and no note is repeated', () => {
		const one = oneTool(businessProfile);
		const mapper: ContentMapper = {
			...one,
			read: (row, context) => ({ ...one.read(row, context), notes: ['A', 'A'] }),
		};
		expect(contentOf(rowWith(known(NOON)), { mapper }).notes).toEqual([SINCE, 'A']);
	});
});

it.each<[boolean, string, Step[]]>([
	[true, 'a hit of an earlier run', [known(NOON)]],
	[true, 'a miss of an earlier run', [unsent(MISS)]],
	[true, 'several answers of earlier runs', [unsent(MISS), known(null)]],
	[false, 'an answer of this run', [sent(found(EMAIL))]],
	[false, 'an answer of this run beside an earlier one', [sent(MISS), known(NOON)]],
	[false, 'a deferred lookup', [unsent(DEFERRED)]],
	[false, 'a planned lookup', [unsent(PLANNED)]],
	[false, 'a planned lookup after an earlier answer', [unsent(MISS), unsent(PLANNED)]],
])('isKnown is %s for a row with %s', (is, _which, steps) => {
	expect(isKnown(rowWith(...steps))).toBe(is);
});
