import fc from 'fast-check';
import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import { anyText } from '../../support/unicode';

const EXPECTED = 'A profile address such as https://www.linkedin.com/in/ada-example is needed';
const ADDRESS = 'https://www.linkedin.com/in/';

function identifierOf(cell: unknown) {
	const reading = readLinkedin(cell);
	if (reading.is !== 'identifier' || reading.identifier.kind === 'body') throw new Error(`${JSON.stringify(reading)} is no identifier`);
	return reading.identifier;
}

function whyNot(cell: unknown): string {
	const reading = readLinkedin(cell);
	if (reading.is !== 'invalid') throw new Error(`${JSON.stringify(reading)} is not refused`);
	return reading.why;
}

describe('a LinkedIn profile is one person', () => {
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
		['an overlay behind it', 'https://www.linkedin.com/in/ada-example/overlay/contact-info/'],
		['recent activity behind it', 'https://www.linkedin.com/in/ada-example/recent-activity/all/'],
		['a query', 'https://www.linkedin.com/in/ada-example?trk=people-guest&x=/in/bob-example'],
		['a query behind a slash', 'https://www.linkedin.com/in/ada-example/?originalSubdomain=uk'],
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
		['the path with all that may follow', 'in/ada-example/de?trk=x#y'],
		['the path in capitals', 'IN/ADA-EXAMPLE/'],
		['spaces around it', '  https://www.linkedin.com/in/ada-example  '],
		['a line break behind it', 'https://www.linkedin.com/in/ada-example\r\n'],
		['tabs around the slug', '\tada-example\t'],
		['no-break spaces around it', '\u00a0https://www.linkedin.com/in/ada-example\u00a0'],
		['a byte order mark before it', '\ufeffhttps://www.linkedin.com/in/ada-example'],
		['zero-width marks around it', '\u200bhttps://www.linkedin.com/in/ada-example\u2060'],
		['direction marks around it', '\u202ahttps://www.linkedin.com/in/ada-example\u202c'],
		['a direction mark behind the slug', 'ada-example\u200e'],
		['a zero-width space before the last slash', 'https://www.linkedin.com/in/ada-example\u200b/'],
		['an encoded zero-width space before the query', 'https://www.linkedin.com/in/ada-example%E2%80%8B?trk=x'],
		['encoded spaces around the slug', 'https://www.linkedin.com/in/%20ada-example%20'],
	])('with %s', (_what, spelling) => {
		expect(identifierOf(spelling)).toEqual({
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
	])('with an accent %s', (_how, spelling) => {
		expect(identifierOf(spelling)).toEqual({
			kind: 'linkedin',
			key: 'linkedin:jos\u00e9-example',
			value: 'https://www.linkedin.com/in/jos%C3%A9-example',
		});
	});

	it.each([
		['ада-пример', '%D0%B0%D0%B4%D0%B0-%D0%BF%D1%80%D0%B8%D0%BC%D0%B5%D1%80'],
		['АДА-ПРИМЕР', '%D0%90%D0%94%D0%90-%D0%9F%D0%A0%D0%98%D0%9C%D0%95%D0%A0'],
		['愛達-example', '%E6%84%9B%E9%81%94-example'],
	])('%s and %s', (plain, encoded) => {
		const { key } = identifierOf(`${ADDRESS}${plain}`);
		const spellings = [plain, encoded, `${ADDRESS}${encoded}`, `in/${plain}`, `in/${encoded}`];
		expect(spellings.map((spelling) => identifierOf(spelling).key)).toEqual(spellings.map(() => key));
	});

	it.each(['a', 'ж', '愛', '𠮷'])('a bare slug may have a hundred letters %s, as LinkedIn allows, also percent-encoded', (letter) => {
		const slug = letter.repeat(100);
		expect([slug, encodeURIComponent(slug)].map((spelling) => identifierOf(spelling).key)).toEqual([`linkedin:${slug}`, `linkedin:${slug}`]);
	});

	it.each([
		[1234567, 'linkedin:1234567'],
		[1234567n, 'linkedin:1234567'],
		[true, 'linkedin:true'],
	])('a cell %p that is no text is read as its text', (cell, key) => {
		expect(identifierOf(cell).key).toBe(key);
	});

	it('an emoji at the end of a slug, which has an invisible mark inside, stays whole', () => {
		const slug = 'ada-👩‍💻';
		expect(identifierOf(`${ADDRESS}${slug}`).key).toBe(`linkedin:${slug}`);
	});
});

