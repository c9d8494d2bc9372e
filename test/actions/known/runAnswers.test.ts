import { NO_KNOWN_ANSWERS, readKnownAnswers } from '../../../nodes/IdentityResolution/actions/known/knownAnswers';
import { peopleOf, withRunAnswers, type RowTexts } from '../../../nodes/IdentityResolution/actions/known/runAnswers';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { readUntrusted, type StoredAnswer } from '../../../nodes/IdentityResolution/api/resume';
import { signer } from '../../../nodes/IdentityResolution/api/signature';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import type { SettledRow } from '../../../nodes/IdentityResolution/run/rows';
import { businessProfile, hashedEmail, personalEmail, reverseEmail } from '../../support/run/lookups';
import { resumeText, SIGN } from '../../support/api/resumeText';
import { DEFERRED, FAILED, found, MISS, NOON, rowOf } from '../../support/run/settledRows';

const ADA = 'ada@example.com';
const ADA_MD5 = md5OfEmail(ADA);
const ADA_KEY = `hem:${ADA_MD5}`;
const PROFILE_KEY = 'linkedin:ada-example';
const BY_EMAIL = found({ full_name: 'Ada Example' });
const BY_MD5 = found({ full_name: 'Ada Example', title: 'Engineer' });

/** A row with lookups, which may name more people than were looked up. */
const rowWith = (lookups: Array<[Tool, string, Outcome]>, person: string[] = []): SettledRow => {
	const rows = lookups.map(([tool, text, outcome]) => rowOf(tool, text, outcome));
	const outcome = lookups.at(-1)?.[2] ?? DEFERRED;
	return { outcome: { ...outcome, person }, steps: rows.flatMap(({ steps }) => steps) };
};
const emailRow = rowWith([[reverseEmail, ADA, BY_EMAIL]]);
const md5Row = rowWith([[hashedEmail, ADA_MD5, BY_MD5]]);

/** The `resume` texts that came with the rows, by their position. */
const textsWith = (...texts: string[][]): RowTexts => ({
	textsOf: (index) => texts[index] ?? [],
	read: (text) => readUntrusted(text, SIGN) ?? [],
});

const toolsAbout = (
	key: string,
	rows: readonly SettledRow[],
	{ answers = NO_KNOWN_ANSWERS, texts = textsWith() } = {},
) =>
	withRunAnswers(answers, rows, texts)
		.about(key)
		.map(({ tool }) => tool);

describe('peopleOf', () => {
	it('returns the people whom a row names, and those who were looked up for it', () => {
		const row = rowWith([[businessProfile, 'ada-example', MISS]], [ADA_KEY]);
		expect([...peopleOf(row)].sort()).toEqual([ADA_KEY, PROFILE_KEY]);
	});

	it('returns an email and its MD5 as one person', () => {
		expect([
			...peopleOf(
				rowWith([
					[reverseEmail, ADA, MISS],
					[hashedEmail, ADA_MD5, MISS],
				]),
			),
		]).toEqual([ADA_KEY]);
	});
});

