import { md5OfEmail } from '../../nodes/IdentityResolution/api/identifiers/hem';
import { drawsOf } from './chance';
import { FIRST_NAMES, LAST_NAMES } from './names';
import { emailOfSlug } from './slugs';
import { TEST_IDENTIFIERS } from './testIdentifiers';

/** How many synthetic people are known by the MD5 of their e-mail, which can't be undone and must be looked up. */
export const DIRECTORY_SIZE = 10_000;

const TEST_SLUGS: ReadonlyMap<string, string> = new Map(
	TEST_IDENTIFIERS.map(({ name }) => [md5OfEmail(emailOfSlug(name)), name]),
);

let listed: { seed: number; slugs: ReadonlyMap<string, string> } | null = null;

/** The slug of a place in the seed's directory, `first-last-NNN`; the number in it makes it unique. */
export function directorySlug(seed: number, index: number): string {
	const draws = drawsOf(seed, `directory|${index}`);
	return `${draws.pick(FIRST_NAMES)}-${draws.pick(LAST_NAMES)}-${100 + index}`;
}

/** The slug of a test identifier or of one of the seed's first `DIRECTORY_SIZE` people, by the MD5 of their e-mail; else null. */
export function slugOfHash(md5: string, seed: number): string | null {
	const test = TEST_SLUGS.get(md5);
	if (test !== undefined) return test;
	if (listed?.seed !== seed) listed = { seed, slugs: list(seed) };
	return listed.slugs.get(md5) ?? null;
}

function list(seed: number): Map<string, string> {
	const slugs = Array.from({ length: DIRECTORY_SIZE }, (_, index) => directorySlug(seed, index));
	return new Map(slugs.map((slug) => [md5OfEmail(emailOfSlug(slug)), slug]));
}
