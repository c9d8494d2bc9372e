import fc from 'fast-check';
import type { Cell, Cells, Column } from '../../../nodes/IdentityResolution/api/person/columns';
import { isPlainEmail, listIn } from '../../../nodes/IdentityResolution/api/person/emails';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { mergeCells, type Contribution } from '../../../nodes/IdentityResolution/api/person/merge';
import { contributionsFrom } from '../../support/api/contributions';

type Kind = 'work_email' | 'personal_email';
const KINDS: Kind[] = ['work_email', 'personal_email'];

const ADA = 'ada@example.com';
const BEA = 'bea@example.com';
const CLEO = 'cleo@example.net';
const MASKED = 'a**@example.com';
const [MD5_OF_ADA, MD5_OF_BEA] = [ADA, BEA].map(md5OfEmail);

/** The emails of the tables below. */
const EMAILS: Record<string, string | null> = {
	none: null,
	ada: ADA,
	ADA: 'ADA@Example.com',
	bea: BEA,
	cleo: CLEO,
	'ada#': MD5_OF_ADA,
	'ADA#': MD5_OF_ADA.toUpperCase(),
	'bea#': MD5_OF_BEA,
	'sha#': '0'.repeat(40),
	'a**': MASKED,
	'b**': 'b**@example.org',
};

interface EmailFields {
	email: string | null;
	date: string | null;
	grade: string | null;
}

/** Reads `ada 2 B` as the email `ada`, validated in February, of grade B; `-` is nothing. */
function read(given: string): EmailFields {
	const [email, month = '-', grade = '-'] = given.split(' ');
	const date = /^\d$/.test(month) ? `2029-0${month}-01` : month;
	return { email: EMAILS[email], date: date === '-' ? null : date, grade: grade === '-' ? null : grade };
}

const cellsOf = (kind: Kind, { email, date, grade }: EmailFields): Cells => ({
	[kind]: isPlainEmail(email) ? email : null,
	[`${kind}_obscured`]: isPlainEmail(email) ? null : email,
	[`${kind}_validated_at`]: date,
	[`${kind}_risk_score`]: grade,
});

/** What tools that are called a, b, c and so on return, one email each. */
const contributions = (kind: Kind, given: readonly EmailFields[]) =>
	contributionsFrom(...given.map((one) => cellsOf(kind, one)));
const contributionsOf = (kind: Kind, given: string) => contributions(kind, given.split('; ').map(read));

function merged(given: readonly Contribution[]) {
	const values = mergeCells(given).values;
	const cells: Partial<Record<Column, Cell>> = Object.fromEntries(values.map(({ column, value }) => [column, value]));
	const tools = Object.fromEntries(values.map((one) => [one.column, one.tools.join()]));
	return { cells, tools };
}

/** The email that the date and the grade describe, and these two. */
function described(kind: Kind, given: readonly Contribution[]): Record<keyof EmailFields, Cell> {
	const { cells } = merged(given);
	return {
		email: cells[kind] ?? cells[`${kind}_obscured`] ?? null,
		date: cells[`${kind}_validated_at`] ?? null,
		grade: cells[`${kind}_risk_score`] ?? null,
	};
}

describe.each(KINDS)('the best %s is', (kind) => {
	it.each<[string, string, string, string?]>([
		['the only one, without date and grade', 'none; a**', 'a**'],
		['the one with the best grade in either case, however old', 'ada 3 C; bea 1 a; cleo 4 B', 'bea 1 a'],
		['the one without a grade rather than with a D', 'ada 2 D; bea', 'bea'],
		['the later of two with equal grades', 'ada 1 B; bea 2 b', 'bea 2 b'],
		['the one with a date rather than one that cannot be read', 'ada unknown; bea 1', 'bea 1'],
		['the first of equal dates', 'ada 1 A; bea 1 A', 'ada 1 A'],
		['an address rather than a hash, however old and bad', 'bea# 2 A; ada 1 D', 'ada 1 D', 'bea#'],
		['the better of a hash and a masked address', 'a** 1 A; ada# 2 D', 'a** 1 A'],
		['a hash with the later date and grade of two tools', 'ADA# 1 A; ada# 2 C', 'ada# 2 C'],
		['an address without the date and grade of a hash', 'ada 1 C; ada# 2 A', 'ada 1 C', 'ada#'],
		['an address with the latest date, and the later of two grades', 'ada 3; ada 1 A; ada 2 B', 'ada 3 B'],
		['another address if the later grade of the first is worse', 'ada 1 A; bea 1 B; ada 2 D', 'bea 1 B'],
		['none, as are its date and its grade, without emails', 'none 1 A', 'none'],
	])('%s: %s', (_rule, given, best, beside = 'none') => {
		const contributed = contributionsOf(kind, given);
		const { email } = read(best);
		expect(described(kind, contributed)).toEqual(read(best));
		const { cells } = merged(contributed);
		expect([cells[kind] ?? null, cells[`${kind}_obscured`] ?? null]).toEqual(
			isPlainEmail(email) ? [email, EMAILS[beside]] : [null, email],
		);
	});

	it('described by the date and the grade that its tool returns beside an obscured one', () => {
		const both = { ...cellsOf(kind, read('ada 2 A')), [`${kind}_obscured`]: MD5_OF_BEA };
		const { cells } = merged(contributionsFrom(both, cellsOf(kind, read('ada# 1 C'))));
		expect(cells).toMatchObject({
			[kind]: ADA,
			[`${kind}_validated_at`]: '2029-02-01',
			[`${kind}_risk_score`]: 'A',
			[`${kind}_obscured`]: MD5_OF_ADA,
		});
	});
});

