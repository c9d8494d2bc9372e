import fc from 'fast-check';
import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import { ADDRESS, profileIn } from '../../support/profiles';
import { anyText } from '../../support/unicode';

/** Slugs as LinkedIn spells them: lower case, composed, and of letters whose capitals lead back to them. */
const slugs = fc
	.tuple(
		fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789éöñжя愛'),
		fc.string({ unit: fc.constantFrom(...'abcxyz019-_éöñжя愛達'), minLength: 1, maxLength: 30 }),
	)
	.map((parts) => parts.join(''))
	.filter((slug) => !/^ac[a-z]aa/.test(slug));

const opaqueIds = fc
	.tuple(
		fc.constantFrom('ACoAA', 'ACwAA'),
		fc.string({ unit: fc.constantFrom(...'abcXYZ019-_'), minLength: 1, maxLength: 30 }),
	)
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
				expect(profileIn(text)).toEqual({
					kind: 'linkedin',
					key: `linkedin:${slug}`,
					value: `${ADDRESS}${encodeURIComponent(slug)}`,
				});
			}),
			{ seed: 101, numRuns: 3_000 },
		);
	});

	it('two different slugs never share a key, however they are spelled', () => {
		const near = fc
			.tuple(slugs, fc.constantFrom('-', '_', '1', 'a'))
			.map(([slug, more]) => [slug, slug + more] as const);
		const far = fc.tuple(slugs, slugs);
		const pairs = fc
			.oneof(near, far)
			.filter(([one, other]) => one !== other)
			.chain(([one, other]) => fc.tuple(decorations(one), decorations(other)));
		fc.assert(
			fc.property(pairs, ([one, other]) => {
				expect(profileIn(one).key).not.toBe(profileIn(other).key);
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
				expect(profileIn(one).key).not.toBe(profileIn(other).key);
			}),
			{ seed: 103, numRuns: 500 },
		);
	});

	/** Texts that come close to an address, with all that Unicode has. */
	const nearly = fc.oneof(
		anyText,
		fc
			.tuple(fc.constantFrom(ADDRESS, 'in/', '/in/', 'https://www.linkedin.com/', 'linkedin.com/pub/'), anyText)
			.map((parts) => parts.join('')),
		fc
			.string({
				unit: fc.constantFrom(
					'.',
					'..',
					'/',
					'%',
					'%2e',
					'%2F',
					'%20',
					'a',
					'İ',
					'\u0327',
					'\u0323',
					'Σ',
					'ς',
					'Å',
					'ß',
					'ẞ',
					'\u200b',
					'-',
				),
				maxLength: 8,
			})
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
				expect(reading.why).toMatch(
					/^"[^\p{Cc}\u2028\u2029]{1,60}" [a-z][^\p{Cc}"]+\. A profile address such as \S+ is needed$/u,
				);
			}),
			{ seed: 106, numRuns: 5_000 },
		);
	});

	it('nothing that a cell can hold makes it throw', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					nearly,
					fc.jsonValue(),
					fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
				),
				(cell) => {
					expect(['identifier', 'blank', 'invalid']).toContain(readLinkedin(cell).is);
				},
			),
			{ seed: 107, numRuns: 5_000 },
		);
	});

	it('nor does a text of any length', () => {
		const long = [
			`${ADDRESS}${'a/'.repeat(50_000)}`,
			`https://www.linkedin.com/${'mwlite/'.repeat(20_000)}in/ada-example`,
			'a'.repeat(1_000_000),
		];
		expect(long.map((text) => readLinkedin(text).is)).toEqual(['identifier', 'invalid', 'invalid']);
	});
});
