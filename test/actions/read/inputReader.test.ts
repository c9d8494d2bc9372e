import {
	BY_EMAIL,
	BY_HASHED_EMAIL,
	BY_LINKEDIN,
	type IdentifierField,
} from '../../../nodes/IdentityResolution/actions/spec/identifierFields';
import { InputReader } from '../../../nodes/IdentityResolution/actions/read/inputReader';
import { OPERATIONS, RESOURCES } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { Prices } from '../../../nodes/IdentityResolution/service/budget';
import type { Outcome } from '../../../nodes/IdentityResolution/service/outcome';

type Row = Partial<Record<'linkedinUrl' | 'email' | 'hashedEmail', unknown>>;

const ADA = 'https://www.linkedin.com/in/ada-example';
const MD5 = 'ca7cfac92323ddbebdb35ec6fee56c50';
const MAIL = 'ada@example.com';
const RESOLVE = [BY_LINKEDIN, BY_EMAIL, BY_HASHED_EMAIL];

/** Reads rows like an operation with these fields. */
function readRows(fields: readonly IdentifierField[], rows: readonly Row[], others: readonly object[] = []) {
	const items = others.map((json) => ({ json: json as never }));
	const inputs = new InputReader(fields, 'plain', items, 'enriched_');
	const routes = rows.map((row) => {
		const problems = fields.flatMap((field) => {
			const reading = inputs.read(field, row[field.parameter.name as keyof Row]);
			return reading.is === 'invalid' ? [reading.problem] : [];
		});
		return problems.length > 0 ? inputs.invalid(problems) : null;
	});
	const outcomes = routes.map((route) => {
		const next = route?.([], new Prices());
		return next !== undefined && next !== null && !('lookup' in next) ? next.outcome : null;
	});
	const unreadable = inputs.unreadable();
	return { outcomes, unreadable, warnings: inputs.warnings((parameter) => parameter === 'email') };
}

/** Rows with these values in one field. */
const rowsOf = ({ parameter }: IdentifierField, ...values: unknown[]): Row[] =>
	values.map((value) => ({ [parameter.name]: value }));
const invalid = (why: unknown, remedy?: string): Outcome =>
	({ is: 'invalid', why, ...(remedy !== undefined && { remedy }) }) as Outcome;

const CHOOSE_PROFILE = 'Choose the column with LinkedIn profiles';
const PAGE = 'linkedin.com/company/one';
const IS_PAGE = `"${PAGE}" is a company or school page, not a profile`;
const CHOOSE_EMAIL = 'Choose the column with email addresses';

it.each<[string, IdentifierField, unknown[], string, string]>([
	['emails', BY_LINKEDIN, [MAIL, 'b@example.com'], 'are email addresses', 'Use Person: Resolve'],
	['MD5s', BY_LINKEDIN, [MD5, '', MD5], 'are MD5 hashes', 'Use Person: Resolve'],
	['company pages', BY_LINKEDIN, [PAGE, PAGE], IS_PAGE, CHOOSE_PROFILE],
	['different things', BY_LINKEDIN, [MAIL, 'CEO', 42], 'is a LinkedIn profile', CHOOSE_PROFILE],
	['profiles', BY_EMAIL, [ADA, ADA], 'are LinkedIn profiles', 'Use Person: Resolve'],
	['names', BY_EMAIL, ['Ada', 'Ada'], '"Ada" is not an email address', CHOOSE_EMAIL],
	[
		'lists as text',
		BY_EMAIL,
		[`${MAIL};b@example.com`, `${MAIL};c@example.com`],
		'are lists of several values',
		'Keep one value in each row',
	],
	[
		'lists',
		BY_EMAIL,
		[
			[MAIL, 'b@example.com'],
			[MAIL, 'c@example.com'],
		],
		'are lists of several values',
		'Take one value of it, such as [0]',
	],
	['objects', BY_EMAIL, [{ value: MAIL }, { value: '' }], 'are objects', 'Take one value of it, such as .value'],
	['SHAs', BY_HASHED_EMAIL, ['a'.repeat(64), 'b'.repeat(64)], 'are SHA hashes', `${CHOOSE_EMAIL} or their MD5`],
])('InputReader names the mistake and the remedy for a column of %s', (_what, field, values, are, remedy) => {
	const filled = values.filter((value) => value !== '').length;
	const label = field.parameter.displayName;
	const start = are.startsWith('is ') ? `None of the ${filled}` : `All ${filled}`;
	const why = are.startsWith('"') ? are : `${start} values in ${label} ${are}`;
	const mistake = invalid(why, remedy);
	expect(readRows([field], rowsOf(field, ...values)).outcomes).toEqual(
		values.map((value) => (value === '' ? null : mistake)),
	);
});