it('mergeCells names the tools of each email, also for its date and grade', () => {
	expect(merged(contributionsOf('work_email', 'ada; bea; ADA 2; a**; ada 1 A')).tools).toEqual({
		work_email: 'c,e,a',
		work_email_obscured: 'd',
		work_email_validated_at: 'c,e,a',
		work_email_risk_score: 'c,e,a',
	});
});

describe.each([
	['personal_emails', 'personal_email', [ADA, BEA, CLEO]],
	['personal_emails_obscured', 'personal_email_obscured', [MD5_OF_ADA, MASKED, md5OfEmail(CLEO)]],
] as const)('%s lists', (all, single, [first, second, third]) => {
	it.each<[string, Array<[one: string | null, all?: string | null]>, string | undefined, string | undefined]>([
		['nothing without emails', [[null]], undefined, undefined],
		[
			'the best email as well, but no empty one',
			[[third, `${first}, , ${second}`]],
			`${first}, ${second}, ${third}`,
			'a',
		],
		['those of all tools in their order', [[second], [first, `${first}, ${second}`]], `${second}, ${first}`, 'a,b'],
		['each once, in either case', [[first], [first.toUpperCase()]], first, 'a'],
	])('%s', (_rule, given, emails, tools) => {
		const contributed = contributionsFrom(...given.map(([one, list = null]) => ({ [single]: one, [all]: list })));
		const { cells, tools: by } = merged(contributed);
		expect(cells[all]).toBe(emails);
		expect(by[all] && [...new Set(by[all].split(','))].join()).toBe(tools);
	});
});

describe('the merged emails', () => {
	const people = [ADA, BEA, CLEO];
	const person = fc.constantFrom(...people);
	const given = fc.record<EmailFields>({
		email: fc.option(
			fc.oneof(
				person,
				person.map((one) => one.toUpperCase()),
				person.map(md5OfEmail),
				person.map((one) => `${one[0]}**${one.slice(one.indexOf('@'))}`),
			),
			{ freq: 6 },
		),
		date: fc.option(fc.constantFrom('2028-12-31', '2029-01-01', '2029-06-30', 'unknown')),
		grade: fc.option(fc.constantFrom('A', 'b', 'C', 'F', 'D')),
	});

	const RANKS: Record<string, number> = { A: 0, B: 1, C: 2, D: 4 };
	/** Other grades, and none, stand before D. */
	const gradeRank = (grade: Cell) => RANKS[String(grade).toUpperCase()] ?? 3;
	const timeOf = (date: string | null) => (date?.startsWith('20') ? date : '');
	const isSame = (one: string | null, other: Cell) => one?.toLowerCase() === String(other).toLowerCase();
	const check = (property: (kind: Kind, all: EmailFields[], contributed: Contribution[]) => void, seed: number) =>
		fc.assert(
			fc.property(fc.constantFrom(...KINDS), fc.array(given, { maxLength: 6 }), (kind, all) =>
				property(kind, all, contributions(kind, all)),
			),
			{ seed, numRuns: 3_000 },
		);

	it('never shows an email beside the date or the grade of another one', () => {
		check((kind, all, contributed) => {
			const { email, date, grade } = described(kind, contributed);
			const same = all.filter((one) => isSame(one.email, email));
			const latest = same.map((one) => timeOf(one.date)).sort();
			expect(timeOf(date as string | null)).toBe(latest.at(-1) ?? '');
			const grades = same.map((one) => one.grade).filter((one) => one !== null);
			expect(grades.length === 0 ? [null] : grades).toContain(grade);
		}, 321);
	});

	it('keeps an address whenever there is one, and every email in its list', () => {
		check((kind, all, contributed) => {
			const { cells } = merged(contributed);
			const emails = [...new Set(all.flatMap(({ email }) => email?.toLowerCase() ?? []))].sort();
			const sides = [emails.filter(isPlainEmail), emails.filter((email) => !isPlainEmail(email))];
			[cells[kind], cells[`${kind}_obscured`]].forEach((cell, side) => {
				if (sides[side].length > 0) expect(sides[side]).toContain(String(cell).toLowerCase());
				else expect(cell).toBeUndefined();
			});
			if (kind === 'work_email') return;
			const lists = [cells.personal_emails, cells.personal_emails_obscured].map(listIn);
			expect(lists.map((list) => list.map((email) => email.toLowerCase()).sort())).toEqual(sides);
		}, 322);
	});

	it('never prefers an address with a worse grade, nor an older one with an equal grade', () => {
		check((kind, all, contributed) => {
			const best = described(kind, contributed);
			const side = all.filter(({ email }) => email !== null && isPlainEmail(email) === isPlainEmail(best.email));
			for (const other of side) {
				const alone = side.filter(({ email }) => isSame(email, other.email));
				const rival = described(kind, contributions(kind, alone));
				const [one, two] = [best, rival].map(({ grade }) => gradeRank(grade));
				expect(one).toBeLessThanOrEqual(two);
				const [date, rivalDate] = [best, rival].map(({ date: given }) => timeOf(given as string | null));
				if (one === two) expect(date >= rivalDate).toBe(true);
			}
		}, 323);
	});

	it('names tools that returned the email', () => {
		check((_kind, _all, contributed) => {
			for (const { column, value, tools } of mergeCells(contributed).values) {
				const cellsOfTools = contributed.filter(({ tool }) => tools.includes(tool)).map(({ cells }) => cells);
				expect(cellsOfTools.length).toBeGreaterThan(0);
				if (column === 'work_email' || column === 'personal_email' || column.endsWith('email_obscured'))
					expect(cellsOfTools.filter((cells) => !isSame(String(cells[column]), value))).toEqual([]);
			}
		}, 325);
	});
});
