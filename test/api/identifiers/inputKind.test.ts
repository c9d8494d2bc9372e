import { inputKindOf, type InputKind } from '../../../nodes/IdentityResolution/api/identifiers/readCell';

const CASES: Record<InputKind, readonly string[]> = {
	email: ['ada@example.com', 'Ada.Example+x@mail.example.co.uk'],
	md5: ['ca7cfac92323ddbebdb35ec6fee56c50', 'CA7CFAC92323DDBEBDB35EC6FEE56C50'],
	sha: ['da39a3ee5e6b4b0d3255bfef95601890afd80709', 'a'.repeat(64)],
	profile: ['https://www.linkedin.com/in/ada-example', 'linkedin.com/pub/ada/1/2/3', '/in/ada-example'],
	linkedinPage: ['https://www.linkedin.com/company/example', 'linkedin.com', 'https://www.linkedin.com/sales/lead/x'],
	webAddress: [
		'https://example.com',
		'www.example.com/team',
		'example.com',
		'example.co.uk/ada?x=1',
		'ftp://example.com',
	],
	formulaError: ['#REF!', '#name?', '#DIV/0!', '#VALUE!'],
	date: ['2026-11-04', '2026/11/4', '04.11.2026', '11/4/26', '2026-11-04T10:00:00Z', '2026-11-04 10:00'],
	phone: ['+1 202-555-0123', '(202) 555-0123', '202.555.0123', '+12025550123'],
	number: ['1001', '1,234.50', '-7', '12%', '$1200', '003000000000001'],
	text: ['Ada Example', 'CEO', 'C-0001', 'customer', '@ada', 'a@b', '10:45', 'a, b, c', '', 'x'.repeat(5_000)],
};

describe('inputKindOf', () => {
	it.each(Object.entries(CASES).flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const)))(
		'returns %s for %s',
		(kind, text) => {
			expect(inputKindOf(text)).toBe(kind);
		},
	);
});
