import fc from 'fast-check';
import type { Cell, Column } from '../../nodes/IdentityResolution/api/columns';
import { md5OfEmail } from '../../nodes/IdentityResolution/api/identifiers/hem';
import type { Contribution } from '../../nodes/IdentityResolution/api/merge';
import { mergeEmails } from '../../nodes/IdentityResolution/api/mergeEmails';
import { emailForm } from '../../nodes/IdentityResolution/api/simplify';
import { TELLERS } from '../support/tellings';

type Kind = 'work_email' | 'personal_email';

/** E-mail, date, grade. */
type Told = [email: string | null, date?: string | null, grade?: string | null];

const cellsOf = (kind: Kind, [email, date = null, grade = null]: Told): Contribution['cells'] => ({
	[kind]: email,
	[`${kind}_form`]: emailForm(email),
	[`${kind}_validated_at`]: date,
	[`${kind}_risk_score`]: grade,
});

/** Contributions of tools that are called a, b, c and so on. */
const tellings = (kind: Kind, ...told: Told[]): Contribution[] =>
	told.map((one, place) => ({ tool: TELLERS[place], cells: cellsOf(kind, one) }));

function merged(told: readonly Contribution[]) {
	const { values, disagreements } = mergeEmails(told);
	const cells: Partial<Record<Column, Cell>> = Object.fromEntries(values.map(({ column, value }) => [column, value]));
	const tools = Object.fromEntries(values.map((one) => [one.column, one.tools.join()]));
	return { cells, tools, disagreements };
}

/** Of the e-mail that stands: itself, its date, its grade. */
const standing = (kind: Kind, told: readonly Contribution[]) => {
	const { cells } = merged(told);
	return [cells[kind], cells[`${kind}_validated_at`] ?? null, cells[`${kind}_risk_score`] ?? null];
};

const ADA = 'ada@example.com';
const BEA = 'bea@example.com';
const MASKED = 'a**@example.com';
const [MD5_OF_ADA, MD5_OF_BEA] = [ADA, BEA].map(md5OfEmail);

const STANDING: Array<[string, Told[], Told]> = [
	['the only one', [[ADA, '2029-01-01', 'B']], [ADA, '2029-01-01', 'B']],
	['the only one, without date and grade', [[null], [MASKED]], [MASKED]],
	[
		'the one that was validated last, with its own grade',
		[
			[ADA, '2029-01-01', 'A'],
			[BEA, '2029-02-01', 'C'],
		],
		[BEA, '2029-02-01', 'C'],
	],
	[
		'the one that was validated last, without a grade of another',
		[
			[ADA, '2029-01-01', 'A'],
			[BEA, '2029-02-01'],
		],
		[BEA, '2029-02-01'],
	],
	['one with a date before one without', [[ADA], [BEA, '2020-01-01']], [BEA, '2020-01-01']],
	[
		'a date that is none counts as none',
		[
			[ADA, 'unknown'],
			[BEA, '2020-01-01'],
		],
		[BEA, '2020-01-01'],
	],
	[
		'the first of those without a date',
		[
			[ADA, null, 'C'],
			[BEA, null, 'A'],
		],
		[ADA, null, 'C'],
	],
	[
		'the first of those of one date',
		[
			[ADA, '2029-01-01'],
			[BEA, '2029-01-01'],
		],
		[ADA, '2029-01-01'],
	],
	[
		'a plain one before a hashed one, however old',
		[
			[MD5_OF_BEA, '2029-02-01', 'A'],
			[ADA, '2020-01-01'],
		],
		[ADA, '2020-01-01'],
	],
	['a plain one before a masked one', [[MASKED, '2029-02-01', 'A'], [ADA]], [ADA]],
	[
		'a hashed one is as good as a masked one: the later',
		[
			[MASKED, '2029-01-01'],
			[MD5_OF_ADA, '2029-02-01'],
		],
		[MD5_OF_ADA, '2029-02-01'],
	],
	[
		'told twice: the later date and the later grade',
		[
			[ADA, '2029-01-01', 'A'],
			['Ada@Example.com', '2029-02-01', 'B'],
		],
		['Ada@Example.com', '2029-02-01', 'B'],
	],
	[
		'told plain and by its MD5: the later date and grade, on the plain one',
		[
			[ADA, '2029-01-01', 'A'],
			[MD5_OF_ADA.toUpperCase(), '2029-02-01', 'B'],
		],
		[ADA, '2029-02-01', 'B'],
	],
	[
		'told twice, later without a grade: the grade that there is',
		[
			[ADA, '2029-01-01', 'A'],
			[MD5_OF_ADA, '2029-02-01'],
		],
		[ADA, '2029-02-01', 'A'],
	],
	[
		'told three times, the last two with grades: the later of these',
		[
			[ADA, '2029-03-01'],
			[ADA, '2029-01-01', 'A'],
			[ADA, '2029-02-01', 'B'],
		],
		[ADA, '2029-03-01', 'B'],
	],
	[
		'told twice masked, which can be two',
		[
			[MASKED, '2029-01-01', 'A'],
			[MASKED, '2029-02-01'],
		],
		[MASKED, '2029-02-01'],
	],
];