it.each<[string, IdentifierField, Row[], string | undefined]>([
	[
		'the operation for names',
		BY_LINKEDIN,
		rowsOf(BY_LINKEDIN, PAGE, PAGE),
		'Use Find by Name of Work Email or Business Profile: the rows have "First Name"',
	],
	['the operation for emails before it', BY_LINKEDIN, rowsOf(BY_LINKEDIN, MAIL, MAIL), 'Use Person: Resolve'],
])('InputReader names %s, if the rows have names', (_what, field, rows, remedy) => {
	const others = rows.map(() => ({ Company: 'Example', 'First Name': 'Ada' }));
	expect(readRows([field], rows, others).outcomes[0]).toMatchObject({ remedy });
});

it.each<[string, Row[], object[], string[]]>([
	[
		'more rows with an email',
		rowsOf(BY_LINKEDIN, ADA, '', ''),
		[{ Mail: MAIL }, { Mail: 'bob@example.com' }, {}],
		[
			'Only 1 row has LinkedIn profiles in LinkedIn URL, but "Mail" has 2 email addresses. Use Person: Resolve with both columns.',
		],
	],
	[
		'an email one level deep',
		rowsOf(BY_LINKEDIN, ADA, '', ''),
		[{ p: { mail: MAIL } }, { p: { mail: 'bob@example.com' } }, {}],
		[expect.stringContaining('"p.mail" has 2 email addresses') as never],
	],
	['one email in all rows', rowsOf(BY_LINKEDIN, ADA, '', ''), Array<object>(3).fill({ Mail: MAIL }), []],
	[
		'emails of this node',
		rowsOf(BY_LINKEDIN, ADA, '', ''),
		[{ enriched_x: MAIL }, { enriched_x: 'b@example.com' }, {}],
		[],
	],
	['emails of owners', rowsOf(BY_LINKEDIN, ADA, '', ''), [{ Owner: MAIL }, { Owner: 'bob@example.com' }, {}], []],
	['as many emails as profiles', rowsOf(BY_LINKEDIN, ADA, '', ''), [{ Mail: MAIL }, {}, {}], []],
	['enough profiles', rowsOf(BY_LINKEDIN, ADA, ADA.replace('ada', 'bob'), ''), Array(3).fill({ Mail: MAIL }), []],
])('InputReader warns about a field that is mostly empty: %s', (_what, rows, others, warnings) => {
	expect(readRows([BY_LINKEDIN], rows, others).warnings).toEqual(warnings);
});

it('InputReader names an existing operation in each remedy', () => {
	const titles = OPERATIONS.map(({ resource, name }) => {
		const of = RESOURCES.find(({ value }) => value === resource);
		return `Use ${of?.name ?? ''}: ${name}`;
	});
	const sheets = [rowsOf(BY_LINKEDIN, MAIL), rowsOf(BY_LINKEDIN, MD5), rowsOf(BY_EMAIL, ADA)];
	const remedies = sheets.map((rows, index) => {
		const [outcome] = readRows([index < 2 ? BY_LINKEDIN : BY_EMAIL], rows).outcomes;
		return outcome?.is === 'invalid' ? outcome.remedy : undefined;
	});
	expect(titles).toEqual(expect.arrayContaining(remedies));
});

