import {
	BY_EMAIL,
	BY_HASHED_EMAIL,
	BY_LINKEDIN,
	type IdentifierField,
} from '../../../nodes/IdentityResolution/actions/spec/identifierFields';
import { InputReader } from '../../../nodes/IdentityResolution/actions/read/inputReader';
import { OPERATIONS, RESOURCES } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/budget';

type Row = Partial<Record<'linkedinUrl' | 'email' | 'hashedEmail', unknown>>;

const ADA = 'https://www.linkedin.com/in/ada-example';
const MD5 = 'ca7cfac92323ddbebdb35ec6fee56c50';
const RESOLVE = [BY_LINKEDIN, BY_EMAIL, BY_HASHED_EMAIL];

/** Reads rows like an operation with these fields. */
function readRows(fields: readonly IdentifierField[], rows: readonly Row[], others: readonly object[] = []) {
	const items = others.map((json) => ({ json: json as never }));
	const inputs = new InputReader(fields, 'plain', items);
	const routes = rows.map((row) => {
		const problems = fields.flatMap((field) => {
			const reading = inputs.read(
				(name) => ({ is: 'value', value: (row as Record<string, unknown>)[name] }),
				field,
			);
			return reading.is === 'invalid' ? [inputs.problemOf(field, reading)] : [];
		});
		return problems.length > 0 ? inputs.invalid(problems) : null;
	});
	const outcomes = routes.map((route) => {
		const next = route?.([], new Prices());
		return next !== undefined && next !== null && !('lookup' in next) ? next.outcome : null;
	});
	const isFixed = (parameter: string) => parameter === 'email';
	return { outcomes, warnings: inputs.warnings(isFixed) };
}

const linkedinRows = (...values: unknown[]) => values.map((linkedinUrl): Row => ({ linkedinUrl }));
const emailRows = (...values: unknown[]) => values.map((email): Row => ({ email }));
const hashRows = (...values: unknown[]) => values.map((hashedEmail): Row => ({ hashedEmail }));