describe('old /pub/ addresses', () => {
	it.each([
		['https://www.linkedin.com/pub/name/a7/576/b50', 'name-b50576a7'],
		['https://www.linkedin.com/pub/ada-example/a7/576/b50/', 'ada-example-b50576a7'],
		['http://uk.linkedin.com/PUB/Ada-Example/A7/576/B50?trk=x', 'ada-example-b50576a7'],
		['linkedin.com/pub/ada-example/1/234/567', 'ada-example-5672341'],
		['linkedin.com/pub/ada-example/12a/34b/56c/de', 'ada-example-56c34b12a'],
		['linkedin.com/pub/jos%C3%A9-example/a7/576/b50', 'josé-example-b50576a7'],
	])('%s is /in/%s', (old, slug) => {
		expect(identifierOf(old)).toEqual(identifierOf(`${ADDRESS}${slug}`));
	});

	it.each([
		['cut at the name', 'https://www.linkedin.com/pub/ada-example'],
		['with one part', 'https://www.linkedin.com/pub/ada-example/a7'],
		['with two parts', 'https://www.linkedin.com/pub/ada-example/a7/576'],
		['with a second part that was padded', 'https://www.linkedin.com/pub/ada-example/a7/76/b50'],
		['with a third part that was padded', 'https://www.linkedin.com/pub/ada-example/a7/576/b5'],
		['with a first part too long', 'https://www.linkedin.com/pub/ada-example/a7a7/576/b50'],
		['with parts that are not hexadecimal', 'https://www.linkedin.com/pub/ada-example/a7/576/xyz'],
		['with a part that only begins hexadecimal', 'https://www.linkedin.com/pub/ada-example/a7/576/b5z'],
		['with a part that only ends hexadecimal', 'https://www.linkedin.com/pub/ada-example/a7/576/zb5'],
		['of the directory', 'https://www.linkedin.com/pub/dir/ada/example'],
		['without a name', 'https://www.linkedin.com/pub'],
	])('an address %s is refused', (_what, old) => {
		expect(whyNot(old)).toBe(`"${old}" is an old address that does not name one person. ${EXPECTED}`);
	});
});

describe('different people', () => {
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
	])('%s and %s never share a key', (one, other) => {
		expect(identifierOf(one).key).not.toBe(identifierOf(other).key);
	});
});

