import { SHEET_OPERATIONS } from '../../../dev/cli/flags';
import { identifierColumns, remarksOn } from '../../../dev/cli/identifierColumns';
import type { Sheet } from '../../../dev/cli/readSheet';

const LINKEDIN = 'https://www.linkedin.com/in/ada-example';
const EMAIL = 'ada@example.com';
const MD5 = '3e3417d7ef77d5932a6734b916515ed5';

/** A sheet with one row, below a blank one. */
const sheetOf = (cells: Record<string, string>): Sheet =>
	sheetWith(Object.keys(cells), [Object.keys(cells).map(() => ''), Object.values(cells)]);

function sheetWith(columns: string[], rows: string[][]): Sheet {
	const form = { delimiter: ',', lineEnd: '\n' as const, bom: false, preface: '', remarks: [] };
	return { ...form, hasTitles: true, header: columns, columns, rows };
}

type Operation = keyof typeof SHEET_OPERATIONS;

const columnOf = (title: string, cells: string[]) =>
	sheetWith(
		[title],
		Array.from(cells, (cell) => [cell]),
	);

const columnsFor = (operation: Operation, cells: Record<string, string>, ...requested: string[]) =>
	identifierColumns(sheetOf(cells), requested, SHEET_OPERATIONS[operation].takes);

describe('identifierColumns', () => {
	it.each<[string, Operation, Record<string, string>, Record<string, string>]>([
		['the only usual name, whatever its cells', 'findBest', { LinkedIn: 'ada-example' }, { linkedin: 'LinkedIn' }],
		[
			'the usual name with the right cells',
			'findByEmail',
			{ 'Email Domain': 'example.com', 'Work\nE-Mail': EMAIL, Email: '' },
			{ email: 'Work\nE-Mail' },
		],
		[
			'all kinds for resolve',
			'resolve',
			{ LinkedIn: LINKEDIN, 'E-Mail': EMAIL, 'email md5': MD5 },
			{ linkedin: 'LinkedIn', email: 'E-Mail', hem: 'email md5' },
		],
		['a vague name above profiles', 'findBest', { Link: 'x', URL: LINKEDIN }, { linkedin: 'URL' }],
		['the only candidate', 'resolve', { 名前: 'Ada', リンクトイン: LINKEDIN }, { linkedin: 'リンクトイン' }],
		['no vague name beside a usual one', 'findBest', { Linked: LINKEDIN, URL: LINKEDIN }, { linkedin: 'Linked' }],
		['no unnamed column beside a sure one', 'resolve', { Linked: LINKEDIN, Owner: EMAIL }, { linkedin: 'Linked' }],
	])('detects %s', (_what, operation, cells, expected) => expect(columnsFor(operation, cells)).toEqual(expected));

	it.each<[string, Operation, string[], Record<string, string>]>([
		['finds a name in another case and with blanks', 'findByEmail', [' email'], { email: 'Email ' }],
		[
			'assigns several requested columns by their cells, then by their names',
			'resolve',
			['Hash', 'Owner', 'linkedin'],
			{ linkedin: 'LinkedIn', email: 'Owner', hem: 'Hash' },
		],
	])('%s', (_what, operation, requested, expected) => {
		const cells = { Name: 'Ada', 'Email ': EMAIL, owner: '', Hash: MD5, Owner: EMAIL, LinkedIn: 'ada-example' };
		expect(columnsFor(operation, cells, ...requested)).toEqual(expected);
	});

	const export40 = Object.fromEntries(Array.from({ length: 38 }, (_, place) => [`Property ${place}`, 'text']));
	const emails = Object.fromEntries(Array.from({ length: 10 }, (_, place) => [`Email ${place}`, EMAIL]));

	it.each<[string, Operation, Record<string, string>, string[], string]>([
		['no candidates', 'findBest', export40, [], 'LinkedIn profiles. The titles are "Property 0", "Property 1"'],
		[
			'several candidates alone',
			'findByEmail',
			{ ...export40, Email: EMAIL, 'Work email': EMAIL, 'Email domain': 'example.com' },
			[],
			'Columns that may hold emails: "Email", "Work email". Name one with --column.',
		],
		[
			'columns of emails, also if one lists several,',
			'findByEmail',
			{ 'Email - Work': `${EMAIL}, bob@example.com`, 'Email - Home': EMAIL },
			[],
			'Columns that may hold emails: "Email - Work", "Email - Home". Name one with --column.',
		],
		[
			'a sheet of emails for profiles',
			'findBest',
			{ Owner: EMAIL, 'E-Mail': EMAIL },
			[],
			'takes LinkedIn profiles, but "E-Mail" holds 1 email: use --operation findByEmail --column "E-Mail".',
		],
		['hashes for emails', 'findByEmail', { id: MD5 }, [], '"id" holds 1 MD5 hash: use --operation findByHash'],
		['SHA hashes', 'findBest', { hash: MD5 + MD5 }, [], '"hash" holds SHA hashes, which the service does not'],
		['names and companies', 'findBest', { Company: 'x' }, [], 'finds people by name and company, too; this'],
		['a column without identifiers', 'resolve', { Name: 'Ada' }, ['Name'], 'The column "Name" holds no LinkedIn'],
		['two columns for one parameter', 'findByEmail', emails, ['Email 1', 'Email 2'], 'would both be emails.'],
	])('refuses %s', (_what, operation, cells, requested, message) =>
		expect(() => columnsFor(operation, cells, ...requested)).toThrow(message),
	);

	it('refuses an unnamed column of which rows share most cells, such as that of account owners', () =>
		expect(() => identifierColumns(columnOf('Owner', [EMAIL, EMAIL]), [], ['email'])).toThrow('emails: "Owner"'));
});

describe('a column with several kinds', () => {
	const contacts = [...Array<string>(24).fill(EMAIL), ...Array<string>(18).fill(LINKEDIN), 'n/a'];
	const sheet = sheetWith(
		['Contact', 'Email'],
		contacts.map((cell) => [cell, '']),
	);
	const advice = '"Contact" holds 24 emails and 18 LinkedIn profiles: use --operation resolve --column "Contact"';

	it('is refused with the operation that takes it, unless it is requested', () => {
		expect(() => identifierColumns(sheet, [], ['linkedin'])).toThrow(`takes LinkedIn profiles, but ${advice}.`);
		expect(identifierColumns(sheet, ['Contact'], ['linkedin'])).toEqual({ linkedin: 'Contact' });
		expect(remarksOn(sheet, 'Contact', ['linkedin'])).toEqual([advice]);
	});

	it.each([
		['most of one kind', contacts],
		['as many of each', [LINKEDIN, EMAIL, '']],
	])('is both for resolve with %s', (_what, cells) => {
		const { takes } = SHEET_OPERATIONS.resolve;
		const mixed = columnOf('Contact', cells);
		expect(identifierColumns(mixed, ['Contact'], takes)).toEqual({ linkedin: 'Contact', email: 'Contact' });
		expect(remarksOn(mixed, 'Contact', takes)).toEqual([]);
	});
});

it('remarksOn counts the cells that list several identifiers', () => {
	const cells = [`${EMAIL}; bob@example.com`, `${EMAIL}\nbob@example.com`, EMAIL, `${EMAIL}, n/a`];
	expect(remarksOn(columnOf('Email', cells), 'Email', ['email'])).toEqual([
		'"Email" has 2 cells with several identifiers, not sent: keep one of them',
	]);
});
