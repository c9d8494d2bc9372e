import { readEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { readHem } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import {
	inputKindOf,
	readCell,
	type CellKind,
	type InputKind,
} from '../../../nodes/IdentityResolution/api/identifiers/readCell';
import { EXPECTED } from '../../support/api/profiles';

const MD5 = 'ca7cfac92323ddbebdb35ec6fee56c50';
const SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const KINDS: readonly CellKind[] = ['linkedin', 'email', 'hem', 'ip'];
const read = (kind: CellKind, cell: unknown) => readCell(kind, cell);

const INPUTS: Record<InputKind, readonly string[]> = {
	email: ['ada@example.com', 'Ada.Example+x@mail.example.co.uk'],
	noPerson: ['no-reply@example.com', 'null@example.com'],
	list: ['ada@example.com; bob@example.com', 'linkedin.com/in/ada-example, linkedin.com/in/bob-example'],
	object: [],
	md5: [MD5, MD5.toUpperCase()],
	sha: ['da39a3ee5e6b4b0d3255bfef95601890afd80709', SHA256],
	profile: ['https://www.linkedin.com/in/ada-example', 'linkedin.com/pub/ada/1/2/3', '/in/ada-example'],
	linkedinPage: ['https://www.linkedin.com/company/example', 'linkedin.com', 'https://www.linkedin.com/sales/lead/x'],
	webAddress: ['www.example.com/team', 'example.com', 'example.co.uk/ada?x=1', 'ftp://example.com'],
	formulaError: ['#REF!', '#name?', '#DIV/0!'],
	date: ['2026-11-04', '2026/11/4', '04.11.2026', '11/4/26', '2026-11-04T10:00:00Z', '2026-11-04 10:00'],
	phone: ['+1 202-555-0123', '(202) 555-0123', '202.555.0123', '+12025550123'],
	number: ['1001', '1,234.50', '-7', '12%', '$1200', '003000000000001'],
	text: ['Ada Example', 'CEO', 'C-0001', '@ada', 'a@b', '10:45', 'a, b, c', '', 'x'.repeat(5_000)],
};

it.each(Object.entries(INPUTS).flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const)))(
	'inputKindOf returns %s for %s',
	(kind, text) => {
		expect(inputKindOf(text)).toBe(kind);
	},
);

describe('readCell', () => {
	it.each([
		...['n/a', '#N/A', 'na', 'n.a.', ' - ', '\u2013', '???', '...', 'None', 'NULL', 'nil', Number.NaN, 'undefined'],
		...[
			'Unknown',
			'not found',
			'not_found',
			'Not Available',
			'not specified',
			'empty',
			'(blank)',
			'[null]',
			'TBD',
			...['néant', 'Aucun', 'keine', 'なし', 'k. A.', '(No value)', '#NV', '暂无', 'No disponible', 'n.v.t.'],
			'todo',
			'missing',
		],
		...['', null, undefined, [], ' ', '\t\r\n', '\u00a0\t', '\ufeff', '\u200b\u2060', '\u3000', '\u2060\u200f'],
	])('reads %j as blank for any kind', (cell) => {
		for (const kind of KINDS) expect(read(kind, cell)).toEqual({ is: 'blank' });
	});

	it('uses the reader of each kind', () => {
		const url = 'LinkedIn: linkedin.com/in/ada-example';
		expect(read('linkedin', url)).toEqual(readLinkedin('linkedin.com/in/ada-example'));
		expect(read('hem', 'ada@example.com')).toEqual(readHem('ada@example.com'));
	});

	it.each([[['ada@example.com']], [[['ada@example.com']]], [['ada@example.com', 'ADA@example.com']]])(
		'reads the list %j, which has one identifier',
		(cell) => {
			expect(read('email', cell)).toEqual(readEmail('ada@example.com'));
		},
	);

	const MANY = Array.from({ length: 200 }, (_, index) => `user${index}@example.com`);

	it.each<[unknown, InputKind, string, string]>([
		[['ada@example.com', 'bob@example.com'], 'list', 'The list contains 2 email addresses', ', such as [0]'],
		[
			['Ada', 'ada@example.com'],
			'list',
			'The value is a list of several values, not an email address',
			', such as [1]',
		],
		[
			['ada@example.com', { value: 1 }],
			'list',
			'The value is a list of several values, not an email address',
			', such as [0]',
		],
		[MANY, 'list', 'The list contains 100 email addresses', ', such as [0]'],
		[{ value: 'ada@example.com' }, 'object', 'The value is an object, not an email address', ', such as .value'],
		[
			{ text: 'x', value: [{ address: 'ada@example.com', name: 'Ada' }] },
			'object',
			'The value is an object, not an email address',
			', such as .value[0].address',
		],
		[
			[{ 'e-mail': 'ada@example.com' }],
			'object',
			'The value is an object, not an email address',
			', such as [0]["e-mail"]',
		],
		[{ id: 7 }, 'object', 'The value is an object, not an email address', ''],
		[new Date(0), 'object', 'The value is an object, not an email address', ''],
	])('says what %j is, and which part of it to take', (cell, inputKind, why, example) => {
		expect(read('email', cell)).toEqual({ is: 'invalid', inputKind, why, take: `Take one value of it${example}` });
	});

	it.each<[CellKind, string, InputKind, string]>([
		['linkedin', 'ada@example.com', 'email', 'is an email address, not a LinkedIn profile'],
		['linkedin', '1001', 'number', 'is a number, not a LinkedIn profile'],
		['email', 'linkedin.com/in/ada-example', 'profile', 'is a LinkedIn profile, not an email address'],
		['hem', SHA256, 'sha', 'is a SHA hash, not an email address or its MD5'],
		['linkedin', 'no-reply@example.com', 'noPerson', 'is an address of no person, not a LinkedIn profile'],
		['ip', 'ada@example.com, bob@example.com', 'list', 'is a list of several values, not an IP address'],
		['ip', 'ada@example.com', 'email', 'is an email address, not an IP address'],
	])('of kind %s names the kind of value of %s', (kind, cell, inputKind, why) => {
		const quoted = cell.length > 60 ? `${cell.slice(0, 59)}\u2026` : cell;
		expect(read(kind, cell)).toEqual({ is: 'invalid', inputKind, why: `"${quoted}" ${why}` });
	});

	it.each<[CellKind, string, InputKind, string]>([
		[
			'linkedin',
			'linkedin.com/company/example',
			'linkedinPage',
			`is a company or school page, not a profile. ${EXPECTED}`,
		],
		['linkedin', 'Ada Example', 'text', `is not a LinkedIn address. ${EXPECTED}`],
		['email', 'Ada Example', 'text', 'is not an email address. Use an email address such as ada@example.com'],
		[
			'hem',
			'Ada Example',
			'text',
			'is neither an email address nor an MD5. Use an email address or its MD5 (32 hex digits)',
		],
		...(
			[
				['text', 'Ada Example'],
				['number', '1001'],
				['phone', '202.555.0123'],
				['webAddress', 'example.com'],
			] as const
		).map(([inputKind, cell]): [CellKind, string, InputKind, string] => [
			'ip',
			cell,
			inputKind,
			'is not an IP address. Use a public address such as 203.0.113.7',
		]),
	])('of kind %s uses the message of its reader for %s', (kind, cell, inputKind, why) => {
		expect(read(kind, cell)).toEqual({ is: 'invalid', inputKind, why: `"${cell}" ${why}` });
	});
});