describe('rows of one person by different identifiers', () => {
	it.each([
		['by email and MD5', [emailRow, md5Row]],
		['in the other order', [md5Row, emailRow]],
		['beside another person', [emailRow, rowWith([[reverseEmail, 'bea@example.com', MISS]]), md5Row]],
	])('get the answers of each other: %s', (_how, rows) => {
		for (const key of [`email:${ADA}`, ADA_KEY])
			expect(toolsAbout(key, rows).sort()).toEqual([hashedEmail.name, reverseEmail.name].sort());
		expect(toolsAbout('email:bea@example.com', rows)).toEqual([]);
	});

	it('get the answers that another row got by the profile that both name', () => {
		const one = rowWith([[businessProfile, 'ada-example', found({ title: 'Engineer' })]]);
		const other = rowWith([[reverseEmail, ADA, BY_EMAIL]], [PROFILE_KEY]);
		expect(toolsAbout(PROFILE_KEY, [one, other])).toEqual([businessProfile.name]);
		expect(toolsAbout(PROFILE_KEY, [other, one])).toEqual([businessProfile.name]);
	});

	it('get hits and misses as they were paid for', () => {
		const answers = withRunAnswers(NO_KNOWN_ANSWERS, [rowWith([[reverseEmail, ADA, MISS]]), md5Row], textsWith());
		expect(answers.about(ADA_KEY)).toEqual([
			{ tool: reverseEmail.name, key: `email:${ADA}`, phone: 'without', results: null, at: NOON },
			{
				tool: hashedEmail.name,
				key: ADA_KEY,
				phone: 'without',
				results: { full_name: 'Ada Example', title: 'Engineer' },
				at: NOON,
			},
		]);
	});

	it.each([
		['deferred', DEFERRED],
		['failed', FAILED],
	])('get nothing from a lookup that was %s', (_how, outcome) => {
		expect(toolsAbout(ADA_KEY, [rowWith([[reverseEmail, ADA, outcome]]), md5Row])).toEqual([hashedEmail.name]);
	});

	it('get each answer once, whichever number of rows has it', () => {
		expect(toolsAbout(ADA_KEY, [emailRow, md5Row, emailRow, md5Row])).toHaveLength(2);
	});

	it('also get the answers of known rows', () => {
		const earlier = { tool: personalEmail.name, key: ADA_KEY, phone: 'without', at: NOON, results: null } as const;
		const known = readKnownAnswers([{ json: { resume: resumeText([earlier]) } }], 'enriched_', -Infinity);
		expect(toolsAbout(ADA_KEY, [emailRow, md5Row], { answers: known })).toEqual([
			personalEmail.name,
			reverseEmail.name,
			hashedEmail.name,
		]);
		expect(withRunAnswers(known, [emailRow, md5Row], textsWith())).toMatchObject({
			size: 1,
			expired: 0,
			unreadable: 0,
		});
	});
});

describe('rows of one person by the same identifier', () => {
	const EARLIER: StoredAnswer = { tool: personalEmail.name, key: ADA_KEY, phone: 'without', at: NOON, results: null };
	const text = resumeText([EARLIER]);

	it.each([
		['first', [text], []],
		['last', [], [text]],
	])('get the answers that came with the %s of them', (_which, one, other) => {
		const texts = textsWith(one, other);
		expect(toolsAbout(ADA_KEY, [emailRow, emailRow], { texts })).toEqual([reverseEmail.name, personalEmail.name]);
	});

	it('get no answer that is not verified: it stays in its own row', () => {
		const unverified = resumeText([EARLIER], signer('key_of_a_stranger'));
		expect(toolsAbout(ADA_KEY, [emailRow, emailRow], { texts: textsWith([unverified]) })).toEqual([
			reverseEmail.name,
		]);
		const own = rowWith([
			[personalEmail, 'ada-example', found({}, NOON, { ...EARLIER, signature: 'x', unverified: true })],
		]);
		expect(toolsAbout(PROFILE_KEY, [own, rowWith([[businessProfile, 'ada-example', MISS]])])).toEqual([
			businessProfile.name,
		]);
	});

	it('get the later of two answers to one lookup', () => {
		const texts = textsWith([resumeText([{ ...EARLIER, at: NOON + 1 }])], [text]);
		const answers = withRunAnswers(NO_KNOWN_ANSWERS, [emailRow, emailRow], texts);
		expect(answers.about(ADA_KEY).map(({ at }) => at)).toEqual([NOON, NOON + 1]);
	});

	it('are not read if they have the same texts', () => {
		const read = jest.fn();
		const texts = { textsOf: () => [text], read };
		expect(withRunAnswers(NO_KNOWN_ANSWERS, [emailRow, emailRow], texts)).toBe(NO_KNOWN_ANSWERS);
		expect(read).not.toHaveBeenCalled();
	});
});

it.each<[string, SettledRow[]]>([
	['no row', []],
	['one row', [emailRow]],
	['equal duplicates', [emailRow, emailRow, emailRow]],
	['different people', [emailRow, rowWith([[reverseEmail, 'bea@example.com', MISS]])]],
])('%s does not change the known answers', (_which, rows) => {
	expect(withRunAnswers(NO_KNOWN_ANSWERS, rows, textsWith())).toBe(NO_KNOWN_ANSWERS);
});
