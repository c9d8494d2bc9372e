import type { IDataObject } from 'n8n-workflow';
import type { Known } from '../../../nodes/IdentityResolution/actions/known/known';
import { isKnown, knownContent } from '../../../nodes/IdentityResolution/actions/known/knownContent';
import { readKnownAnswers } from '../../../nodes/IdentityResolution/actions/known/knownAnswers';
import { readSuppressionList } from '../../../nodes/IdentityResolution/actions/known/suppressionList';
import { resolvedContent } from '../../../nodes/IdentityResolution/actions/person/resolvedContent';
import { oneTool, type ContentMapper } from '../../../nodes/IdentityResolution/actions/rows/content';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { isAuthentic, readResume, type StoredAnswer } from '../../../nodes/IdentityResolution/api/resume';
import { signer } from '../../../nodes/IdentityResolution/api/signature';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { Step } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { businessProfile, hashedEmail, lookupFor, personalEmail, reverseEmail } from '../../support/run/lookups';
import { keptIn } from '../../support/actions/resolvedRows';
import { resumeText, SIGN } from '../../support/api/resumeText';
import { DEFERRED, FAILED, found, MISS, NOON, rowOf } from '../../support/run/settledRows';

const DAY = 86_400_000;
const ADA = { full_name: 'Ada Example', title: 'Engineer' };
const OLD_ADA = { full_name: 'Ada Example', title: 'Apprentice' };
const EMAIL = { email: 'ada@example.net' };
const PLANNED: Outcome = { is: 'planned', why: 'Dry Run is on' };
const SKIPPED: Outcome = { is: 'skipped', why: 'any', by: 'skip_when' };

const paid = (tool: Tool, text: string, results: unknown, at: number | null = NOON): StoredAnswer => ({
	tool: tool.name,
	key: lookupFor(tool, text).identifier.key,
	phone: 'without',
	at,
	results,
});

/** The input *Known* with these rows. */
const knownFrom = (...rows: IDataObject[]): Known => {
	const items = rows.map((json) => ({ json }));
	return {
		rows: rows.length,
		answers: readKnownAnswers(items, 'enriched_', -Infinity),
		list: readSuppressionList(items, 'enriched_'),
	};
};
const knownWith = (...answers: StoredAnswer[]) => knownFrom({ resume: resumeText(answers) });

interface Context {
	known?: Known;
	before?: unknown;
	isSamePerson?: boolean;
	mapper?: ContentMapper;
}

const contentOf = (row: SettledRow, { known = knownFrom(), before, isSamePerson = true, mapper }: Context = {}) =>
	knownContent(mapper ?? oneTool(businessProfile), known, SIGN).read(row, {
		previous: (column) => (column === 'resume' ? before : undefined),
		isSamePerson,
		addresses: () => [],
	});
const keptOf = (row: SettledRow, context?: Context) => keptIn(contentOf(row, context).own.resume);
const FOUND = rowOf(businessProfile, 'ada-example', found(ADA));
const answered = [businessProfile.name, 'linkedin:ada-example', 'without', ADA];

