import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import { ADDRESS, EXPECTED, profileIn, whyNot } from '../../support/api/profiles';

describe('readLinkedin', () => {
	it.each([
		['the canonical address', 'https://www.linkedin.com/in/ada-example'],
		['without www', 'https://linkedin.com/in/ada-example'],
		['a country host', 'https://uk.linkedin.com/in/ada-example'],
		['the mobile host', 'https://m.linkedin.com/in/ada-example'],
		['a host with the root dot', 'https://www.linkedin.com./in/ada-example'],
		['a host with its port', 'https://www.linkedin.com:443/in/ada-example'],
		['the lite mobile site', 'https://www.linkedin.com/mwlite/in/ada-example'],
		['the lite mobile site, in upper case', 'https://www.linkedin.com/MWLITE/in/ada-example'],
		['plain http', 'http://www.linkedin.com/in/ada-example'],
		['no scheme', 'www.linkedin.com/in/ada-example'],
		['no scheme, no www', 'linkedin.com/in/ada-example'],
		['no scheme, a country host', 'de.linkedin.com/in/ada-example'],
		['a protocol-relative address', '//www.linkedin.com/in/ada-example'],
		['a slash at the end', 'https://www.linkedin.com/in/ada-example/'],
		['slashes doubled', 'https://www.linkedin.com//in//ada-example//'],
		['a language', 'https://www.linkedin.com/in/ada-example/de'],
		['a language and a slash', 'https://www.linkedin.com/in/ada-example/en-us/'],
		['an overlay after it', 'https://www.linkedin.com/in/ada-example/overlay/contact-info/'],
		['recent activity after it', 'https://www.linkedin.com/in/ada-example/recent-activity/all/'],
		['a query', 'https://www.linkedin.com/in/ada-example?trk=people-guest&x=/in/bob-example'],
		['a query after a slash', 'https://www.linkedin.com/in/ada-example/?originalSubdomain=uk'],
		['a fragment', 'https://www.linkedin.com/in/ada-example#experience'],
		['a query and a fragment', 'https://www.linkedin.com/in/ada-example/?locale=de_DE#about'],
		['upper case throughout', 'HTTPS://WWW.LINKEDIN.COM/IN/ADA-EXAMPLE'],
		['an upper-case /IN/', 'https://www.linkedin.com/IN/ada-example'],
		['a name in capitals', 'https://www.linkedin.com/in/Ada-Example'],
		['a letter percent-encoded', 'https://www.linkedin.com/in/%61da-example'],
		['the hyphen percent-encoded', 'https://www.linkedin.com/in/ada%2Dexample'],
		['percent-encoding in lower case', 'https://www.linkedin.com/in/ada%2dexample'],
		['the bare slug', 'ada-example'],
		['the bare slug in capitals', 'Ada-EXAMPLE'],
		['the bare slug, percent-encoded from its first letter', '%61da%2Dexample'],
		['the path', '/in/ada-example'],
		['the path without its slash', 'in/ada-example'],
		['the path with a language, a query and a fragment', 'in/ada-example/de?trk=x#y'],
		['the path in capitals', 'IN/ADA-EXAMPLE/'],
		['spaces around it', '  https://www.linkedin.com/in/ada-example  '],
		['a line break after it', 'https://www.linkedin.com/in/ada-example\r\n'],
		['tabs around the slug', '\tada-example\t'],
		['no-break spaces around it', '\u00a0https://www.linkedin.com/in/ada-example\u00a0'],
		['a byte order mark before it', '\ufeffhttps://www.linkedin.com/in/ada-example'],
		['zero-width marks around it', '\u200bhttps://www.linkedin.com/in/ada-example\u2060'],
		['direction marks around it', '\u202ahttps://www.linkedin.com/in/ada-example\u202c'],
		['a direction mark after the slug', 'ada-example\u200e'],
		['soft hyphens and zero-width spaces in it', 'https://www.linkedin.com/in/ada\u00ad-\u200bexam\u2060ple'],
		['a zero-width space before the last slash', 'https://www.linkedin.com/in/ada-example\u200b/'],
		['an encoded zero-width space before the query', 'https://www.linkedin.com/in/ada-example%E2%80%8B?trk=x'],
		['encoded spaces around the slug', 'https://www.linkedin.com/in/%20ada-example%20'],
	])('reads one profile from %s', (_what, spelling) => {
		expect(profileIn(spelling)).toEqual({
			kind: 'linkedin',
			key: 'linkedin:ada-example',
			value: 'https://www.linkedin.com/in/ada-example',
		});
	});

	it.each([
		['composed', 'https://www.linkedin.com/in/jos\u00e9-example'],
		['decomposed', 'https://www.linkedin.com/in/jose\u0301-example'],
		['percent-encoded', 'https://www.linkedin.com/in/jos%C3%A9-example'],
		['percent-encoded and decomposed', 'https://www.linkedin.com/in/jose%CC%81-example'],
		['in capitals', 'https://www.linkedin.com/in/JOS\u00c9-EXAMPLE'],
		['in decomposed capitals', 'https://www.linkedin.com/in/JOSE\u0301-EXAMPLE'],
		['encoded in capitals', 'https://www.linkedin.com/in/JOS%C3%89-EXAMPLE'],
		['as a bare slug', 'jos\u00e9-example'],
		['as a bare decomposed slug', 'jose\u0301-example'],
		['as a bare encoded slug', 'jos%c3%a9-example'],
		['as a path', 'in/jose\u0301-example'],
	])('reads one profile from a slug with an accent, %s', (_how, spelling) => {
		expect(profileIn(spelling)).toEqual({
			kind: 'linkedin',
			key: 'linkedin:jos\u00e9-example',
			value: 'https://www.linkedin.com/in/jos%C3%A9-example',
		});
	});

	it.each([
		['ада-пример', '%D0%B0%D0%B4%D0%B0-%D0%BF%D1%80%D0%B8%D0%BC%D0%B5%D1%80'],
		['АДА-ПРИМЕР', '%D0%90%D0%94%D0%90-%D0%9F%D0%A0%D0%98%D0%9C%D0%95%D0%A0'],
		['愛達-example', '%E6%84%9B%E9%81%94-example'],
	])('reads one profile from %s and %s', (plain, encoded) => {
		const { key } = profileIn(`${ADDRESS}${plain}`);
		const spellings = [plain, encoded, `${ADDRESS}${encoded}`, `in/${plain}`, `in/${encoded}`];
		expect(spellings.map((spelling) => profileIn(spelling).key)).toEqual(spellings.map(() => key));
	});

	it.each(['a', 'ж', '愛', '𠮷'])('accepts a bare slug of a hundred letters %s, also percent-encoded', (letter) => {
		const slug = letter.repeat(100);
		expect([slug, encodeURIComponent(slug)].map((spelling) => profileIn(spelling).key)).toEqual([
			`linkedin:${slug}`,
			`linkedin:${slug}`,
		]);
	});

	it('keeps an emoji with an invisible character inside', () => {
		const slug = 'ada-👩‍💻';
		expect(profileIn(`${ADDRESS}${slug}`).key).toBe(`linkedin:${slug}`);
	});
});

