import { hashIn, isHash } from '../identifiers/addresses';
import { identifiersIn } from '../identifiers/identifier';
import { linkedinPath, profileAddress, readReturned } from '../identifiers/linkedin';
import {
	field,
	isContainer,
	isFilled,
	isObject,
	partsOf,
	toText,
	type JsonObject,
} from '../values/json';
import { asText, isNothing } from '../values/nothing';
import { dateOf, gradeOf } from './columns';
import type { DatedEmail } from './emails';

/** Levels of the results to search. */
const DEEPEST = 4;

export interface NamedField {
	name: string;
	value: unknown;
	beside: JsonObject;
}

/** Fields of results that are searched, many more than those of any person. */
const MOST_FIELDS = 5_000;

/**
 * The fields with usual names.
 * @param leadsOn whether a part of the results may contain such fields
 */
export function namedFields(
	results: unknown,
	isNamed: (name: string) => boolean,
	leadsOn: (name: string, part: unknown) => boolean = isWrapper,
): NamedField[] {
	const found: NamedField[] = [];
	let left = MOST_FIELDS;
	const visit = (part: unknown, depth: number): void => {
		if (depth > DEEPEST || left <= 0) return;
		if (Array.isArray(part))
			for (const one of part.slice(0, MOST_FIELDS)) visit(one, depth + 1);
		if (isObject(part)) visitFields(part, depth);
	};
	const visitFields = (beside: JsonObject, depth: number): void => {
		for (const [name, value] of Object.entries(beside)) {
			left -= 1;
			if (left < 0) return;
			if (isNamed(name)) found.push({ name, value, beside });
			if (leadsOn(name, value)) visit(value, depth + 1);
		}
	};
	visit(results, 0);
	return found;
}

/** The words in a text with blanks between them. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const wordsOf = (name: string): string[] =>
	name
		.replace(/([a-z])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.split(/[^a-z0-9]+|(?<=[a-z])(?=\d)/)
		.filter((word) => word !== '' && !/^\d+$/.test(word));

/**
 * Recognizes names of one of the words, and no others than the qualifiers: with any other word
 * (`email_status`, `contact_email`) a field is something else.
 * @param part occurs in all of these names
 */
export function usualNames(
	part: RegExp,
	words: ReadonlySet<string>,
	qualifiers: ReadonlySet<string>,
): (name: string) => boolean {
	const isUsual = (word: string) => words.has(word) || qualifiers.has(word);
	return (name) => {
		// These tests are ten times as fast and decide most names.
		if (!part.test(name) || words.has(name)) return words.has(name);
		const used = wordsOf(name);
		return used.some((word) => words.has(word)) && used.every(isUsual);
	};
}

/**
 * Names of objects that only wrap the data of the person. Others, such as `colleagues`, are about
 * somebody else.
 */
const WRAPPER =
	/^(?:data|results?|record|person|profile|contacts?|contact_?info|user|member|individual|details?|info)$/i;

export const isWrapperName = (name: string): boolean => WRAPPER.test(name);

const isWrapper = (name: string, part: unknown): boolean => isObject(part) && isWrapperName(name);

/** An email in the results of a tool, with its date and grade. */
export interface FoundEmail extends DatedEmail {
	kind: 'work' | 'personal' | 'unknown';
	/** Whether the schema of the tool has a field for this one email. */
	isOwn: boolean;
}

const WORK = /work|business|professional|corporate/i;
const PERSONAL = /personal|private/i;
const isEmailName = usualNames(
	/mail/i,
	wordSet('email emails mail mails'),
	wordSet(
		'work business professional corporate personal private e address addresses best primary main ' +
			'verified confirmed valid all found',
	),
);
const ADDRESS_FIELDS = ['email', 'address', 'email_address', 'value'];
const GRADES = ['risk_score', 'grade', 'risk'];
const DATES = ['last_validated_at', 'validated_at'];

/**
 * The emails under any usual name, in order: the contract only names two of the tools that return
 * them.
 */