describe('InputReader', () => {
	it.each<[string, IdentifierField, Row[], string, string]>([
		[
			'emails in LinkedIn URL',
			BY_LINKEDIN,
			linkedinRows('ada@example.com', 'bob@example.com'),
			'All 2 values in LinkedIn URL are email addresses',
			'Use Business Profile: Find by Email',
		],
		[
			'MD5s in LinkedIn URL, with a blank between them',
			BY_LINKEDIN,
			linkedinRows(MD5, '', MD5),
			'All 2 values in LinkedIn URL are MD5 hashes',
			'Use Business Profile: Find by Hashed Email',
		],
		[
			'words in LinkedIn URL',
			BY_LINKEDIN,
			linkedinRows('customer', 'new', 'lost'),
			'All 3 values in LinkedIn URL are plain text',
			'Choose the column with LinkedIn profile addresses',
		],
		[
			'company pages in LinkedIn URL',
			BY_LINKEDIN,
			linkedinRows('linkedin.com/company/one', 'linkedin.com/company/two'),
			'All 2 values in LinkedIn URL are LinkedIn pages, but not profiles',
			'Choose the column with LinkedIn profile addresses',
		],
		[
			'different things in LinkedIn URL',
			BY_LINKEDIN,
			linkedinRows('ada@example.com', 'CEO', 42),
			'None of the 3 values in LinkedIn URL is a LinkedIn profile',
			'Choose the column with LinkedIn profile addresses',
		],
		[
			'profiles in Email',
			BY_EMAIL,
			emailRows(ADA, ADA),
			'All 2 values in Email are LinkedIn profiles',
			'Use Business Profile: Find by LinkedIn URL',
		],
		[
			'MD5s in Email',
			BY_EMAIL,
			emailRows(MD5, MD5),
			'All 2 values in Email are MD5 hashes',
			'Use Business Profile: Find by Hashed Email',
		],
		[
			'names in Email',
			BY_EMAIL,
			emailRows('Ada', 'Bob'),
			'All 2 values in Email are plain text',
			'Choose the column with email addresses',
		],
		[
			'SHA hashes in Email or MD5 Hash',
			BY_HASHED_EMAIL,
			hashRows('a'.repeat(64), 'b'.repeat(64)),
			'All 2 values in Email or MD5 Hash are SHA hashes',
			'Choose the column with email addresses or their MD5',
		],
		[
			'words of which not all may be slugs',
			BY_LINKEDIN,
			linkedinRows('Ada Example', 'bob'),
			'All 2 values in LinkedIn URL are plain text',
			'Choose the column with LinkedIn profile addresses',
		],
	])('names the mistake and the remedy for %s in every row', (_what, field, rows, why, remedy) => {
		const invalid = { is: 'invalid', why, remedy };
		const isBlank = (row: Row) => Object.values(row)[0] === '';
		expect(readRows([field], rows).outcomes).toEqual(rows.map((row) => (isBlank(row) ? null : invalid)));
	});

	it('reports the problem of each row if other rows were skipped, because they were answered before', () => {
		const inputs = new InputReader([BY_LINKEDIN], 'plain');
		const problem = { why: 'This value is wrong' };
		inputs.skip();
		for (const value of ['CEO', 'CTO']) inputs.read(() => ({ is: 'value', value }), BY_LINKEDIN);
		expect(inputs.invalid([problem])([], new Prices())).toEqual({ outcome: { is: 'invalid', ...problem } });
	});

	it('names an existing operation in each remedy', () => {
		const titles = OPERATIONS.map(({ resource, name }) => {
			const of = RESOURCES.find(({ value }) => value === resource);
			return `${of?.name ?? ''}: ${name}`;
		});
		const remedies = [
			...readRows([BY_LINKEDIN], linkedinRows('ada@example.com')).outcomes,
			...readRows([BY_LINKEDIN], linkedinRows(MD5)).outcomes,
			...readRows([BY_EMAIL], emailRows(ADA)).outcomes,
		].map((outcome) => (outcome?.is === 'invalid' ? outcome.remedy?.replace(/^Use /, '') : undefined));
		expect(titles).toEqual(expect.arrayContaining(remedies));
	});

	it('reports the problem of each row if another row is readable', () => {
		const { outcomes, warnings } = readRows([BY_LINKEDIN], linkedinRows('ada@example.com', ADA, 'CEO'));
		expect(outcomes).toEqual([
			{
				is: 'invalid',
				why: '"ada@example.com" is an email address, not a LinkedIn profile',
				remedy: 'Use Business Profile: Find by Email',
			},
			null,
			{ is: 'invalid', why: expect.stringContaining('"CEO" is not a profile address') as string },
		]);
		expect(warnings).toEqual([]);
	});

	it('names the matching field of an operation with several fields', () => {
		const { outcomes } = readRows(RESOLVE, linkedinRows('ada@example.com', 'bob@example.com'));
		expect(outcomes[0]).toEqual({
			is: 'invalid',
			why: 'All 2 values in LinkedIn URL are email addresses',
			remedy: 'Use the field Email',
		});
	});

	it('warns about a field whose values are all ignored while another field is readable', () => {
		const rows = ['ada', 'bob', 'cyd'].map((name): Row => ({
			linkedinUrl: `${name}@example.com`,
			hashedEmail: MD5,
		}));
		expect(readRows(RESOLVE, rows).warnings).toEqual([
			'All 3 values in LinkedIn URL are email addresses and were ignored. Use the field Email.',
		]);
	});

	it('reports each problem of a row with several unreadable fields', () => {
		const rows: Row[] = [{ linkedinUrl: 'CEO', email: 'Ada' }, { email: 'bob@example.com' }];
		const [outcome] = readRows(RESOLVE, rows).outcomes;
		expect(outcome).toEqual({
			is: 'invalid',
			why: expect.stringMatching(/^"CEO" is not a profile address.*\. "Ada" is not an email address/) as string,
		});
	});

	it('names the field with the most values if none is readable', () => {
		const rows: Row[] = [
			{ linkedinUrl: 'CEO' },
			{ email: 'Ada' },
			{ linkedinUrl: 'CTO', email: 'Bob' },
			{ email: 'Cyd' },
		];
		expect(readRows(RESOLVE, rows).outcomes[0]).toMatchObject({ why: 'All 3 values in Email are plain text' });
	});

	it('does not call one unreadable value a wrong column', () => {
		const { outcomes, warnings } = readRows(RESOLVE, [{ linkedinUrl: 'CEO', email: 'ada@example.com' }]);
		expect([outcomes[0]?.is, warnings]).toEqual(['invalid', []]);
	});

	it('warns about a fixed value from two rows, and about a column with one value from five rows', () => {
		const same = (count: number) => Array.from({ length: count }, () => 'ada@example.com');
		expect(readRows([BY_EMAIL], emailRows(...same(1))).warnings).toEqual([]);
		expect(readRows([BY_EMAIL], emailRows(...same(2))).warnings).toEqual([
			'All 2 rows use the same Email. Drag a column into the field.',
		]);
		expect(readRows([BY_LINKEDIN], linkedinRows(ADA, ADA, ADA, ADA)).warnings).toEqual([]);
		expect(readRows([BY_LINKEDIN], linkedinRows(ADA, ADA, ADA, ADA, ADA)).warnings).toEqual([
			'All 5 rows have the same LinkedIn URL. Check that it is the right column.',
		]);
		expect(readRows([BY_LINKEDIN], linkedinRows(ADA, ADA, ADA, ADA, `${ADA}-2`)).warnings).toEqual([]);
	});

	it.each<[string, IdentifierField, object[], string | null]>([
		[
			'profiles',
			BY_LINKEDIN,
			[
				{ id: 1, url: ADA },
				{ id: 2, url: ADA },
			],
			'"url", which has LinkedIn profiles',
		],
		['mostly profiles', BY_LINKEDIN, [{ url: ADA }, { url: '' }, { url: ADA }, { url: 'x y' }], '"url", which has'],
		['few profiles', BY_LINKEDIN, [{ url: ADA }, { url: 'x y' }], null],
		['words, which never count as profiles', BY_LINKEDIN, [{ status: 'new' }, { status: 'lost' }], null],
		['emails', BY_EMAIL, [{ mail: 'ada@example.com' }], '"mail", which has email addresses'],
	])('names the column that has %s', (_what, field, others, column) => {
		const rows = field === BY_LINKEDIN ? linkedinRows('CEO', 'CFO') : emailRows('CEO', 'CFO');
		const [outcome] = readRows([field], rows, others).outcomes;
		const remedy = column === null ? /^Choose the column/ : new RegExp(`^Use the column ${column}`);
		expect(outcome).toMatchObject({ remedy: expect.stringMatching(remedy) as string });
	});
});
