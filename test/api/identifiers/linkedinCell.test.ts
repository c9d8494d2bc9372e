import { quoted } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import { readLinkedinCell } from '../../../nodes/IdentityResolution/api/identifiers/linkedinCell';
import { ADDRESS, EXPECTED } from '../../support/api/profiles';

const ADA = `${ADDRESS}ada-example`;

describe('readLinkedinCell', () => {
	it.each([
		ADA,
		'linkedin.com/in/unknown',
		'linkedin.com/in/1234567',
		'/in/42',
		'in/ada-example',
		'https://www.linkedin.com/in/ada-example?url=linkedin.com/in/null',
		'https://www.linkedin.com/in/ada-example/in/undefined',
		'https://www.linkedin.com/in/ACoAABcDeFg',
		'https://www.linkedin.com/company/example',
		'https://example.com/in/ada-example',
		'',
		null,
		{},
	])('reads %p as readLinkedin does', (cell) => {
		expect(readLinkedinCell(cell)).toEqual(readLinkedin(cell));
	});

	it.each([
		'ada-example',
		'null-example',
		'ACoAABcDeFg',
		'CEO',
		'John',
		'customer',
		'%61da-example',
		'no-1',
		'4ever',
	])('refuses the bare word %s, and says what to add', (cell) => {
		expect(readLinkedinCell(cell)).toEqual({
			is: 'invalid',
			why: `"${cell}" is not a profile address. Add linkedin.com/in/ before it`,
		});
	});

	it.each([
		true,
		false,
		'no',
		42,
		1234567,
		'2026-11-04',
		'202-555-0123',
		'ca7cfac92323ddbebdb35ec6fee56c50',
		'da39a3ee5e6b4b0d3255bfef95601890afd80709',
		'E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855',
		'https://www.linkedin.com/in/ca7cfac92323ddbebdb35ec6fee56c50',
		'https://www.linkedin.com/in/undefined',
		'linkedin.com/in/null/',
		'https://www.linkedin.com/in/undefined?trk=x',
		'linkedin.com/in/NaN#about',
		'/in/null',
		'linkedin.com/in/none',
		'https://www.linkedin.com/in/n/a',
		'https://www.linkedin.com/in/-',
		`${ADDRESS}ada-exam…`,
		`${ADDRESS}ada-exam...`,
		`${ADDRESS}ada-ex****`,
		`see ${ADDRESS}ada-exam… (LinkedIn)`,
		'www.linkedin.com/in/n%75ll',
		'm.linkedin.com/mwlite/in/undefined/overlay/',
		'https://www.linkedin.com/in/{{slug}}',
		'https://www.linkedin.com/in/[slug]',
		'https://www.linkedin.com/in/%7B%7Bslug%7D%7D',
		'https://www.linkedin.com/in/$json.slug',
	])('refuses %p, which is not a profile', (cell) => {
		expect(readLinkedinCell(cell)).toEqual({
			is: 'invalid',
			why: `${quoted(String(cell))} is not a profile. ${EXPECTED}`,
		});
	});

	it.each([
		`LinkedIn: ${ADA}`,
		`LinkedIn:${ADA}`,
		`<${ADA}>`,
		`(${ADA})`,
		`${ADA}.`,
		`${ADA}/…`,
		`see ${ADA}?trk=x...`,
		`"${ADA}"`,
		`\u201c${ADA}\u201d`,
		`[Ada Example](${ADA})`,
		`[${ADA}](${ADA})`,
		`Ada Example - ${ADA}`,
		`Ada Example (www.linkedin.com/in/ada-example), CEO`,
		`${ADA}.`,
		`${ADA},`,
		`${ADA}, CEO`,
		`${ADA})`,
		`\`${ADA}\``,
		'https://www.linkedin.com/comm/in/ada-example?midToken=x',
		`${ADA} - CEO`,
		`${ADA} | Example Org`,
		`${ADA}/ CEO`,
		`${ADA}?trk=x and more`,
		`Ada Example\n${ADA}\nCEO`,
		`${ADA}\n+1 202-555-0123`,
		`Profile:\t${ADA}`,
		`=HYPERLINK("${ADA}","Ada Example")`,
		`<a href='${ADA}/'>Ada</a>`,
		`${ADA}; https://www.linkedin.com/company/example`,
		`${ADA}; ${ADA}/`,
		'\ud83d\udd17 linkedin.com/in/ada-example',
	])('reads the only profile address in %j', (cell) => {
		expect(readLinkedinCell(cell)).toEqual(readLinkedin(ADA));
	});

	it.each([
		[`${ADA}; ${ADDRESS}bob-example`, 'contains several profile addresses. Keep one'],
		[`${ADA}/ ${ADDRESS}bob-example`, 'contains several profile addresses. Keep one'],
		[`${ADDRESS}ada example`, `is not a profile. ${EXPECTED}`],
		[`${ADDRESS}Ada Example`, `is not a profile. ${EXPECTED}`],
		[`see ${ADDRESS}ada example`, `is not a profile. ${EXPECTED}`],
		['Ada Example', `is not on linkedin.com. ${EXPECTED}`],
		[`https://example.com/?url=${ADA}`, `is not on linkedin.com. ${EXPECTED}`],
		[`https://example.com/${ADA}`, `is not on linkedin.com. ${EXPECTED}`],
		['https://ada:secret@www.linkedin.com/in/ada-example', `is not on linkedin.com. ${EXPECTED}`],
		['ada@www.linkedin.com/in/ada-example x', `is not on linkedin.com. ${EXPECTED}`],
	])('refuses %j', (cell, why) => {
		expect(readLinkedinCell(cell)).toEqual({ is: 'invalid', why: `${quoted(cell)} ${why}` });
	});

	it.each([`${ADDRESS}ada\nbob`, `${ADDRESS}ada-\nexample`, `${ADDRESS}ada\r\n  example`, `${ADA}\0`])(
		'refuses %j, which may contain a truncated address',
		(cell) => {
			expect(readLinkedinCell(cell).is).toBe('invalid');
		},
	);
});