export function emailsIn(results: unknown): FoundEmail[] {
	if (typeof results === 'string') return emailsAt(results, '', {});
	if (!isObject(results)) return [];
	return namedFields(results, isEmailName).flatMap(({ name, value, beside }) =>
		emailsAt(value, name, beside),
	);
}

/**
 * The emails in the value of an email field: a text, a list or an object.
 * @param index in a list
 */
function emailsAt(value: unknown, name: string, beside: JsonObject, index?: number): FoundEmail[] {
	if (Array.isArray(value))
		return value
			.slice(0, MOST_FIELDS)
			.flatMap((one: unknown, entry) =>
				Array.isArray(one) ? [] : emailsAt(one, name, beside, entry),
			);
	if (isObject(value)) {
		const address = ADDRESS_FIELDS.map((one) => field(value, one)).find(
			(one) => typeof one === 'string',
		);
		return address === undefined ? [] : emailsAt(address, name, value);
	}
	if (typeof value !== 'string' || !mayBeEmail(name, value)) return [];
	const partOf = (one: string): unknown => {
		const part = field(beside, one);
		// Parallel lists describe the entries of a list.
		if (index === undefined) return part;
		return Array.isArray(part) ? part[index] : undefined;
	};
	const described = (names: readonly string[], read: (part: unknown) => string | null) =>
		[...names.map((one) => `${name}_${one}`), ...names]
			.map((one) => read(partOf(one)))
			.find(isFilled) ?? null;
	const kind = kindIn(name) ?? kindIn(toText(partOf('type')) ?? '') ?? 'unknown';
	const validatedAt = described(DATES, dateOf);
	const riskScore = described(GRADES, gradeOf);
	return [{ kind, email: value, validatedAt, riskScore, isOwn: false }];
}

/** Whether a text in an email field is none of a remark, such as `verified_email: "yes"`. */
const mayBeEmail = (name: string, text: string): boolean =>
	!isNothing(text) && (name === 'email' || text.includes('@') || isHash(text));

/**
 * The emails in an entry of a list: a text, which may have several, or a list or an object with
 * some.
 */
export function emailsOfEntry(entry: unknown, depth = 0): string[] {
	if (isContainer(entry)) {
		if (depth > DEEPEST_ENTRY) return [];
		return partsOf(entry)
			.flatMap((part) => emailsOfEntry(part, depth + 1))
			.filter(isEmailLike);
	}
	const text = asText(entry);
	if (text === null) return [];
	const parts = text.split(/[,;|\n]/).map((part) => part.trim());
	if (parts.length > 1 && parts.every((part) => part.includes('@'))) return parts;
	return [text];
}

const DEEPEST_ENTRY = 3;
/** An object also has dates and grades. */
const isEmailLike = (text: string): boolean => text.includes('@') || hashIn(text) !== null;

const kindIn = (words: string) => {
	if (WORK.test(words)) return 'work';
	return PERSONAL.test(words) ? 'personal' : null;
};

const isProfileName = usualNames(
	/link|profile|slug/i,
	wordSet('linkedin linkedinurl linked profile slug'),
	wordSet('in li url link public person member address handle id identifier'),
);

/** Returns the profile under any usual name; null if there is none. */
export function profileIn(results: unknown): string | null {
	if (typeof results === 'string' && linkedinPath(results) !== null)
		return profileAddress(results);
	if (!isObject(results)) return null;
	for (const { value } of namedFields(results, isProfileName)) {
		const [profile] = textsOfProfile(value).map(readReturned).flatMap(identifiersIn);
		if (profile !== undefined) return String(profile.value);
	}
	return null;
}

/** The texts in the value of a profile field: a text, a list of one, or an object. */
function textsOfProfile(value: unknown): string[] {
	const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	const fields = ['url', 'link', 'value', 'slug', 'address'].map((name) => field(one, name));
	return [one, ...fields].filter((part) => typeof part === 'string');
}
