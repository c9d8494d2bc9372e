import { isOpaque } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import { ADDRESS, EXPECTED, profileIn, whyNot } from '../../support/api/profiles';

describe('readLinkedin', () => {
	it.each([
		['a host with the root dot', 'https://www.linkedin.com./in/ada-example'],
		['a host with its port', 'https://www.linkedin.com:443/in/ada-example'],
		['the lite mobile site, in upper case', 'https://www.linkedin.com/MWLITE/in/ada-example'],
		['the view of a profile', 'https://www.linkedin.com/profile/in/ada-example'],
		['a whole address behind /in/', 'linkedin.com/in/https://www.linkedin.com/in/ada-example'],
		['the same address twice', `${ADDRESS}ada-example/${ADDRESS}ADA-example`],
		['recent activity after it', 'https://www.linkedin.com/in/ada-example/recent-activity/all/'],
		['the path with a language, a query and a fragment', 'in/ada-example/de?trk=x#y'],
		['the bare slug, percent-encoded from its first letter', '%61da%2Dexample'],
		['tabs around the slug', '\tAda-EXAMPLE\t'],
		['direction marks around it', '\u202ahttps://www.linkedin.com/in/ada-example\u202c'],
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

	it.each(['a', 'ж', '愛', '𠮷'])('accepts a bare slug of a hundred letters %s, also percent-encoded', (letter) => {
		const slug = letter.repeat(100);
		const keys = [slug, encodeURIComponent(slug)].map((spelling) => profileIn(spelling).key);
		expect(keys).toEqual([`linkedin:${slug}`, `linkedin:${slug}`]);
	});

	it('keeps an emoji with an invisible character inside', () => {
		const slug = 'ada-👩‍💻';
		expect(profileIn(`${ADDRESS}${slug}`).key).toBe(`linkedin:${slug}`);
	});

	it.each([
		['ada-example', 'аda-example'],
		['jose-example', 'josé-example'],
		['strasse-example', 'straße-example'],
		['https://www.linkedin.com/in/ada-example/bob-example', 'https://www.linkedin.com/in/bob-example'],
		['https://www.linkedin.com/pub/ada-example/a7/576/b50', 'https://www.linkedin.com/pub/ada-example/a7/576/b51'],
		['https://www.linkedin.com/pub/ada-example/a7/576/b50', 'https://www.linkedin.com/in/ada-example'],
		['in/ada-example/../bob-example', 'in/ada-example'],
		['in/.ada-example', 'in/ada-example'],
		[`${ADDRESS}ada-🏴󠁧󠁢󠁥󠁮󠁧󠁿`, `${ADDRESS}ada-🏴󠁧󠁢󠁳󠁣󠁴󠁿`],
		['ACoAABcDeFgHiJkL', 'ACwAABcDeFgHiJkL'],
		['ACoAABcDeFgHiJkL', 'acoaabcdefghijkl'],
		['ACoAABcDeFgHiJkL', 'ACOAABCDEFGHIJKL'],
	])('returns different keys for %s and %s', (one, other) => {
		expect(profileIn(one).key).not.toBe(profileIn(other).key);
	});
});

describe('readLinkedin with an old /pub/ address', () => {
	it.each([
		['http://uk.linkedin.com/PUB/Ada-Example/A7/576/B50?trk=x', 'ada-example-b50576a7'],
		['linkedin.com/pub/ada-example/1/234/567', 'ada-example-5672341'],
		['linkedin.com/pub/ada-example/12a/34b/56c/de', 'ada-example-56c34b12a'],
		['linkedin.com/pub/jos%C3%A9-example/a7/576/b50', 'josé-example-b50576a7'],
	])('reads %s as /in/%s', (old, slug) => {
		expect(profileIn(old)).toEqual(profileIn(`${ADDRESS}${slug}`));
	});

	it.each([
		['that ends after the name', '/ada-example'],
		['with two parts', '/ada-example/a7/576'],
		['with a second part that was padded', '/ada-example/a7/76/b50'],
		['with a third part that was padded', '/ada-example/a7/576/b5'],
		['with a first part too long', '/ada-example/a7a7/576/b50'],
		['with a part that only starts hexadecimal', '/ada-example/a7/576/b5z'],
		['with a part that only ends hexadecimal', '/ada-example/a7/576/zb5'],
		['of the directory', '/dir/ada/example'],
		['without a name', ''],
	])('refuses an address %s', (_what, path) => {
		const old = `https://www.linkedin.com/pub${path}`;
		expect(whyNot(old)).toBe(`"${old}" is an old address that does not identify one person. ${EXPECTED}`);
	});
});

describe('an opaque id', () => {
	it.each(['http://uk.linkedin.com/IN/%41CoAABcD_eFgH-iJkL/?trk=x#about', 'ACoAABcD_eFgH-iJkL'])(
		'keeps its case: %s',
		(spelling) => {
			const id = 'ACoAABcD_eFgH-iJkL';
			expect(profileIn(spelling)).toEqual({ kind: 'linkedin', key: `linkedin:${id}`, value: `${ADDRESS}${id}` });
			expect(isOpaque(profileIn(spelling).key)).toBe(true);
		},
	);

	it.each([
		['after a name', 'Ada-ACoAABcDeFg'],
		['with an invalid letter', 'ACoAAm\u00e9lie'],
		['without its end', 'ACoAA'],
		['in capitals', 'ACOAABCDEFG'],
	])('is a slug that ignores case if it stands %s', (_what, slug) => {
		expect(profileIn(slug).key).toBe(`linkedin:${slug.toLowerCase()}`);
		expect(isOpaque(profileIn(slug).key)).toBe(false);
	});
});

describe('readLinkedin refuses', () => {
	const company = 'is a company or school page, not a profile';
	const sales = 'is a Sales Navigator or Recruiter address';
	const page = 'is a post or another page, not a profile';
	const noProfile = 'is not a profile address';
	const elsewhere = 'is not a LinkedIn address';
	const characters = 'has characters that no profile has';

	it.each([
		...['company/example', 'COMPANY/example/people/', 'school/x', 'showcase/x', 'organization/1'].map((path) => [
			`https://uk.linkedin.com/${path}`,
			company,
		]),
		['https://www.linkedin.com/mwlite/company/example', company],
		['https://www.linkedin.com/sales/lead/ACwAABcDeFg,NAME_X', sales],
		['https://www.linkedin.com/talent/profile/AEMAABcDeFg', sales],
		['https://www.linkedin.com/recruiter/profile/12345', sales],
		...['posts/ada-example_activity-1', 'feed/update/urn:li:activity:1', 'pulse/x', 'groups/1', 'jobs/view/1'].map(
			(path) => [`https://www.linkedin.com/${path}`, page],
		),
		...[
			'',
			'/in',
			'/in/?ada-example',
			'/search/results/people/?keywords=ada',
			'/ada-example',
			'/in/..',
			'/profile/info/x',
			'/myprofile/in/x',
			'/profiles/in/x',
			'/team/in/x',
		].map((path) => [`https://www.linkedin.com${path}`, noProfile]),
		...['ada-company', 'company-ada', 'ada-sales', 'sales-ada', 'ada-posts', 'posts-ada'].map((section) => [
			`https://www.linkedin.com/${section}`,
			noProfile,
		]),
		['https://linkedin.com.evil.example/in/ada-example', elsewhere],
		['https://evillinkedin.com/in/ada-example', elsewhere],
		['https://linkedin.com@evil.example/in/ada-example', elsewhere],
		['https://ada@www.linkedin.com/in/ada-example', elsewhere],
		['https://:secret@www.linkedin.com/in/ada-example', elsewhere],
		['https://evil.example\\@www.linkedin.com/in/ada-example', elsewhere],
		['https://evil.example/https://www.linkedin.com/in/ada-example', elsewhere],
		['https://evil.example?https://www.linkedin.com/in/ada-example', elsewhere],
		['https://linkedin.com.uk/in/ada-example', elsewhere],
		['https://lnkd.in/example', elsewhere],
		['javascript://www.linkedin.com/in/ada-example', elsewhere],
		['ftp://www.linkedin.com/in/ada-example', elsewhere],
		['ada@example.com', elsewhere],
		['Ada Example', elsewhere],
		['n/a', elsewhere],
		['1.5', elsewhere],
		...['ada%ZZexample', 'ada%', 'ada%E9', 'ada%2Fbob-example', 'ada%3Fexample', 'ada%20example', 'ada%00x'].map(
			(slug) => [`${ADDRESS}${slug}`, characters],
		),
		...['%20%20', '%20..', 'ada@example.com', '<ada-example>', 'ada\udc00example', 'a'.repeat(20) + ',b'].map(
			(slug) => [`${ADDRESS}${slug}`, characters],
		),
		['ada%2Fexample', characters],
		['in/ada\ud800example', characters],
	])('%j, which %s', (text, why) => {
		expect(whyNot(text)).toBe(`"${text}" ${why}. ${EXPECTED}`);
	});

	it.each(['in/.', '/in/../', 'in/%2E%2E', `${ADDRESS}${'a'.repeat(201)}`])('%s as a slug', (text) => {
		expect(whyNot(text)).toContain(EXPECTED);
	});

	it.each([
		['a line break', `${ADDRESS}ada\nbob`],
		['a carriage return', `${ADDRESS}ada\rbob`],
		['a tab', `${ADDRESS}ada\tbob`],
		['a null at its end', 'ada-example\0'],
		['a line break in a slug', 'ada\nexample'],
		['a line break in a path', 'in/ada\nexample'],
	])('a text with %s inside', (_what, text) => {
		expect(whyNot(text)).toContain(`${characters}. ${EXPECTED}`);
	});

	it.each(['in/bob-example', 'pub/bob-example/a7/576/b50', `${ADDRESS}bob-example`])(
		'a profile with another one behind it: %s',
		(other) => {
			expect(whyNot(`in/ada-example/${other}`)).toContain(' contains several profile addresses. Keep one');
		},
	);

	it('a long cell, which it quotes shortened and on one line', () => {
		const long = `https://www.linkedin.com/company/${'x'.repeat(500)}`;
		expect(whyNot(long)).toBe(`"${long.slice(0, 59)}…" ${company}. ${EXPECTED}`);
		expect(whyNot('Ada\r\n\tExample\u2028of\u0007Example Org')).toContain('"Ada Example of Example Org" ');
	});
});
