import { isHash } from '../identifiers/email';
import { linkedinPath, profileAddress, readLinkedin } from '../identifiers/linkedin';
import { field, isNothing, isObject, type JsonObject } from '../json';
import { wordsOf } from './phone';

/** An email in the results of a tool, and what describes it. */
export interface FoundEmail {
	email: string;
	kind: 'work' | 'personal' | 'unknown';
	validatedAt: unknown;
	riskScore: unknown;
}

const EMAIL_WORDS = new Set(['email', 'emails', 'mail', 'mails']);
const KINDS = {
	work: new Set(['work', 'business', 'professional', 'corporate']),
	personal: new Set(['personal', 'private']),
};
/** Words that may qualify them. With any other word (`email_status`, `contact_email`) a field is something else. */
const EMAIL_QUALIFIERS = new Set([
	...[...KINDS.work, ...KINDS.personal],
	...['e', 'address', 'addresses', 'best', 'primary', 'main', 'verified', 'confirmed', 'valid', 'all', 'found'],
]);
/** Fields of an email object that contain the address. */
const ADDRESS_FIELDS = ['email', 'address', 'email_address', 'value'];
const GRADES = ['risk_score', 'grade', 'risk'];
const DATES = ['last_validated_at', 'validated_at'];

/** Names of objects that only wrap the data of the person. Others, such as `colleagues`, are about somebody else. */
const isWrapper = (name: string): boolean =>
	/^(?:data|results?|record|person|profile|contacts?|contact_?info|user|member|individual|details?|info)$/i.test(
		name,
	);

/** Entries of a list. No person has more. */
const MOST_EMAILS = 100;

/** Levels of wrappers. */
const DEEPEST_WRAPPER = 4;

/**
 * Returns the emails under any usual name, in their order: the contract only names two of the tools that return them.
 */
export function emailsIn(results: unknown, depth = 0): FoundEmail[] {
	if (typeof results === 'string') return emailsAt(results, '', {});
	if (!isObject(results) || depth > DEEPEST_WRAPPER) return [];
	return Object.entries(results).flatMap(([name, value]) => {
		if (isEmailName(name)) return emailsAt(value, name, results);
		return isWrapper(name) ? emailsIn(value, depth + 1) : [];
	});
}

function isEmailName(name: string): boolean {
	// This test is ten times as fast and rejects most names.
	if (!/mail/i.test(name)) return false;
	const words = wordsOf(name);
	return (
		words.some((word) => EMAIL_WORDS.has(word)) &&
		words.every((word) => EMAIL_WORDS.has(word) || EMAIL_QUALIFIERS.has(word))
	);
}

/** The emails in the value of an email field: a text, a list or an object. @param beside the object with the field */
function emailsAt(value: unknown, name: string, beside: JsonObject): FoundEmail[] {
	if (Array.isArray(value))
		return value
			.slice(0, MOST_EMAILS)
			.flatMap((one: unknown, index) =>
				Array.isArray(one) ? [] : emailsAt(one, name, isObject(one) ? one : entryOf(beside, index)),
			);
	if (isObject(value)) {
		const address = ADDRESS_FIELDS.map((one) => field(value, one)).find((one) => typeof one === 'string');
		return address === undefined ? [] : emailsAt(address, `${name}_${String(field(value, 'type') ?? '')}`, value);
	}
	if (typeof value !== 'string' || isNothing(value) || !(value.includes('@') || isHash(value))) return [];
	const words = wordsOf(name);
	const kind = (['work', 'personal'] as const).find((one) => words.some((word) => KINDS[one].has(word))) ?? 'unknown';
	const described = (names: readonly string[]) =>
		[...names.map((one) => `${name}_${one}`), ...names]
			.map((one) => field(beside, one))
			.find((one) => !isNothing(one));
	return [{ email: value, kind, validatedAt: described(DATES), riskScore: described(GRADES) }];
}

/** The entries of parallel lists at a position. */
const entryOf = (beside: JsonObject, index: number): JsonObject =>
	Object.fromEntries(
		Object.entries(beside).map(([name, list]) => [
			name,
			Array.isArray(list) ? (list[index] as unknown) : undefined,
		]),
	);

/** Words of the usual names of a profile, of which one of the first must occur. */
const PROFILE_WORDS = new Set(['linkedin', 'linkedinurl', 'linked', 'profile', 'slug']);
const PROFILE_QUALIFIERS = new Set([
	...PROFILE_WORDS,
	...['in', 'li', 'url', 'link', 'public', 'person', 'member', 'address', 'handle', 'id', 'identifier'],
]);

/** Returns the profile under any usual name; null if there is none. */
export function profileIn(results: unknown, depth = 0): string | null {
	if (typeof results === 'string') return linkedinPath(results) === null ? null : profileAddress(results);
	if (!isObject(results) || depth > DEEPEST_WRAPPER) return null;
	for (const [name, value] of Object.entries(results)) {
		const words = wordsOf(name);
		const isNamed =
			words.some((word) => PROFILE_WORDS.has(word)) && words.every((word) => PROFILE_QUALIFIERS.has(word));
		const candidates = isNamed ? textsOfProfile(value) : [];
		const reading = candidates.map(readLinkedin).find(({ is }) => is === 'identifier');
		if (reading?.is === 'identifier') return String(reading.identifier.value);
		const inner = isWrapper(name) ? profileIn(value, depth + 1) : null;
		if (inner !== null) return inner;
	}
	return null;
}

/** The texts in the value of a profile field: a text, a list of one, or an object. */
function textsOfProfile(value: unknown): unknown[] {
	const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	const parts = isObject(one) ? ['url', 'link', 'value', 'slug', 'address'].map((name) => field(one, name)) : [one];
	return parts.filter((part) => typeof part === 'string');
}