describe.each<[Kind]>([['work_email'], ['personal_email']])('%s: what stands is', (kind) => {
	it.each(STANDING)('%s', (_rule, told, [email, date = null, grade = null]) => {
		expect(standing(kind, tellings(kind, ...told))).toEqual([email, date, grade]);
		expect(merged(tellings(kind, ...told)).cells[`${kind}_form`]).toBe(emailForm(email));
	});

	it('nothing where none was told, and no date or grade without an e-mail', () => {
		expect(mergeEmails([])).toEqual({ values: [], disagreements: [] });
		expect(mergeEmails(tellings(kind, [null, '2029-01-01', 'A']))).toEqual({ values: [], disagreements: [] });
	});

	it('not a date or a grade that nobody told', () => {
		expect(
			mergeEmails(tellings(kind, [ADA]))
				.values.map(({ column }) => column)
				.filter((column) => column.startsWith(`${kind}_`)),
		).toEqual([`${kind}_form`]);
	});
});

it('each part of an e-mail is of the tool that told it', () => {
	const told = tellings('work_email', [ADA], [MD5_OF_ADA, '2029-02-01'], [ADA, '2029-01-01', 'A']);
	expect(merged(told).tools).toEqual({
		work_email: 'c',
		work_email_form: 'c',
		work_email_validated_at: 'b',
		work_email_risk_score: 'c',
	});
});

describe('tools differ', () => {
	it.each<[string, Told[], string[]]>([
		['about two plain e-mails', [[ADA], [BEA]], ['a']],
		['about an e-mail and the MD5 of another one', [[MD5_OF_BEA, '2029-01-01'], [ADA]], ['b']],
		['about two MD5s', [[MD5_OF_ADA], [MD5_OF_BEA]], ['a']],
		['once, however many there are', [[ADA], [BEA], ['cleo@example.com']], ['a']],
		['not where one tells', [[ADA], [null]], []],
		['not about the case', [[ADA], ['ADA@EXAMPLE.com']], []],
		['not about an e-mail and its MD5', [[MD5_OF_ADA], [ADA]], []],
		[
			'not about the date and the grade of one e-mail: the later ones are news',
			[
				[ADA, '2029-01-01', 'A'],
				[ADA, '2029-02-01', 'B'],
			],
			[],
		],
		['not, as far as can be told, about a masked one', [[ADA], ['b**@example.org']], []],
		['not, as far as can be told, about two masked ones', [[MASKED], ['b**@example.org']], []],
		['not, as far as can be told, about another kind of hash', [[ADA], ['0'.repeat(40)]], []],
	])('%s', (_case, told, kept) => {
		for (const kind of ['work_email', 'personal_email'] as const) {
			expect(merged(tellings(kind, ...told)).disagreements).toEqual(
				kept.map((tool) => ({ column: kind, kept: tool })),
			);
		}
	});
});

describe('all personal e-mails', () => {
	const list = (...told: Array<[one: string | null, all?: string]>): Contribution[] =>
		told.map(([personal_email, personal_emails = null], place) => ({
			tool: TELLERS[place],
			cells: { personal_email, personal_email_form: emailForm(personal_email), personal_emails },
		}));

	it.each<[string, Contribution[], string | undefined, string | undefined]>([
		['none of none', list([null]), undefined, undefined],
		['the one that a tool without a list tells', list([ADA]), ADA, 'a'],
		['those of a list', list([ADA, `${ADA}, ${BEA}`]), `${ADA}, ${BEA}`, 'a'],
		[
			'and the best one, where the list lacks it',
			list(['cleo@example.com', `${ADA}, ${BEA}`]),
			`${ADA}, ${BEA}, cleo@example.com`,
			'a',
		],
		['those of all tools, in their order', list([BEA], [ADA, `${ADA}, ${BEA}`]), `${BEA}, ${ADA}`, 'a,b'],
		['each once, in either case', list([ADA], ['ADA@example.com']), ADA, 'a'],
		['only the plain ones, where there are any', list([MASKED, `${MASKED}, ${MD5_OF_BEA}`], [ADA]), ADA, 'b'],
		[
			'else the hashed and masked ones',
			list([MASKED, `${MASKED}, ${MD5_OF_BEA}`], [MD5_OF_ADA]),
			`${MASKED}, ${MD5_OF_BEA}, ${MD5_OF_ADA}`,
			'a,b',
		],
		[
			'none where nothing stands between two commas',
			list([MASKED, `${MASKED}, , ${MD5_OF_BEA}`]),
			`${MASKED}, ${MD5_OF_BEA}`,
			'a',
		],
		['what is not an e-mail at all is not plain', list(['ada at@example']), 'ada at@example', 'a'],
	])('%s', (_rule, told, emails, tools) => {
		const { cells, tools: by } = merged(told);
		expect([
			cells.personal_emails,
			by.personal_emails && [...new Set(by.personal_emails.split(','))].join(),
		]).toEqual([emails, tools]);
	});
});

