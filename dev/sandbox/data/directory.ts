import { createHash } from 'node:crypto';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { drawsOf } from '../random';
import { TEST_IDENTIFIERS } from '../rules/testIdentifiers';

export const FIRST_NAMES: readonly string[] = `
	ada alma amos anya arlo basil bea bodhi cara cleo cyrus dara della edda elio enid ezra fern finn greta hana
	hugo ida ines iris ivo jonas juno kai lena leo linus lotte luca mara milo nadia nell nico noor odette omar
	otis petra quinn rafa remy rosa rufus sage selma silas suri tessa theo tova una vera wes yara zeno
`
	.trim()
	.split(/\s+/);

export const LAST_NAMES: readonly string[] = `
	alderbrook ashdell barleyfield birchwell brambleton briarcove cedarhurst cloverley copperdale cragmoor
	dovecroft elmsworth fairbrook fernsby foxglen gorseby greymarsh harrowdene hazelmere heatherlow ivybridge
	juniperton kestrelby larkwood lindenvale lowmeadow maplethorpe mistleford mossgate nettlecombe oakhanger
	orchardson pebblewick pinehurst quillford ravenscar reedham rowanlea sagebury saltmarsh sorrelby stonecroft
	sweetbriar tarnfield thistledown thornbury underhill vetchley wherrystone willowmere windlesham yarrowgate
`
	.trim()
	.split(/\s+/);

/** The number of synthetic people who can be found by the MD5 of their email. */
export const DIRECTORY_SIZE = 10_000;

const WORDS_WITH_HYPHENS = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const WORDS_WITH_DOTS = /^[a-z0-9]+(?:\.[a-z0-9]+)*$/;
const TEST_NAME = /^test(?:-[a-z0-9]+)+$/;
const SANDBOX_EMAIL = /^([^@]+)@example\.com$/;

/**
 * The personal email of a slug. `ada-fernsby-123` has `ada.fernsby.123@example.com`; a test identifier keeps its
 * hyphens (`test-found@example.com`); any other slug (LinkedIn's own ids, other scripts) has `p_<16 hex>@example.com`,
 * because such slugs can differ in case alone.
 */
export function emailOfSlug(slug: string): string {
	if (TEST_NAME.test(slug)) return `${slug}@example.com`;
	if (WORDS_WITH_HYPHENS.test(slug)) return `${slug.replaceAll('-', '.')}@example.com`;
	return `p_${createHash('md5').update(slug).digest('hex').slice(0, 16)}@example.com`;
}

/** The slug of a lower-case email: the inverse of `emailOfSlug`. Null if the email does not reveal its slug. */
export function slugOfEmail(email: string): string | null {
	const local = SANDBOX_EMAIL.exec(email)?.[1];
	if (local === undefined) return null;
	if (TEST_NAME.test(local)) return local;
	return WORDS_WITH_DOTS.test(local) && !local.startsWith('test.') ? local.replaceAll('.', '-') : null;
}

/** The slug at a place of the seed's directory, `first-last-NNN`; the number makes it unique. */
export function directorySlug(seed: number, index: number): string {
	const draws = drawsOf(seed, `directory|${index}`);
	return `${draws.pick(FIRST_NAMES)}-${draws.pick(LAST_NAMES)}-${100 + index}`;
}

const slugsByHash = (slugs: readonly string[]): ReadonlyMap<string, string> =>
	new Map(slugs.map((slug) => [md5OfEmail(emailOfSlug(slug)), slug]));

const TEST_SLUGS = slugsByHash(TEST_IDENTIFIERS.map(({ name }) => name));

let directory: { seed: number; slugs: ReadonlyMap<string, string> } | null = null;

/** The slug behind an MD5: of a test identifier or of one of the seed's first `DIRECTORY_SIZE` people; else null. */
export function slugOfHash(md5: string, seed: number): string | null {
	const test = TEST_SLUGS.get(md5);
	if (test !== undefined) return test;
	if (directory?.seed !== seed) {
		const slugs = Array.from({ length: DIRECTORY_SIZE }, (_, index) => directorySlug(seed, index));
		directory = { seed, slugs: slugsByHash(slugs) };
	}
	return directory.slugs.get(md5) ?? null;
}
