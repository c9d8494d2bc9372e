import { field, isObject, toText } from './json';

/** The contract does not show which field carries the phone (design 4 #7 in test/contract). */
const PHONE_NAMES = new Set(['phone', 'phones', 'telephone', 'cellphone', 'mobile', 'mobiles', 'cell', 'cells', 'tel']);
/** Words that may stand beside those in the name of a field that holds the phone itself, and not what is said of it. */
const NUMBER_NAMES = new Set(['number', 'numbers', 'no', 'personal', 'direct']);
/** Fields that hold the number within a phone that is an object. */
const WITHIN = new Set([...PHONE_NAMES, ...NUMBER_NAMES, 'value', 'formatted', 'international', 'e164']);
/** A company has a phone as well, and a person one at work. */
const OTHERS = /company|employer|organi[sz]ation|business|office|work|corporate|headquarters|\bhq\b|fax/i;

const DIGITS = /^[+\d\s().\-/]+(?:(?:ext\.?|x)\s*\d+)?$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const FEWEST_DIGITS = 7;
/** Levels of results in which a phone is looked for. */
const DEEPEST = 4;

/** The phone of results that can be dialled: `mobile_phone`, else another field of the person that is named like one; null where there is none. */
export const readPhone = (results: unknown): string | null =>
	numbersIn(field(results, 'mobile_phone')).find(isDialable) ??
	phoneFields(results, 0).flatMap(numbersIn).find(isDialable) ??
	null;

/** Whether results hold something under the name of a phone, none of which can be dialled: a masked number, for example. */
export const holdsUnreadPhone = (results: unknown): boolean =>
	readPhone(results) === null && phoneFields(results, 0).flatMap(numbersIn).some(isPartOfNumber);

/** Results without whatever may be a phone: what a row must not get. */
export function withoutPhone(results: unknown, depth = 0): unknown {
	if (depth > DEEPEST) return results;
	if (Array.isArray(results)) return results.map((one) => withoutPhone(one, depth + 1));
	if (!isObject(results)) return results;
	const kept = Object.entries(results).filter(([name]) => !/phone/i.test(name) && !isPhoneName(name));
	return Object.fromEntries(kept.map(([name, value]) => [name, withoutPhone(value, depth + 1)]));
}

/** At least seven digits, and nothing masked. */
const isDialable = (text: string) =>
	DIGITS.test(text) && !DATE.test(text) && text.replace(/\D/g, '').length >= FEWEST_DIGITS;

/** Not a word for nothing, such as "N/A". */
const isPartOfNumber = (text: string) => text.replace(/\D/g, '').length >= 4 || /[*•x]{2}/i.test(text);

const PHONE_LIKE = /phone|mobile|cell|tel/i;

const wordsOf = (name: string) =>
	name
		.replace(/([a-z])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.split(/[^a-z0-9]+|(?<=[a-z])(?=\d)/)
		.filter((word) => word !== '' && !/^\d+$/.test(word));

function isPhoneName(name: string): boolean {
	// Most names are told apart by this alone, which costs a tenth.
	if (!PHONE_LIKE.test(name)) return false;
	const words = wordsOf(name);
	return (
		words.some((word) => PHONE_NAMES.has(word)) &&
		words.every((word) => PHONE_NAMES.has(word) || NUMBER_NAMES.has(word))
	);
}

/** What stands under the name of a phone, at any level, but not within a company. */
function phoneFields(value: unknown, depth: number): unknown[] {
	if (depth > DEEPEST) return [];
	if (Array.isArray(value)) return value.flatMap((one) => phoneFields(one, depth + 1));
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, part]) => {
		if (OTHERS.test(name)) return [];
		return isPhoneName(name) ? [part] : phoneFields(part, depth + 1);
	});
}

/** The texts that a phone holds: itself, those of a list, or the number of an object that is not said to be one at work. */
function numbersIn(phone: unknown): string[] {
	if (Array.isArray(phone)) return phone.flatMap((one) => (Array.isArray(one) ? [] : numbersIn(one)));
	if (isObject(phone)) {
		const kind = toText(field(phone, 'type') ?? field(phone, 'kind') ?? field(phone, 'label'));
		if (kind !== null && OTHERS.test(kind)) return [];
		return Object.entries(phone).flatMap(([name, part]) => {
			const text = WITHIN.has(name.toLowerCase()) || isPhoneName(name) ? toText(part) : null;
			return text === null ? [] : [text];
		});
	}
	const text = toText(phone);
	return text === null ? [] : [text];
}