describe('InputReader reports the problem of each row', () => {
	it('if another row is readable', () => {
		const { outcomes, unreadable, warnings } = readRows([BY_LINKEDIN], rowsOf(BY_LINKEDIN, MAIL, ADA, 'CEO'));
		expect(outcomes).toEqual([
			invalid(`"${MAIL}" is an email address, not a LinkedIn profile`, 'Use Person: Resolve'),
			null,
			invalid(expect.stringContaining('"CEO" is not a profile address')),
		]);
		expect(unreadable).toBe(`2 cells are no LinkedIn profile, for example "${MAIL}". See the reason column.`);
		expect(warnings).toEqual([]);
	});

	it('if other rows were skipped, because they were answered before', () => {
		const inputs = new InputReader([BY_LINKEDIN], 'plain');
		const problem = { why: 'This value is wrong' };
		inputs.skip();
		for (const value of ['CEO', 'CTO']) inputs.read(BY_LINKEDIN, value);
		expect(inputs.invalid([problem])([], new Prices())).toEqual({ outcome: invalid(problem.why) });
	});

	it('of two identifiers in a value, and says only once to keep one', () => {
		const why: unknown = expect.stringMatching(/^"ada@.* contains 2 email addresses\. Keep one$/);
		expect(readRows([BY_EMAIL], rowsOf(BY_EMAIL, `${MAIL};b@example.com`)).outcomes).toEqual([invalid(why)]);
	});

	it('with several unreadable fields, and does not call one unreadable value a wrong column', () => {
		const rows: Row[] = [{ linkedinUrl: 'CEO', email: 'Ada' }, { email: MAIL }];
		const why: unknown = expect.stringMatching(/^"CEO" is not a profile address.*\. "Ada" is not an email/);
		expect(readRows(RESOLVE, rows)).toEqual({ outcomes: [invalid(why), null], warnings: [], unreadable: null });
	});
});

describe('InputReader names, for an operation with several fields,', () => {
	it('the field that matches the values', () => {
		const [outcome] = readRows(RESOLVE, rowsOf(BY_LINKEDIN, MAIL, 'bob@example.com')).outcomes;
		expect(outcome).toEqual(invalid('All 2 values in LinkedIn URL are email addresses', 'Use the field Email'));
	});

	it('the field with the most values if none is readable', () => {
		const rows = [...rowsOf(BY_LINKEDIN, 'CEO'), ...rowsOf(BY_EMAIL, 'Ada', 'Bob')];
		expect(readRows(RESOLVE, rows).outcomes[0]).toMatchObject({
			why: '"CEO" is not a profile address',
			remedy: CHOOSE_EMAIL,
		});
	});

	it('a field whose values are all ignored while another field is readable', () => {
		const rows = ['ada', 'bob'].map((name): Row => ({ linkedinUrl: `${name}@example.com`, hashedEmail: MD5 }));
		expect(readRows(RESOLVE, rows).warnings).toEqual([
			'All 2 values in LinkedIn URL are email addresses and were ignored. Use the field Email.',
		]);
	});
});

describe('InputReader warns about a column with identifiers of two kinds,', () => {
	const mixed = (emails: number) => [
		...Array.from({ length: 18 }, (_, row) => `${ADA}-${row}`),
		...Array.from({ length: emails }, (_, row) => `user${row}@example.com`),
	];

	it('and names the operation that reads both', () => {
		expect(readRows([BY_LINKEDIN], rowsOf(BY_LINKEDIN, ...mixed(24))).warnings).toEqual([
			'LinkedIn URL has 18 rows with LinkedIn profiles and 24 with email addresses. ' +
				'Use Person: Resolve, and drag the column into both fields.',
		]);
	});

	it('and names the other field, unless it has the column already', () => {
		const values = mixed(24);
		const [warning] = readRows(RESOLVE, rowsOf(BY_LINKEDIN, ...values)).warnings;
		expect(warning).toMatch(/and 24 with email addresses\. Drag the column into both fields\.$/);
		const inBoth = values.map((value): Row => ({ linkedinUrl: value, email: value }));
		expect(readRows(RESOLVE, inBoth).warnings).toEqual([]);
	});

	it('not about a single one', () => {
		expect(readRows([BY_LINKEDIN], rowsOf(BY_LINKEDIN, ...mixed(1))).warnings).toEqual([]);
	});
});

const SAME_EMAIL = 'All 2 rows use the same Email. Drag a column into the field.';
const SAME_PROFILE = 'All 5 rows have the same LinkedIn URL. Check that it is the right column.';
it.each<[string, IdentifierField, unknown[], string[]]>([
	['one fixed value', BY_EMAIL, [MAIL], []],
	['a fixed value in two rows', BY_EMAIL, [MAIL, MAIL], [SAME_EMAIL]],
	['a column with one value in four rows', BY_LINKEDIN, [ADA, ADA, ADA, ADA], []],
	['a column with one value in five rows', BY_LINKEDIN, [ADA, ADA, ADA, ADA, ADA], [SAME_PROFILE]],
	['a column with two values', BY_LINKEDIN, [ADA, ADA, ADA, ADA, `${ADA}-2`], []],
])('InputReader warns about one value for all rows: %s', (_what, field, values, warnings) => {
	expect(readRows([field], rowsOf(field, ...values)).warnings).toEqual(warnings);
});

it.each<[string, IdentifierField, object[], string]>([
	['profiles', BY_LINKEDIN, [{ id: 1, url: ADA }], 'Use the column "url", which has LinkedIn profiles'],
	['mostly profiles', BY_LINKEDIN, [{ url: ADA }, { url: '' }, { url: ADA }, { url: 'x y' }], 'Use the column "url"'],
	['few profiles', BY_LINKEDIN, [{ url: ADA }, { url: 'x y' }], CHOOSE_PROFILE],
	['words, which never count as profiles', BY_LINKEDIN, [{ status: 'new' }, { status: 'lost' }], CHOOSE_PROFILE],
	['emails', BY_EMAIL, [{ mail: MAIL }], 'Use the column "mail", which has email addresses'],
])('InputReader names the right column: one with %s', (_what, field, others, remedy) => {
	expect(readRows([field], rowsOf(field, 'CEO', 'CFO'), others).outcomes[0]).toMatchObject({
		remedy: expect.stringContaining(remedy) as string,
	});
});