describe('a blank cell is no error', () => {
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

describe('what is no profile is refused before anything is sent', () => {
	const company = 'is the page of a company or school, not of a person';
	const sales = 'is a Sales Navigator or Recruiter address, which has an id of its own';
	const page = 'is a post or another page, not a profile';
	const noProfile = 'is not a profile address';
	const elsewhere = 'is not on linkedin.com';
	const characters = 'has characters that no profile address has';

	it.each([
		['https://www.linkedin.com/company/example', company],
		['https://www.linkedin.com/COMPANY/example/people/', company],
		['https://uk.linkedin.com/school/example-university', company],
		['linkedin.com/showcase/example', company],
		['https://www.linkedin.com/organization/12345', company],
		['https://www.linkedin.com/mwlite/company/example', company],
		['https://www.linkedin.com/sales/lead/ACwAABcDeFg,NAME_X', sales],
		['https://www.linkedin.com/sales/people/ACwAABcDeFgHiJkL', sales],
		['https://www.linkedin.com/talent/profile/AEMAABcDeFg', sales],
		['https://www.linkedin.com/recruiter/profile/12345', sales],
		['https://www.linkedin.com/posts/ada-example_activity-1234567', page],
		['https://www.linkedin.com/feed/update/urn:li:activity:1234567', page],
		['https://www.linkedin.com/pulse/title-ada-example', page],
		['https://www.linkedin.com/groups/12345', page],
		['https://www.linkedin.com/jobs/view/12345', page],
		['https://www.linkedin.com', noProfile],
		['linkedin.com/', noProfile],
		['https://www.linkedin.com/in', noProfile],
		['https://www.linkedin.com/in/', noProfile],
		['https://www.linkedin.com/in/?ada-example', noProfile],
		['https://www.linkedin.com/search/results/people/?keywords=ada', noProfile],
		['https://www.linkedin.com/ada-example', noProfile],
		['https://www.linkedin.com/ada-company', noProfile],
		['https://www.linkedin.com/company-ada', noProfile],
		['https://www.linkedin.com/ada-sales', noProfile],
		['https://www.linkedin.com/sales-ada', noProfile],
		['https://www.linkedin.com/ada-posts', noProfile],
		['https://www.linkedin.com/posts-ada', noProfile],
		['https://www.linkedin.com/in/..', noProfile],
		['https://example.com/in/ada-example', elsewhere],
		['https://linkedin.com.evil.example/in/ada-example', elsewhere],
		['https://evil-linkedin.com/in/ada-example', elsewhere],
		['https://evillinkedin.com/in/ada-example', elsewhere],
		['https://linkedin.com@evil.example/in/ada-example', elsewhere],
		['linkedin.com@evil.example', elsewhere],
		['https://ada@www.linkedin.com/in/ada-example', elsewhere],
		['https://:secret@www.linkedin.com/in/ada-example', elsewhere],
		['https://linkedin.com:80@evil.example/in/ada-example', elsewhere],
		['https://evil.example\\@www.linkedin.com/in/ada-example', elsewhere],
		['https://evil.example/https://www.linkedin.com/in/ada-example', elsewhere],
		['https://evil.example?https://www.linkedin.com/in/ada-example', elsewhere],
		['https://www.linked\u0456n.com/in/ada-example', elsewhere],
		['https://www.\u04cfinkedin.com/in/ada-example', elsewhere],
		['https://linkedin.co/in/ada-example', elsewhere],
		['https://linkedin.com.uk/in/ada-example', elsewhere],
		['https://lnkd.in/example', elsewhere],
		['javascript:alert(1)', elsewhere],
		['javascript://www.linkedin.com/in/ada-example', elsewhere],
		['ftp://www.linkedin.com/in/ada-example', elsewhere],
		['hhttps://www.linkedin.com/in/ada-example', elsewhere],
		['file:///in/ada-example', elsewhere],
		['ada@example.com', elsewhere],
		['Ada Example', elsewhere],
		['n/a', elsewhere],
		['?', elsewhere],
		['https://', elsewhere],
		['1.5', elsewhere],
		['https://www.linkedin.com/in/ada%ZZexample', characters],
		['https://www.linkedin.com/in/ada%', characters],
		['https://www.linkedin.com/in/ada%E9', characters],
		['https://www.linkedin.com/in/ada%2Fbob-example', characters],
		['https://www.linkedin.com/in/ada%3Fexample', characters],
		['https://www.linkedin.com/in/ada%20example', characters],
		['https://www.linkedin.com/in/ada%00example', characters],
		['https://www.linkedin.com/in/%20%20', characters],
		['https://www.linkedin.com/in/%20..', characters],
		['https://www.linkedin.com/in/ada@example.com', characters],
		['https://www.linkedin.com/in/<ada-example>', characters],
		['linkedin.com/in/ada-example,linkedin.com/in/bob-example', characters],
		['ada%2Fexample', characters],
		['ada%E9', characters],
		['in/ada\ud800example', characters],
		['https://www.linkedin.com/in/ada\udc00example', characters],
	])('%j %s', (text, why) => {
		expect(whyNot(text)).toBe(`"${text}" ${why}. ${EXPECTED}`);
	});

	it.each([
		['a dot', 'in/.'],
		['two dots', 'in/..'],
		['two dots behind a slash', '/in/../'],
		['encoded dots', 'in/%2E%2E'],
		['a slug that is too long', `${ADDRESS}${'a'.repeat(201)}`],
	])('%s is nobody', (_what, text) => {
		expect(whyNot(text)).toContain(EXPECTED);
	});

	it.each([
		['a line break', `${ADDRESS}ada\nbob`],
		['a carriage return', `${ADDRESS}ada\rbob`],
		['a tab', `${ADDRESS}ada\tbob`],
		['a line break before the rest', `${ADDRESS}ada-example/\nCEO`],
		['a null', `${ADDRESS}ada\0bob`],
		['a null at its end', 'ada-example\0'],
		['a line break in a slug', 'ada\nexample'],
		['a line break in a path', 'in/ada\nexample'],
	])('%s inside never joins two texts into a third person', (_what, text) => {
		expect(whyNot(text)).toContain(`has characters that no profile address has. ${EXPECTED}`);
	});

	it.each([
		['an object', {}],
		['an object that holds an address', { url: `${ADDRESS}ada-example` }],
		['a list', []],
		['a list of addresses', [`${ADDRESS}ada-example`]],
		['a date', new Date(0)],
		['a function', () => 'ada-example'],
		['a symbol', Symbol('ada-example')],
	])('%s is not text', (_what, cell) => {
		expect(whyNot(cell)).toBe(`The LinkedIn URL is not text. ${EXPECTED}`);
	});

	it('with the cell shortened', () => {
		const long = `https://www.linkedin.com/company/${'x'.repeat(500)}`;
		expect(whyNot(long)).toBe(`"${long.slice(0, 59)}…" ${company}. ${EXPECTED}`);
	});

	it('with the cell on one line', () => {
		expect(whyNot('Ada\r\n\tExample\u2028of\u0007Example Org')).toContain('"Ada Example of Example Org" ');
	});
});

/** Slugs as LinkedIn spells them: lower case, composed, and of letters whose capitals lead back to them. */
const slugs = fc
	.tuple(
		fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789éöñжя愛'),
		fc.string({ unit: fc.constantFrom(...'abcxyz019-_éöñжя愛達'), minLength: 1, maxLength: 30 }),
	)
	.map((parts) => parts.join(''))
	.filter((slug) => !/^ac[a-z]aa/.test(slug));

const opaqueIds = fc
	.tuple(fc.constantFrom('ACoAA', 'ACwAA'), fc.string({ unit: fc.constantFrom(...'abcXYZ019-_'), minLength: 1, maxLength: 30 }))
	.map((parts) => parts.join(''));

const letterCase = (text: string) =>
	fc
		.array(fc.boolean(), { minLength: text.length, maxLength: text.length })
		.map((upper) => [...text].map((letter, place) => (upper[place] ? letter.toUpperCase() : letter)).join(''));

const encoded = (text: string) =>
	fc
		.array(fc.boolean(), { minLength: text.length, maxLength: text.length })
		.map((hidden) => [...text].map((letter, place) => (hidden[place] ? percent(letter) : letter)).join(''));

const percent = (letter: string) =>
	[...new TextEncoder().encode(letter)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const forms = (text: string) => fc.constantFrom<'NFC' | 'NFD'>('NFC', 'NFD').map((form) => text.normalize(form));

const addresses = (slug: string) =>
	fc
		.record({
			scheme: fc.constantFrom('https://', 'http://', 'HTTPS://', '//', ''),
			host: fc.constantFrom('www.', 'uk.', 'm.', 'DE.', '').map((prefix) => `${prefix}linkedin.com`),
			folder: fc.constantFrom('/in/', '/IN/', '/mwlite/in/', '//in//'),
			behind: fc.constantFrom('', '/', '/de', '/en-US/', '/overlay/contact-info'),
			query: fc.constantFrom('', '?', '?trk=x', '?url=https://www.linkedin.com/in/bob-example'),
			fragment: fc.constantFrom('', '#', '#about', '#/in/bob-example'),
			blanks: fc.constantFrom('', ' ', '\u00a0', '\ufeff', '\u200b', '\r\n'),
		})
		.map(({ scheme, host, folder, behind, query, fragment, blanks }) =>
			[blanks, scheme, host, folder, slug, behind, query, fragment, blanks].join(''),
		);

const paths = (slug: string) => fc.constantFrom('in/', '/in/', 'IN/').map((folder) => folder + slug);
const spellings = (slug: string) => fc.oneof(addresses(slug), paths(slug), fc.constant(slug));
const decorations = (slug: string) => forms(slug).chain(letterCase).chain(encoded).chain(spellings);
const decorationsOfOpaque = (id: string) => encoded(id).chain(spellings);

const people = fc.oneof(
	{ weight: 3, arbitrary: slugs.map((slug) => ({ slug, spelled: decorations(slug) })) },
	{ weight: 1, arbitrary: opaqueIds.map((slug) => ({ slug, spelled: decorationsOfOpaque(slug) })) },
);

describe('promises of LinkedIn identifiers', () => {
	it('any decoration of a slug has the key of that slug', () => {
		const decorated = people.chain(({ slug, spelled }) => spelled.map((text) => ({ slug, text })));
		fc.assert(
			fc.property(decorated, ({ slug, text }) => {
				expect(identifierOf(text)).toEqual({
					kind: 'linkedin',
					key: `linkedin:${slug}`,
					value: `${ADDRESS}${encodeURIComponent(slug)}`,
				});
			}),
			{ seed: 101, numRuns: 3_000 },
		);
	});

	it('two different slugs never share a key, however they are spelled', () => {
		const near = fc.tuple(slugs, fc.constantFrom('-', '_', '1', 'a', '/')).map(([slug, more]) => [slug, slug + more] as const);
		const far = fc.tuple(slugs, slugs);
		const pairs = fc
			.oneof(near, far)
			.filter(([one, other]) => one !== other && !other.endsWith('/'))
			.chain(([one, other]) => fc.tuple(decorations(one), decorations(other)));
		fc.assert(
			fc.property(pairs, ([one, other]) => {
				expect(identifierOf(one).key).not.toBe(identifierOf(other).key);
			}),
			{ seed: 102, numRuns: 1_500 },
		);
	});

	it('two opaque ids that differ only in case never share a key', () => {
		const pairs = opaqueIds
			.chain((id) => letterCase(id.slice(5)).map((rest) => [id, id.slice(0, 5) + rest] as const))
			.filter(([one, other]) => one !== other)
			.chain(([one, other]) => fc.tuple(decorationsOfOpaque(one), decorationsOfOpaque(other)));
		fc.assert(
			fc.property(pairs, ([one, other]) => {
				expect(identifierOf(one).key).not.toBe(identifierOf(other).key);
			}),
			{ seed: 103, numRuns: 500 },
		);
	});

	/** Texts that come close to an address, with all that Unicode has. */
	const nearly = fc.oneof(
		anyText,
		fc.tuple(fc.constantFrom(ADDRESS, 'in/', '/in/', 'https://www.linkedin.com/', 'linkedin.com/pub/'), anyText).map((parts) => parts.join('')),
		fc
			.string({ unit: fc.constantFrom('.', '..', '/', '%', '%2e', '%2F', '%20', 'a', 'İ', '\u0327', '\u0323', 'Σ', 'ς', 'Å', 'ß', 'ẞ', '\u200b', '-'), maxLength: 8 })
			.map((slug) => `${ADDRESS}${slug}`),
	);

	it('the value that is sent reads back as the same identifier', () => {
		fc.assert(
			fc.property(nearly, (text) => {
				const reading = readLinkedin(text);
				if (reading.is === 'identifier') expect(readLinkedin(reading.identifier.value)).toEqual(reading);
			}),
			{ seed: 104, numRuns: 10_000 },
		);
	});

	it('the value that is sent is always an address below /in/', () => {
		fc.assert(
			fc.property(nearly, (text) => {
				const reading = readLinkedin(text);
				if (reading.is !== 'identifier') return;
				const { origin, pathname, search, hash } = new URL(String(reading.identifier.value));
				expect(`${origin}${pathname}${search}${hash}`).toBe(reading.identifier.value);
				expect(pathname).toMatch(/^\/in\/[^/]+$/);
			}),
			{ seed: 105, numRuns: 5_000 },
		);
	});

	it('a refusal is one line, quotes the cell and says what was expected', () => {
		fc.assert(
			fc.property(nearly, (text) => {
				const reading = readLinkedin(text);
				if (reading.is !== 'invalid') return;
				expect(reading.why).toMatch(/^"[^\p{Cc}\u2028\u2029]{1,60}" [a-z][^\p{Cc}"]+\. A profile address such as \S+ is needed$/u);
			}),
			{ seed: 106, numRuns: 5_000 },
		);
	});

	it('nothing that a cell can hold makes it throw', () => {
		fc.assert(
			fc.property(fc.oneof(nearly, fc.jsonValue(), fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true })), (cell) => {
				expect(['identifier', 'blank', 'invalid']).toContain(readLinkedin(cell).is);
			}),
			{ seed: 107, numRuns: 5_000 },
		);
	});

	it('nor does a text of any length', () => {
		const long = [`${ADDRESS}${'a/'.repeat(50_000)}`, `https://www.linkedin.com/${'mwlite/'.repeat(20_000)}in/ada-example`, 'a'.repeat(1_000_000)];
		expect(long.map((text) => readLinkedin(text).is)).toEqual(['identifier', 'invalid', 'invalid']);
	});
});