describe('promises', () => {
	const people = ['ada@example.com', 'bea@example.com', 'cleo@example.net'];
	const email = fc.oneof(
		fc.constantFrom(...people),
		fc.constantFrom(...people).map((one) => one.toUpperCase()),
		fc.constantFrom(...people).map(md5OfEmail),
		fc.constantFrom(...people).map((one) => `${one[0]}**${one.slice(one.indexOf('@'))}`),
	);
	const date = fc.option(fc.constantFrom('2028-12-31', '2029-01-01', '2029-06-30', 'unknown'));
	const grade = fc.option(fc.constantFrom('A', 'B', 'F'));
	const one = fc.tuple(fc.option(email, { freq: 6 }), date, grade);
	const kinds = fc.constantFrom<Kind>('work_email', 'personal_email');
	const several = kinds.chain((kind) =>
		fc.array(one, { maxLength: 5 }).map((told) => ({ kind, told, contributions: tellings(kind, ...told) })),
	);

	/** Which person an e-mail is of, as far as that can be told. */
	const personOf = (text: string) =>
		people.find((known) => text.toLowerCase() === known || text === md5OfEmail(known)) ?? null;
	const sameEmail = (a: string, b: string) => a === b || (personOf(a) !== null && personOf(a) === personOf(b));
	const check = (
		property: (scene: { kind: Kind; told: Told[]; contributions: Contribution[] }) => void,
		seed: number,
	) => fc.assert(fc.property(several, property), { seed, numRuns: 3_000 });

	it('no e-mail stands beside the date or the grade of another one', () => {
		check(({ kind, told, contributions }) => {
			const [stands, itsDate, itsGrade] = standing(kind, contributions);
			const same = told.filter(
				([text]) => text !== null && stands !== undefined && sameEmail(text, String(stands)),
			);
			expect(same.map(([, told]) => told).concat(null)).toContain(itsDate);
			expect(same.map(([, , told]) => told).concat(null)).toContain(itsGrade);
		}, 321);
	});

	it('a plain e-mail is never lost to one that can not be written to', () => {
		check(({ kind, told, contributions }) => {
			const { cells } = merged(contributions);
			const plain = told.flatMap(([text]) =>
				text?.includes('@') && !text.includes('*') ? text.toLowerCase() : [],
			);
			if (plain.length > 0) expect(cells[`${kind}_form`]).toBe('plain');
			const all = String(cells.personal_emails ?? '')
				.toLowerCase()
				.split(', ')
				.filter((text) => text !== '')
				.sort();
			if (kind === 'personal_email' && plain.length > 0) expect(all).toEqual([...new Set(plain)].sort());
		}, 322);
	});

	it('of two dated plain e-mails the fresher one stands, whoever told it first', () => {
		check(({ kind, told, contributions }) => {
			const time = (text?: string | null) => (text?.startsWith('20') ? text : '');
			const plain = told.filter(([text]) => text?.includes('@') && !text.includes('*'));
			const latest = plain
				.map(([, date]) => time(date))
				.sort()
				.at(-1);
			if (latest === undefined || latest === '') return;
			const fresh = plain.filter(([, date]) => date === latest).map(([text]) => text);
			expect(fresh).toContain(standing(kind, contributions)[0]);
		}, 323);
	});

	it('tools differ if, and only if, an e-mail was told that is known to be another one', () => {
		check(({ kind, told, contributions }) => {
			const { cells, disagreements } = merged(contributions);
			const person = personOf(String(cells[kind]));
			const others = told.filter(
				([text]) => text !== null && personOf(text) !== null && personOf(text) !== person,
			);
			expect(disagreements.map(({ column }) => column)).toEqual(
				person !== null && others.length > 0 ? [kind] : [],
			);
		}, 324);
	});

	it('the best personal e-mail is one of all personal e-mails', () => {
		check(({ contributions }) => {
			const { cells } = merged(contributions);
			if (cells.personal_email !== undefined)
				expect(String(cells.personal_emails).toLowerCase().split(', ')).toContain(
					String(cells.personal_email).toLowerCase(),
				);
		}, 325);
	});
});
