import { field, isObject, toText } from '../json';

/** Words that name a phone. The contract does not show the field of the phone (contract: Silent points, 7). */
const PHONE_NAMES = new Set(['phone', 'phones', 'telephone', 'cellphone', 'mobile', 'mobiles', 'cell', 'cells', 'tel']);
/** Words that may qualify them. With any other word (`phone_status`) a field describes the phone. */
const QUALIFIERS = new Set(['number', 'numbers', 'no', 'personal', 'direct']);
/** Fields of a phone object that contain the number. */
const NUMBER_FIELDS = new Set([...PHONE_NAMES, ...QUALIFIERS, 'value', 'formatted', 'international', 'e164']);
/** Phones of a company, or at work, are not the person's own. */
const NOT_PERSONAL = /company|employer|organi[sz]ation|business|office|work|corporate|headquarters|\bhq\b|fax/i;

const DIGITS = /^[+\d\s().\-/]+(?:(?:ext\.?|x)\s*\d+)?$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const FEWEST_DIGITS = 7;
/** In international numbers (ITU-T E.164). */
const MOST_DIGITS = 15;
/** Levels of the results to search for a phone. */
const DEEPEST = 4;

/** Returns the first phone that can be dialled, from `mobile_phone` or another phone field; null if there is none. */
export const readPhone = (results: unknown): string | null =>
	numbersIn(field(results, 'mobile_phone')).find(isDialable) ??
	phoneFields(results, 0).flatMap(numbersIn).find(isDialable) ??
	null;

/** Whether there is only a phone that cannot be dialled, for example a masked number. */
export const hasUnreadablePhone = (results: unknown): boolean =>
	readPhone(results) === null && phoneFields(results, 0).flatMap(numbersIn).some(isPartialNumber);

/** Names of numbers that are no phones. */
const OTHER_NUMBER = /id$|count|revenue|employee|year|date|_at$|time|score|zip|postal|code|size|amount|price|total/i;

/** Whether a field that is no phone field may contain one that was asked for. @param path names with dots */
export function looksLikePhone(path: string, value: unknown): boolean {
	const text = toText(value);
	// Most texts fail this test at their first character.
	if (text === null || !isDialable(text) || text.replace(/\D/g, '').length > MOST_DIGITS) return false;
	return !NOT_PERSONAL.test(path) && !OTHER_NUMBER.test(path);
}

/** Whether a text has at least seven digits and nothing masked. */
const isDialable = (text: string) =>
	DIGITS.test(text) && !DATE.test(text) && text.replace(/\D/g, '').length >= FEWEST_DIGITS;

/** Whether a text is part of a number, and not a placeholder such as "N/A". */
const isPartialNumber = (text: string) => text.replace(/\D/g, '').length >= 4 || /[*•x]{2}/i.test(text);

const PHONE_LIKE = /phone|mobile|cell|tel/i;

/** The words of a field name, in lower case. */
export const wordsOf = (name: string): string[] =>
	name
		.replace(/([a-z])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.split(/[^a-z0-9]+|(?<=[a-z])(?=\d)/)
		.filter((word) => word !== '' && !/^\d+$/.test(word));

function isPhoneName(name: string): boolean {
	// This test is ten times as fast and rejects most names.
	if (!PHONE_LIKE.test(name)) return false;
	const words = wordsOf(name);
	return (
		words.some((word) => PHONE_NAMES.has(word)) &&
		words.every((word) => PHONE_NAMES.has(word) || QUALIFIERS.has(word))
	);
}

/** The values of all phone fields at any level, except those of a company. */
function phoneFields(value: unknown, depth: number, found: unknown[] = []): unknown[] {
	if (depth > DEEPEST || typeof value !== 'object' || value === null) return found;
	if (Array.isArray(value)) for (const one of value) phoneFields(one, depth + 1, found);
	else
		for (const [name, part] of Object.entries(value)) {
			if (NOT_PERSONAL.test(name)) continue;
			if (isPhoneName(name)) found.push(part);
			else phoneFields(part, depth + 1, found);
		}
	return found;
}

/** The numbers in the value of a phone field: a text, a list, or an object whose type is not work. */
function numbersIn(phone: unknown): string[] {
	if (Array.isArray(phone)) return phone.flatMap((one) => (Array.isArray(one) ? [] : numbersIn(one)));
	if (isObject(phone)) {
		const kind = toText(field(phone, 'type') ?? field(phone, 'kind') ?? field(phone, 'label'));
		if (kind !== null && NOT_PERSONAL.test(kind)) return [];
		return Object.entries(phone).flatMap(([name, part]) => {
			const text = NUMBER_FIELDS.has(name.toLowerCase()) || isPhoneName(name) ? toText(part) : null;
			return text === null ? [] : [text];
		});
	}
	const text = toText(phone);
	return text === null ? [] : [text];
}
