import { isHash } from '../identifiers/email';
import { linkedinPath, profileAddress, readReturned } from '../identifiers/linkedin';
import { asText, field, isNothing, isObject, toText, type JsonObject } from '../json';
import type { DatedEmail } from './emails';

/** Levels of the results to search. */
const DEEPEST = 4;

interface NamedField {
	name: string;
	value: unknown;
	beside: JsonObject;
}

/** The fields with usual names. @param leadsOn whether a part of the results may contain such fields */
function namedFields(
	results: unknown,
	isNamed: (name: string) => boolean,
	leadsOn: (name: string, part: unknown) => boolean = isWrapper,
	found: NamedField[] = [],
	depth = 0,
): NamedField[] {
	if (depth > DEEPEST || typeof results !== 'object' || results === null) return found;
	if (Array.isArray(results)) for (const one of results) namedFields(one, isNamed, leadsOn, found, depth + 1);
	else
		for (const [name, value] of Object.entries(results as JsonObject)) {
			if (isNamed(name)) found.push({ name, value, beside: results as JsonObject });
			if (leadsOn(name, value)) namedFields(value, isNamed, leadsOn, found, depth + 1);
		}
	return found;
}

const wordsOf = (name: string): string[] =>
	name
		.replace(/([a-z])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.split(/[^a-z0-9]+|(?<=[a-z])(?=\d)/)
		.filter((word) => word !== '' && !/^\d+$/.test(word));

/**
 * Recognizes names of one of the words, and no others than the qualifiers: with any other word (`email_status`,
 * `contact_email`) a field is something else.
 * @param part occurs in all of these names
 */
function usualNames(part: RegExp, words: ReadonlySet<string>, qualifiers: Iterable<string>) {
	const all = new Set([...words, ...qualifiers]);
	return (name: string): boolean => {
		// These tests are ten times as fast and decide most names.
		if (!part.test(name) || words.has(name)) return words.has(name);
		const used = wordsOf(name);
		return used.some((word) => words.has(word)) && used.every((word) => all.has(word));
	};
}

/** Names of objects that only wrap the data of the person. Others, such as `colleagues`, are about somebody else. */
const WRAPPER =
	/^(?:data|results?|record|person|profile|contacts?|contact_?info|user|member|individual|details?|info)$/i;

const isWrapper = (name: string, part: unknown): boolean => isObject(part) && WRAPPER.test(name);

/** An email in the results of a tool, with its date and grade. */
export interface FoundEmail extends DatedEmail {
	kind: 'work' | 'personal' | 'unknown';
	/** Whether the schema of the tool has a field for this one email. */
	isOwn: boolean;
}

const WORK = /work|business|professional|corporate/i;
const PERSONAL = /personal|private/i;
const isEmailName = usualNames(/mail/i, new Set(['email', 'emails', 'mail', 'mails']), [
	...['work', 'business', 'professional', 'corporate', 'personal', 'private'],
	...['e', 'address', 'addresses', 'best', 'primary', 'main', 'verified', 'confirmed', 'valid', 'all', 'found'],
]);
const ADDRESS_FIELDS = ['email', 'address', 'email_address', 'value'];
const GRADES = ['risk_score', 'grade', 'risk'];
const DATES = ['last_validated_at', 'validated_at'];

/** The emails under any usual name, in order: the contract only names two of the tools that return them. */
export function emailsIn(results: unknown): FoundEmail[] {
	if (typeof results === 'string') return emailsAt(results, '', {});
	if (!isObject(results)) return [];
	return namedFields(results, isEmailName).flatMap(({ name, value, beside }) => emailsAt(value, name, beside));
}

/** The emails in the value of an email field: a text, a list or an object. @param index in a list */
function emailsAt(value: unknown, name: string, beside: JsonObject, index?: number): FoundEmail[] {
	if (Array.isArray(value))
		return value.flatMap((one: unknown, entry) => (Array.isArray(one) ? [] : emailsAt(one, name, beside, entry)));
	if (isObject(value)) {
		const address = ADDRESS_FIELDS.map((one) => field(value, one)).find((one) => typeof one === 'string');
		return address === undefined ? [] : emailsAt(address, name, value);
	}
	if (typeof value !== 'string' || isNothing(value)) return [];
	// Any other field may be a remark, such as `verified_email: "yes"`.
	if (name !== 'email' && !value.includes('@') && !isHash(value)) return [];
	const partOf = (one: string): unknown => {
		const part = field(beside, one);
		// Parallel lists describe the entries of a list.
		if (index === undefined) return part;
		return Array.isArray(part) ? part[index] : undefined;
	};
	const described = (names: readonly string[]) =>
		asText([...names.map((one) => `${name}_${one}`), ...names].map(partOf).find((one) => !isNothing(one)));
	const kind = kindIn(name) ?? kindIn(toText(partOf('type')) ?? '') ?? 'unknown';
	return [{ kind, email: value, validatedAt: described(DATES), riskScore: described(GRADES), isOwn: false }];
}

const kindIn = (words: string) => {
	if (WORK.test(words)) return 'work';
	return PERSONAL.test(words) ? 'personal' : null;
};

const PROFILE_WORDS = new Set(['linkedin', 'linkedinurl', 'linked', 'profile', 'slug']);
const isProfileName = usualNames(/link|profile|slug/i, PROFILE_WORDS, [
	...['in', 'li', 'url', 'link', 'public', 'person', 'member', 'address', 'handle', 'id', 'identifier'],
]);

/** Returns the profile under any usual name; null if there is none. */
export function profileIn(results: unknown): string | null {
	if (typeof results === 'string') return linkedinPath(results) === null ? null : profileAddress(results);
	if (!isObject(results)) return null;
	for (const { value } of namedFields(results, isProfileName)) {
		const reading = textsOfProfile(value)
			.map(readReturned)
			.find(({ is }) => is === 'identifier');
		if (reading?.is === 'identifier') return String(reading.identifier.value);
	}
	return null;
}

/** The texts in the value of a profile field: a text, a list of one, or an object. */
function textsOfProfile(value: unknown): string[] {
	const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	const parts = isObject(one) ? ['url', 'link', 'value', 'slug', 'address'].map((name) => field(one, name)) : [one];
	return parts.filter((part) => typeof part === 'string');
}

/** Words that name a phone. The contract does not show the field of the phone (contract: Silent points, 7). */
const PHONE_WORDS = new Set(['phone', 'phones', 'telephone', 'cellphone', 'mobile', 'mobiles', 'cell', 'cells', 'tel']);
const PHONE_QUALIFIERS = ['number', 'numbers', 'no', 'personal', 'direct'];
const NUMBER_FIELDS = new Set([...PHONE_WORDS, ...PHONE_QUALIFIERS, 'value', 'formatted', 'international', 'e164']);
/** Phones of a company, or at work, are not the person's own. */
const NOT_PERSONAL = /company|employer|organi[sz]ation|business|office|work|corporate|headquarters|\bhq\b|fax/i;

const isPhoneName = usualNames(/phone|mobile|cell|tel/i, PHONE_WORDS, PHONE_QUALIFIERS);
const isOwnPhoneName = (name: string) => isPhoneName(name) && !NOT_PERSONAL.test(name);
const leadsToPhones = (name: string) => !isPhoneName(name) && !NOT_PERSONAL.test(name);

const DIGITS = /^[+\d\s().\-/]+(?:(?:ext\.?|x)\s*\d+)?$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** In international numbers (ITU-T E.164). */
const MOST_DIGITS = 15;

/** Returns the first phone that can be dialled, from `mobile_phone` or another phone field; null if there is none. */
export const readPhone = (results: unknown): string | null =>
	numbersAt(field(results, 'mobile_phone')).find(isDialable) ?? numbersIn(results).find(isDialable) ?? null;

/** Adds a `+` if the country code is certain: the phone starts with 00, or has eleven digits and starts with 1. */
export const withPlus = (phone: string | null): string | null =>
	phone?.replace(/^\s*(?:00\s*(?=[1-9])|(?=1(?:\D*\d){10}\D*$))/, '+') ?? null;

/** Whether there is only a phone that cannot be dialled, for example a masked number. */
export const hasUnreadablePhone = (results: unknown): boolean =>
	readPhone(results) === null && numbersIn(results).some(isPartialNumber);

const numbersIn = (results: unknown) =>
	namedFields(results, isOwnPhoneName, leadsToPhones).flatMap(({ value }) => numbersAt(value));

/** The numbers in the value of a phone field: a text, a list, or an object whose type is not work. */
function numbersAt(phone: unknown): string[] {
	if (Array.isArray(phone)) return phone.flatMap((one) => (Array.isArray(one) ? [] : numbersAt(one)));
	if (!isObject(phone)) return [toText(phone)].filter((text) => text !== null);
	const kind = toText(field(phone, 'type') ?? field(phone, 'kind') ?? field(phone, 'label'));
	if (kind !== null && NOT_PERSONAL.test(kind)) return [];
	return Object.entries(phone).flatMap(([name, part]) => {
		const text = NUMBER_FIELDS.has(name.toLowerCase()) || isPhoneName(name) ? toText(part) : null;
		return text === null ? [] : [text];
	});
}

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

/** Whether a text has at least seven digits and nothing masked. */
const isDialable = (text: string) => DIGITS.test(text) && !DATE.test(text) && digitsIn(text) >= 7;

/** Whether a text is part of a number, and not a placeholder such as "N/A". */
const isPartialNumber = (text: string) => digitsIn(text) >= 4 || /[*•x]{2}/i.test(text);

/** Names of numbers that are no phones. */
const OTHER_NUMBER = /id$|count|revenue|employee|year|date|_at$|time|score|zip|postal|code|size|amount|price|total/i;

/** Whether a field that is no phone field may contain one that was asked for. @param path names with dots */
export function looksLikePhone(path: string, value: unknown): boolean {
	const text = toText(value);
	// Most texts fail this test at their first character.
	if (text === null || !isDialable(text) || digitsIn(text) > MOST_DIGITS) return false;
	return !NOT_PERSONAL.test(path) && !OTHER_NUMBER.test(path);
}