describe('readLinkedin with an old /pub/ address', () => {
	it.each([
		['https://www.linkedin.com/pub/name/a7/576/b50', 'name-b50576a7'],
		['https://www.linkedin.com/pub/ada-example/a7/576/b50/', 'ada-example-b50576a7'],
		['http://uk.linkedin.com/PUB/Ada-Example/A7/576/B50?trk=x', 'ada-example-b50576a7'],
		['linkedin.com/pub/ada-example/1/234/567', 'ada-example-5672341'],
		['linkedin.com/pub/ada-example/12a/34b/56c/de', 'ada-example-56c34b12a'],
		['linkedin.com/pub/jos%C3%A9-example/a7/576/b50', 'josé-example-b50576a7'],
	])('reads %s as /in/%s', (old, slug) => {
		expect(profileIn(old)).toEqual(profileIn(`${ADDRESS}${slug}`));
	});

	it.each([
		['that ends after the name', 'https://www.linkedin.com/pub/ada-example'],
		['with one part', 'https://www.linkedin.com/pub/ada-example/a7'],
		['with two parts', 'https://www.linkedin.com/pub/ada-example/a7/576'],
		['with a second part that was padded', 'https://www.linkedin.com/pub/ada-example/a7/76/b50'],
		['with a third part that was padded', 'https://www.linkedin.com/pub/ada-example/a7/576/b5'],
		['with a first part too long', 'https://www.linkedin.com/pub/ada-example/a7a7/576/b50'],
		['with parts that are not hexadecimal', 'https://www.linkedin.com/pub/ada-example/a7/576/xyz'],
		['with a part that only starts hexadecimal', 'https://www.linkedin.com/pub/ada-example/a7/576/b5z'],
		['with a part that only ends hexadecimal', 'https://www.linkedin.com/pub/ada-example/a7/576/zb5'],
		['of the directory', 'https://www.linkedin.com/pub/dir/ada/example'],
		['without a name', 'https://www.linkedin.com/pub'],
	])('refuses an address %s', (_what, old) => {
		expect(whyNot(old)).toBe(`"${old}" is an old address that does not identify one person. ${EXPECTED}`);
	});
});

describe('readLinkedin with different people', () => {
	it.each([
		['ada-example', 'ada-example-1'],
		['ada-example', 'ada_example'],
		['ada-example', 'adaexample'],
		['ada-example', 'аda-example'],
		['jose-example', 'josé-example'],
		['strasse-example', 'straße-example'],
		['https://www.linkedin.com/in/ada-example/bob-example', 'https://www.linkedin.com/in/bob-example'],
		['https://www.linkedin.com/pub/ada-example/a7/576/b50', 'https://www.linkedin.com/pub/ada-example/a7/576/b51'],
		['https://www.linkedin.com/pub/ada-example/a7/576/b50', 'https://www.linkedin.com/in/ada-example'],
		['in/ada-example/../bob-example', 'in/ada-example'],
		['in/.ada-example', 'in/ada-example'],
		[`${ADDRESS}ada-🏴󠁧󠁢󠁥󠁮󠁧󠁿`, `${ADDRESS}ada-🏴󠁧󠁢󠁳󠁣󠁴󠁿`],
	])('returns different keys for %s and %s', (one, other) => {
		expect(profileIn(one).key).not.toBe(profileIn(other).key);
	});
});

describe('readLinkedin reads as blank', () => {
	it.each([
		['an empty text', ''],
		['null', null],
		['undefined', undefined],
		['spaces', '   '],
		['tabs and line breaks', '\t\r\n'],
		['a no-break space', '\u00a0'],
		['an ideographic space', '\u3000'],
		['a zero-width space', '\u200b'],
		['a byte order mark', '\ufeff'],
		['a word joiner and a direction mark', '\u2060\u200f'],
	])('%s', (_what, cell) => {
		expect(readLinkedin(cell)).toEqual({ is: 'blank' });
	});
});
