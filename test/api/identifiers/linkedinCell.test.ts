import { quoted } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { profileAddress, readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import { readLinkedinCell } from '../../../nodes/IdentityResolution/api/identifiers/linkedinCell';
import { ADDRESS, EXPECTED } from '../../support/api/profiles';

const ADA = `${ADDRESS}ada-example`;

describe('readLinkedinCell', () => {
	it.each([
		ADA,
		'in/ada-example',
		`${ADA}?url=linkedin.com/in/null`,
		`${ADA}/in/undefined`,
		`${ADDRESS}ACoAABcDeFg`,
		'https://www.linkedin.com/company/example',
		'https://example.com/in/ada-example',
		'',
	])('reads %j as readLinkedin does', (cell) => {
		expect(readLinkedinCell(cell)).toEqual(readLinkedin(cell));
	});

	it.each(['ada-example', 'null-example', 'ACoAABcDeFg', 'CEO', 'customer', '%61da-example', 'no-1', '4ever'])(
		'refuses the bare word %s',
		(cell) => {
			const why = `"${cell}" is not a profile address. ${EXPECTED}`;
			expect(readLinkedinCell(cell)).toEqual({ is: 'invalid', why });
		},
	);

	it.each([
		...['true', 'no', '1234567', '/in/42', '2026-11-04', '202-555-0123'],
		...['ca7cfac92323ddbebdb35ec6fee56c50', 'DA39A3EE5E6B4B0D3255BFEF95601890AFD80709'],
		`${ADDRESS}ca7cfac92323ddbebdb35ec6fee56c50`,
		...['undefined', 'null/', 'undefined?trk=x', 'NaN#about', 'unknown', 'n/a', '-', 'n%75ll', 'Ada Example'].map(
			(slug) => `${ADDRESS}${slug}`,
		),
		'm.linkedin.com/mwlite/in/undefined/overlay/',
		...['ada-exam…', 'ada-exam...', 'ada-ex****'].map((slug) => `${ADDRESS}${slug}`),
		`see ${ADDRESS}ada-exam… (LinkedIn)`,
		`see ${ADDRESS}ada example`,
		`${ADDRESS}ada -example`,
		`${ADDRESS}john(jack)`,
		// Values of other columns behind the start of an address.
		...[
			...['42', 'row-42', 'true', 'YES', 'example.com', '2026-11-04', '04-Nov-2026', '2026-nov-04'],
			...['507f1f77bcf86cd799439011', '003Qy00000AbCdEIAZ', '00Q5g000004XyZa', 'recA1b2C3d4E5f6G7'],
			...['cont_aB3dE5fG7hJ9', '3f2504e0-4f89-11d3-9a0c-0305e82c3301'],
			...['user-1000', '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'ck9a1b2c3d4e5f6g7h8i9j0kl', 'a0B5g000004XyZaEAK'],
			...['sales', 'feed', 'authwall', 'login', 'company', 'your-name', 'firstname-lastname'],
		].map((slug) => `${ADDRESS}${slug}`),
		...['{{slug}}', '[slug]', '%7B%7Bslug%7D%7D', '$json.slug'].map((slug) => `${ADDRESS}${slug}`),
	])('refuses %j, which is not a profile', (cell) => {
		expect(readLinkedinCell(cell)).toEqual({
			is: 'invalid',
			why: `${quoted(cell)} is not a profile. ${EXPECTED}`,
		});
	});

	it.each([
		`LinkedIn:${ADA}`,
		`<${ADA}>`,
		`(${ADA})`,
		`${ADA}.`,
		`${ADA},`,
		`${ADA}/…`,
		`see ${ADA}?trk=x...`,
		`\u201c${ADA}\u201d`,
		`[${ADA}](${ADA})`,
		`Ada Example (www.linkedin.com/in/ada-example), CEO`,
		`\`${ADA}\``,
		'https://www.linkedin.com/comm/in/ada-example?midToken=x',
		`${ADA} - CEO`,
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
		`hhttps://${ADA.slice(8)}`,
		encodeURIComponent(ADA),
		encodeURIComponent(encodeURIComponent(ADA)),
		`${ADA}/${ADA}/`,
		`${ADA} ${ADA}`,
		`${ADA}/<br>${ADA}/`,
	])('reads the only profile address in %j', (cell) => {
		expect(readLinkedinCell(cell)).toEqual(readLinkedin(ADA));
	});

	it.each([
		[`${ADA}; ${ADDRESS}bob-example`, 'contains several profile addresses. Keep one'],
		[`${ADA}/ ${ADDRESS}bob-example`, 'contains several profile addresses. Keep one'],
		[`${ADA}/,${ADDRESS}bob-example`, 'contains several profile addresses. Keep one'],
		[`${ADA}, linkedin.com/pub/bob/1/2/3`, 'contains several profile addresses. Keep one'],
		[`${ADA}; linkedin.com/sales/lead/ACwAAx`, 'contains several profile addresses. Keep one'],
		[`${ADA}/${ADDRESS}bob-example`, 'contains several profile addresses. Keep one'],
		[`${ADA}/<br>${ADDRESS}bob-example/`, 'contains several profile addresses. Keep one'],
		[`${ADA}?trk=x、${ADDRESS}bob-example`, 'contains several profile addresses. Keep one'],
		['Ada Example', `is not a LinkedIn address. ${EXPECTED}`],
		[`https://example.com/?url=${ADA}`, `is not a LinkedIn address. ${EXPECTED}`],
		[`https://example.com/${ADA}`, `is not a LinkedIn address. ${EXPECTED}`],
		['ada@www.linkedin.com/in/ada-example x', `is not a LinkedIn address. ${EXPECTED}`],
	])('refuses %j', (cell, why) => {
		expect(readLinkedinCell(cell)).toEqual({ is: 'invalid', why: `${quoted(cell)} ${why}` });
	});

	it.each([
		'anneSmith198705',
		'JO-12345',
		'recruiter-ada-2b',
		'record-ada',
		'recording-artist-1',
		'00-ada-example',
		'ada_example1',
		'cafe-2026',
		'nov-2026',
	])('accepts the slug %s', (slug) => {
		expect(readLinkedinCell(ADDRESS + slug)).toMatchObject({
			identifier: { key: `linkedin:${slug.toLowerCase()}` },
		});
	});

	it.each(['lead-12', 'no', 'company', "o'brien-x", 'o’brien-x', '🚀-ann', '_ann-x', 'ann.x', 'a&b~c', '__proto__'])(
		'reads the slug %s in a reply',
		(slug) => {
			const address = ADDRESS + encodeURIComponent(slug);
			expect([slug, address].map(profileAddress)).toEqual([address, address]);
		},
	);
	it.each(['ada.example', '✓', 'linkedin.com/pub/ada/1/23/456', `${ADA} ${ADDRESS}bob`])(
		'keeps %j in a reply',
		(text) => {
			expect(profileAddress(text)).toBe(text);
		},
	);

	it('restores letters that were read in the wrong encoding twice', () => {
		expect(readLinkedinCell(`${ADDRESS}j%C3%83%C2%BCrgen`)).toMatchObject({
			identifier: { key: 'linkedin:jürgen' },
		});
	});

	it.each([`${ADDRESS}ada\nbob`, `${ADDRESS}ada-\nexample`, `${ADDRESS}ada\r\n  example`, `${ADA}\0`])(
		'refuses %j, which may contain a truncated address',
		(cell) => {
			expect(readLinkedinCell(cell).is).toBe('invalid');
		},
	);

	it.each([ADA, `${ADA}/`, 'uk.linkedin.com/in/ADA-EXAMPLE?trk=example'])('parses one URL for %s', (cell) => {
		expect(urlsParsedFor(cell)).toBe(1);
	});

	it('parses no URL for an empty text', () => {
		expect(urlsParsedFor('')).toBe(0);
	});
});

function urlsParsedFor(cell: string): number {
	const { URL: original } = globalThis;
	let parsed = 0;
	globalThis.URL = class extends original {
		constructor(...parts: ConstructorParameters<typeof URL>) {
			parsed += 1;
			super(...parts);
		}
	};
	readLinkedinCell(cell);
	globalThis.URL = original;
	return parsed;
}
