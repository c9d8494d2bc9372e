import { createHash } from 'node:crypto';

const WORDS_WITH_HYPHENS = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const WORDS_WITH_DOTS = /^[a-z0-9]+(?:\.[a-z0-9]+)*$/;
const TEST_NAME = /^test(?:-[a-z0-9]+)+$/;
const EMAIL_AT_HOME = /^([^@]+)@example\.com$/;

/**
 * The personal e-mail of a slug. `ada-fernsby-123` has `ada.fernsby.123@example.com`; a test identifier keeps its
 * hyphens (`test-found@example.com`); any other slug (LinkedIn's own ids, other scripts) has `p_<16 hex>@example.com`,
 * which keeps apart what differs in case alone.
 */
export function emailOfSlug(slug: string): string {
	if (TEST_NAME.test(slug)) return `${slug}@example.com`;
	if (WORDS_WITH_HYPHENS.test(slug)) return `${slug.replaceAll('-', '.')}@example.com`;
	return `p_${createHash('md5').update(slug).digest('hex').slice(0, 16)}@example.com`;
}

/** The slug that has the (lower-case) e-mail, where the e-mail tells it: the inverse of `emailOfSlug`. Else null. */
export function slugOfEmail(email: string): string | null {
	const local = EMAIL_AT_HOME.exec(email)?.[1];
	if (local === undefined) return null;
	if (TEST_NAME.test(local)) return local;
	return WORDS_WITH_DOTS.test(local) && !local.startsWith('test.') ? local.replaceAll('.', '-') : null;
}