describe('the resume column with Use Known Answers', () => {
	it('follows the columns of the operation, once', () => {
		expect(knownContent(oneTool(businessProfile), knownFrom(), SIGN).own).toEqual(['person_key', 'resume']);
		const resolved = resolvedContent({ wants: ['profile'], minGrade: 'any', columns: 'all', sign: SIGN });
		expect(knownContent(resolved, knownFrom(), SIGN).own).toEqual(resolved.own);
	});

	it.each<[string, Outcome, unknown]>([
		['a hit', found(ADA), [answered]],
		['a miss', MISS, [[businessProfile.name, 'linkedin:ada-example', 'without', null]]],
	])('keeps %s, signed and with its time', (_what, outcome, kept) => {
		const { resume } = contentOf(rowOf(businessProfile, 'ada-example', outcome)).own;
		expect(keptIn(resume)).toEqual(kept);
		expect(readResume(resume)?.map((one) => [one.at, isAuthentic(one, SIGN)])).toEqual([[NOON, true]]);
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

	it.each([
		['keeps the previous cell', true, [[personalEmail.name, 'linkedin:ada-example', 'without', EMAIL], answered]],
		['omits the previous cell of another person', false, [answered]],
	])('%s', (_what, isSamePerson, kept) => {
		const before = resumeText([paid(personalEmail, 'ada-example', EMAIL)]);
		expect(keptOf(FOUND, { before, isSamePerson })).toEqual(kept);
	});

	it.each([['a note'], [null], [''], [42], ['r1.damaged']])('ignores a previous cell that is %p', (before) => {
		expect(keptOf(FOUND, { before })).toEqual([answered]);
	});

	it('keeps the answers of known rows about the person, and of no other', () => {
		const known = knownWith(paid(personalEmail, 'ada-example', EMAIL), paid(personalEmail, 'bea-example', EMAIL));
		expect(keptOf(FOUND, { known })).toEqual([
			[personalEmail.name, 'linkedin:ada-example', 'without', EMAIL],
			answered,
		]);
	});

	it('treats an email and its MD5 as one person', () => {
		const known = knownWith(paid(hashedEmail, md5OfEmail('ada@example.com'), ADA));
		const row = rowOf(reverseEmail, 'ada@example.com', MISS);
		expect(keptOf(row, { known, mapper: oneTool(reverseEmail) })?.map(([tool]) => tool)).toEqual([
			hashedEmail.name,
			reverseEmail.name,
		]);
	});

	it('keeps the answers about all people whom the row names, even if it was not looked up', () => {
		const known = knownWith(paid(personalEmail, 'ada-example', EMAIL), paid(businessProfile, 'bea-example', ADA));
		const outcome = { ...DEFERRED, person: ['linkedin:ada-example', 'linkedin:bea-example'] };
		expect(keptOf({ outcome, steps: [] }, { known })?.map(([, key]) => key)).toEqual([
			'linkedin:ada-example',
			'linkedin:bea-example',
		]);
	});

	it.each<[string, number | null, number | null, object]>([
		['of the previous cell', NOON, NOON - DAY, ADA],
		['of the known row', NOON - DAY, NOON, OLD_ADA],
		['of known time', NOON, null, ADA],
	])('keeps the newest answer to a lookup: that %s', (_which, cellTime, knownTime, newest) => {
		const before = resumeText([paid(personalEmail, 'ada-example', ADA, cellTime)]);
		const known = knownWith(paid(personalEmail, 'ada-example', OLD_ADA, knownTime));
		expect(keptOf(FOUND, { before, known })).toEqual([
			[personalEmail.name, 'linkedin:ada-example', 'without', newest],
			answered,
		]);
	});

	it.each<[string, Parameters<typeof resumeText>[1] | undefined, number]>([
		['authentic', SIGN, 1],
		['not authentic', signer('key_of_a_stranger'), 0],
	])('makes an answer in the previous cell known to later runs only if it is %s', (_what, sign, size) => {
		const before = resumeText([paid(personalEmail, 'ada-example', EMAIL)], sign);
		const { resume } = contentOf(FOUND, { before }).own;
		expect(keptIn(resume)).toHaveLength(2);
		expect(readKnownAnswers([{ json: { resume: resume as string } }], 'enriched_', -Infinity)).toMatchObject({
			size: 1 + size,
			unverified: 1 - size,
		});
	});

	it('replaces earlier answers by the answer of this run', () => {
		const before = resumeText([paid(businessProfile, 'ada-example', OLD_ADA, NOON - DAY)]);
		const known = knownWith(paid(businessProfile, 'ada-example', null, NOON - 2 * DAY));
		expect(keptOf(FOUND, { before, known })).toEqual([answered]);
	});

	it('has the same text for the same answers', () => {
		const { resume } = contentOf(FOUND).own;
		expect(contentOf(FOUND, { before: resume, known: knownFrom({ resume: resume as string }) }).own.resume).toBe(
			resume,
		);
	});

	it('adds a note if not all answers fit', () => {
		const large = (text: string) => found({ full_name: `${text} `.repeat(9_000) });
		const { notes } = contentOf(rowOf(businessProfile, 'ada-example', large('Ada')));
		expect(notes).toEqual([expect.stringContaining('Not all paid answers fit') as string]);
	});
});

describe('a row of the error output', () => {
	const continued = (row: SettledRow, before: unknown, known = knownFrom()) =>
		knownContent(oneTool(businessProfile), known, SIGN).continuation?.(row, (column) =>
			column === 'resume' ? before : undefined,
		);

	it('keeps its answers, those in the row and those of known rows', () => {
		const before = resumeText([paid(personalEmail, 'ada-example', EMAIL)]);
		const known = knownWith(paid(businessProfile, 'ada-example', null, NOON - DAY));
		const row = rowOf(businessProfile, 'ada-example', FAILED);
		expect(keptIn(continued(row, before, known)?.resume)?.map(([tool]) => tool)).toEqual([
			businessProfile.name,
			personalEmail.name,
		]);
	});

	it('keeps an unreadable cell as it is', () => {
		expect(continued(rowOf(businessProfile, 'ada-example', FAILED), 'a note')).toEqual({ resume: 'a note' });
	});
});

/** A row with one step per time: sent by this run, or from an earlier one. */
const rowWith = (...steps: Array<[origin: 'sent' | 'earlier', outcome: Outcome]>): SettledRow => {
	const rows = steps.map(([origin, outcome], index) =>
		rowOf([businessProfile, personalEmail][index % 2], 'ada-example', outcome, {
			attempts: origin === 'sent' ? 1 : 0,
		}),
	);
	return { outcome: steps[steps.length - 1][1], steps: rows.flatMap((row): readonly Step[] => row.steps) };
};
const at = (time: number | null) => found({ email: 'ada@example.net' }, time);

describe('the note about earlier answers', () => {
	it.each<[string, Array<['sent' | 'earlier', Outcome]>, string[]]>([
		['if all answers are from earlier runs', [['earlier', at(NOON)]], ['Known since 2026-09-01']],
		[
			'with the day of the oldest one',
			[
				['earlier', at(NOON)],
				['earlier', at(NOON - 40 * DAY)],
			],
			['Known since 2026-07-23'],
		],
		[
			'with the day of the earlier one, if another was sent',
			[
				['sent', at(NOON - DAY)],
				['earlier', at(NOON)],
			],
			['Known since 2026-09-01'],
		],
		['about a miss', [['earlier', MISS]], ['Known since 2026-09-01']],
		[
			'about an answer beside a deferred lookup',
			[
				['earlier', at(NOON)],
				['sent', DEFERRED],
			],
			['Known since 2026-09-01'],
		],
		['without a day, if no time is known', [['earlier', at(null)]], ['Known from an earlier run']],
		[
			'with the day of the others, if a time is unknown',
			[
				['earlier', at(null)],
				['earlier', at(NOON)],
			],
			['Known since 2026-09-01'],
		],
		['not if all answers were sent', [['sent', at(NOON)]], []],
		['not for a lookup that was only planned', [['earlier', PLANNED]], []],
		['not for a lookup that was deferred', [['earlier', DEFERRED]], []],
	])('is added %s', (_when, steps, notes) => {
		expect(contentOf(rowWith(...steps)).notes).toEqual(notes);
	});

	it('is the first note', () => {
		const mapper: ContentMapper = {
			...oneTool(businessProfile),
			read: () => ({
				simplified: () => ({}),
				raw: () => ({ results: null, metadata: null }),
				own: {},
				notes: ['A', 'A'],
			}),
		};
		expect(contentOf(rowWith(['earlier', at(NOON)]), { mapper }).notes).toEqual(['Known since 2026-09-01', 'A']);
	});
});

it.each<[boolean, string, Array<['sent' | 'earlier', Outcome]>]>([
	[true, 'a hit of an earlier run', [['earlier', at(NOON)]]],
	[true, 'a miss of an earlier run', [['earlier', MISS]]],
	[
		true,
		'several answers of earlier runs',
		[
			['earlier', MISS],
			['earlier', at(null)],
		],
	],
	[false, 'an answer of this run', [['sent', at(NOON)]]],
	[
		false,
		'an answer of this run beside an earlier one',
		[
			['sent', MISS],
			['earlier', at(NOON)],
		],
	],
	[false, 'a deferred lookup', [['earlier', DEFERRED]]],
	[false, 'a planned lookup', [['earlier', PLANNED]]],
	[
		false,
		'a planned lookup after an earlier answer',
		[
			['earlier', MISS],
			['earlier', PLANNED],
		],
	],
])('isKnown is %s for a row with %s', (is, _which, steps) => {
	expect(isKnown(rowWith(...steps))).toBe(is);
});
