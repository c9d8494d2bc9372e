import fc from 'fast-check';
import { trimmed } from '../../../nodes/IdentityResolution/api/identifiers/identifier';
import { readCell } from '../../../nodes/IdentityResolution/api/identifiers/readCell';
import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import { ADDRESS, profileIn } from '../../support/api/profiles';
import { anyText } from '../../support/api/unicode';

/** Numbers are row numbers and dates, not profiles. */
const isNumber = (slug: string) => /^[\d_-]+$/.test(slug);

/** Slugs as LinkedIn writes them: composed, and unchanged by a conversion to upper case and back. */
const slugs = fc
	.tuple(
		fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789éöñжя愛'),
		fc.string({ unit: fc.constantFrom(...'abcxyz019-_éöñжя愛達'), minLength: 1, maxLength: 30 }),
	)
	.map((parts) => parts.join(''))
	.filter((slug) => !/^ac[a-z]aa/.test(slug) && !isNumber(slug));

const opaqueIds = fc
	.tuple(
		fc.constantFrom('ACoAA', 'ACwAA'),
		fc.string({ unit: fc.constantFrom(...'abcXYZ019-_'), minLength: 1, maxLength: 30 }),
	)
	.map((parts) => parts.join(''));

const letterCase = (text: string) =>
	fc
		.array(fc.boolean(), { minLength: text.length, maxLength: text.length })
		.map((upper) => [...text].map((letter, index) => (upper[index] ? letter.toUpperCase() : letter)).join(''));

const encoded = (text: string) =>
	fc
		.array(fc.boolean(), { minLength: text.length, maxLength: text.length })
		.map((hidden) => [...text].map((letter, index) => (hidden[index] ? percent(letter) : letter)).join(''));

/** Letters that change their length, their form or another letter in another case. */
const ODD_LETTERS = ['a', 'İ', '\u0327', '\u0323', 'Σ', 'ς', 'Å', 'ß', 'ẞ', '\u200b', '-'];

const percent = (letter: string) =>
	[...new TextEncoder().encode(letter)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const forms = (text: string) => fc.constantFrom<'NFC' | 'NFD'>('NFC', 'NFD').map((form) => text.normalize(form));

const addresses = (slug: string) =>
	fc
		.record({
			scheme: fc.constantFrom('https://', 'http://', 'HTTPS://', '//', ''),
			host: fc.constantFrom('www.', 'uk.', 'm.', 'DE.', '').map((prefix) => `${prefix}linkedin.com`),
			folder: fc.constantFrom('/in/', '/IN/', '/mwlite/in/', '//in//'),
			suffix: fc.constantFrom('', '/', '/de', '/en-US/', '/overlay/contact-info'),
			query: fc.constantFrom('', '?', '?trk=x', '?url=https://www.linkedin.com/in/bob-example'),
			fragment: fc.constantFrom('', '#', '#about', '#/in/bob-example'),
			spaces: fc.constantFrom('', ' ', '\u00a0', '\ufeff', '\u200b', '\r\n'),
		})
		.map(({ scheme, host, folder, suffix, query, fragment, spaces }) =>
			[spaces, scheme, host, folder, slug, suffix, query, fragment, spaces].join(''),
		);

const paths = (slug: string) => fc.constantFrom('in/', '/in/', 'IN/').map((folder) => folder + slug);
const spellings = (slug: string) => fc.oneof(addresses(slug), paths(slug), fc.constant(slug));
const spellingsOfSlug = (slug: string) => forms(slug).chain(letterCase).chain(encoded).chain(spellings);
const spellingsOfOpaque = (id: string) => encoded(id).chain(spellings);

const people = fc.oneof(
	{ weight: 3, arbitrary: slugs.map((slug) => ({ slug, spelled: spellingsOfSlug(slug) })) },
	{ weight: 1, arbitrary: opaqueIds.map((slug) => ({ slug, spelled: spellingsOfOpaque(slug) })) },
);

describe('readLinkedin with random cells', () => {
	it('returns one key for every spelling of a slug', () => {
		const cases = people.chain(({ slug, spelled }) => spelled.map((text) => ({ slug, text })));
		fc.assert(
			fc.property(cases, ({ slug, text }) => {
				expect(profileIn(text)).toEqual({
					kind: 'linkedin',
					key: `linkedin:${slug}`,
					value: `${ADDRESS}${encodeURIComponent(slug)}`,
				});
			}),
			{ seed: 101, numRuns: 3_000 },
		);
	});

	it('returns different keys for different slugs in any spelling', () => {
		const near = fc
			.tuple(slugs, fc.constantFrom('-', '_', '1', 'a'))
			.map(([slug, more]) => [slug, slug + more] as const);
		const far = fc.tuple(slugs, slugs);
		const pairs = fc
			.oneof(near, far)
			.filter(([one, other]) => one !== other)
			.chain(([one, other]) => fc.tuple(spellingsOfSlug(one), spellingsOfSlug(other)));
		fc.assert(
			fc.property(pairs, ([one, other]) => {
				expect(profileIn(one).key).not.toBe(profileIn(other).key);
			}),
			{ seed: 102, numRuns: 1_500 },
		);
	});

	it('returns different keys for opaque ids that differ only in case', () => {
		const pairs = opaqueIds
			.chain((id) => letterCase(id.slice(5)).map((rest) => [id, id.slice(0, 5) + rest] as const))
			.filter(([one, other]) => one !== other)
			.chain(([one, other]) => fc.tuple(spellingsOfOpaque(one), spellingsOfOpaque(other)));
		fc.assert(
			fc.property(pairs, ([one, other]) => {
				expect(profileIn(one).key).not.toBe(profileIn(other).key);
			}),
			{ seed: 103, numRuns: 500 },
		);
	});

	/** Texts that resemble an address, with any Unicode characters. */
	const similar = fc.oneof(
		anyText,
		fc
			.tuple(fc.constantFrom(ADDRESS, 'in/', '/in/', 'https://www.linkedin.com/', 'linkedin.com/pub/'), anyText)
			.map((parts) => parts.join('')),
		fc
			.string({
				unit: fc.constantFrom(...['.', '..', '/', '%', '%2e', '%2F', '%20'], ...ODD_LETTERS),
				maxLength: 8,
			})
			.map((slug) => `${ADDRESS}${slug}`),
	);

	it('returns an address below /in/ that it reads as the same identifier, or quotes the cell on one line', () => {
		fc.assert(
			fc.property(
				similar.filter((text) => trimmed(text) !== ''),
				(text) => {
					const reading = readLinkedin(text);
					if (reading.is === 'invalid')
						expect(reading.why).toMatch(
							/^"[^\p{Cc}\u2028\u2029]{1,60}" [a-z][^\p{Cc}"]+\. Use an address such as \S+$/u,
						);
					if (reading.is !== 'identifier') return;
					expect(readLinkedin(String(reading.identifier.value))).toEqual(reading);
					const { origin, pathname, search, hash } = new URL(String(reading.identifier.value));
					expect(`${origin}${pathname}${search}${hash}`).toBe(reading.identifier.value);
					expect(pathname).toMatch(/^\/in\/[^/]+$/);
				},
			),
			{ seed: 104, numRuns: 12_000 },
		);
	});

	it('never throws for any cell', () => {
		const cells = fc.oneof(
			fc.jsonValue(),
			fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
		);
		fc.assert(
			fc.property(cells, (cell) => {
				expect(['identifier', 'blank', 'invalid']).toContain(readCell('linkedin', cell).is);
			}),
			{ seed: 107, numRuns: 2_000 },
		);
	});
});
