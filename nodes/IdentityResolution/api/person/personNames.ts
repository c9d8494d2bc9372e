import { asText } from '../values/nothing';
import { field } from '../values/json';

/**
 * Whether two names are of one person. `unclear`: one of them has too few words in Latin letters.
 */
export type NameMatch = 'same' | 'other' | 'unclear';

/** Words that are no part of a name: titles, degrees and particles. */
const NO_NAMES: ReadonlySet<string> = new Set(
	(
		'mr,mrs,ms,miss,mx,sir,dr,prof,professor,ing,dipl,mag,phd,md,mba,msc,bsc,ma,ba,llm,cpa,cfa,pmp,jr,sr,ii,iii,iv,' +
		'de,da,do,dos,das,del,della,di,la,le,les,van,von,vom,zu,zur,der,den,ter,ten,af,av,el,al,bin,ibn,ben,bint,st,y,e'
	).split(','),
);

/** Letters that no decomposition leads back to those of A to Z. */
const FOLDED: Readonly<Record<string, string>> = {
	ß: 'ss',
	æ: 'ae',
	œ: 'oe',
	ø: 'o',
	å: 'a',
	ł: 'l',
	đ: 'd',
	ð: 'd',
	þ: 'th',
	ı: 'i',
	ħ: 'h',
};
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

const replaced = (text: string, letters: Readonly<Record<string, string>>) =>
	text.replace(/[^\0-\x7f]/g, (letter) => letters[letter] ?? letter);

const withoutMarks = (text: string) =>
	replaced(text, FOLDED)
		.normalize('NFD')
		.replace(/\p{M}+/gu, '');

/** A text in the letters a to z, in both usual spellings of umlauts. */
function foldings(text: string): string[] {
	const lower = text.normalize('NFC').toLowerCase();
	return [withoutMarks(lower), withoutMarks(replaced(lower, UMLAUTS))];
}

const wordsIn = (text: string) => text.split(/[^\p{L}]+/u).filter((word) => word !== '');

/** The words of a name by which a person is known. Lone initials are not among them. */
const namesIn = (text: string): string[] =>
	wordsIn(text.replace(/['’.]/g, '')).filter((word) => word.length > 1 && !NO_NAMES.has(word));

const isLatin = (text: string) =>
	/\p{Script=Latin}/u.test(text) && !/[^\P{L}\p{Script=Latin}]/u.test(text);

/**
 * Compares the name of a person with the slug of a profile, such as `ada-example-1a2b3c`: both the
 * first and the last name have to be in it.
 */
export function matchSlug(name: { first: string; last: string }, slug: string): NameMatch {
	if (![name.first, name.last, slug].every(isLatin)) return 'unclear';
	// The last part of a slug may be an id.
	const words = slug.split('-').filter((part) => !/\d/.test(part));
	if (words.flatMap(namesIn).length < 2) return 'unclear';
	const slugs = foldings(words.join(''));
	const isIn = (part: string) => {
		const spellings = foldings(part).map((folded) => namesIn(folded));
		if (spellings.some((parts) => parts.length === 0)) return null;
		return spellings.some((parts) =>
			slugs.some((text) => parts.some((word) => text.includes(word))),
		);
	};
	const found = [isIn(name.first), isIn(name.last)];
	if (found.includes(null)) return 'unclear';
	return found.every(Boolean) ? 'same' : 'other';
}

/** Compares two names: one word in common is enough, because people change their names. */
export function matchNames(one: string, other: string): NameMatch {
	if (![one, other].every(isLatin)) return 'unclear';
	const [words, others] = [one, other].map((text) => foldings(text).flatMap(namesIn));
	if (words.length === 0 || others.length === 0) return 'unclear';
	return words.some((word) => others.includes(word)) ? 'same' : 'other';
}

/** The name in the columns of an answer; null if it has none. */
export function nameIn(cells: unknown): { first: string; last: string; full: string } | null {
	const [first, last, full] = ['first_name', 'last_name', 'full_name'].map(
		(column) => asText(field(cells, column)) ?? '',
	);
	const whole = full || `${first} ${last}`.trim();
	if (whole === '') return null;
	const words = whole.split(/\s+/);
	return { first: first || words[0], last: last || (words.at(-1) ?? ''), full: whole };
}
