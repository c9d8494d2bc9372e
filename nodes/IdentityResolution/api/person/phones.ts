import { isInternational } from './callingCodes';
import { field, isObject, toText } from '../values/json';
import { toFilledText } from '../values/nothing';
import { isWrapperName, namedFields, usualNames, wordSet } from './usualNames';

/**
 * Words that name a phone. The contract does not show the field of the phone (contract: Silent
 * points, 7).
 */
const PHONE_WORDS = wordSet('phone phones telephone cellphone mobile mobiles cell cells tel');
const PHONE_QUALIFIERS = wordSet('number numbers no personal direct');
const NUMBER_FIELDS = wordSet('value formatted international e164');
/** Phones of a company, or at work, are not the person's own. */
const NOT_PERSONAL =
	/compan|employer|organi[sz]ation|business|office|work|corporate|headquarters|\bhq\b|fax/i;

const isPhoneName = usualNames(/phone|mobile|cell|tel/i, PHONE_WORDS, PHONE_QUALIFIERS);
const isOwnPhoneName = (name: string) => isPhoneName(name) && !NOT_PERSONAL.test(name);
const leadsToPhones = (name: string, part: unknown) =>
	isWrapperName(name) && typeof part === 'object';

const DIGITS = /^[+\d\s().\-/]+(?:(?:ext\.?|x)\s*\d+)?$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** In international numbers (ITU-T E.164). */
const MOST_DIGITS = 15;

/**
 * Returns the first phone that can be dialled, from `mobile_phone` or another phone field; null if
 * there is none.
 */
export const readPhone = (results: unknown): string | null =>
	numbersAt(field(results, 'mobile_phone')).find(isDialable) ??
	numbersIn(results).find(isDialable) ??
	null;

/**
 * Adds a `+` if the country code is certain: behind 00, or by the country of the record and the
 * number of digits.
 */
export function withPlus(phone: string | null, country: string | null): string | null {
	if (phone === null) return null;
	const behindZeros = phone.replace(/^\s*00\s*(?=[1-9])/, '+');
	if (behindZeros !== phone) return behindZeros;
	const isCertain = isInternational(phone.replace(/\D/g, ''), country);
	if (!isCertain || !/^\s*\d/.test(phone)) return phone;
	return `+${phone.trim()}`;
}

const isCountryName = (name: string) =>
	/^(?:country(?:_?code|_?name)?|nation|location)$/i.test(name);

/** Returns the country of a person under any usual name; null if there is none. */
export function countryIn(results: unknown): string | null {
	for (const { value } of namedFields(results, isCountryName)) {
		const part: unknown = isObject(value) ? (value.name ?? value.code) : value;
		// A location ends with it.
		const country = toFilledText(part)?.split(',').at(-1);
		if (country !== undefined) return country;
	}
	return null;
}

/** Whether there is only a phone that cannot be dialled, for example a masked number. */
export const hasUnreadablePhone = (results: unknown): boolean =>
	readPhone(results) === null && numbersIn(results).some(isPartialNumber);

const numbersIn = (results: unknown) =>
	namedFields(results, isOwnPhoneName, leadsToPhones).flatMap(({ value }) => numbersAt(value));

/**
 * The numbers in the value of a phone field: a text, a list, or an object whose type is not work.
 */
function numbersAt(phone: unknown): string[] {
	if (Array.isArray(phone))
		return phone.flatMap((one) => (Array.isArray(one) ? [] : numbersAt(one)));
	if (!isObject(phone)) return [numberIn(phone) ?? []].flat();
	const kind = toText(field(phone, 'type') ?? field(phone, 'kind') ?? field(phone, 'label'));
	if (kind !== null && NOT_PERSONAL.test(kind)) return [];
	return Object.entries(phone)
		.filter(([name]) => isNumberName(name.toLowerCase()) || isPhoneName(name))
		.flatMap(([, part]) => numberIn(part) ?? []);
}

const isNumberName = (name: string): boolean =>
	[NUMBER_FIELDS, PHONE_WORDS, PHONE_QUALIFIERS].some((names) => names.has(name));

/** A label before a number, with or without the scheme of a link; a remark behind it. */
const LABEL = /^(?:[a-z][a-z ]{0,20}:\s*)+/i;
const REMARK = /\s*\([a-z ]+\)$|;.*$/i;
/** Between two numbers. */
const NEXT_NUMBER = /\s*[,|/]\s*(?=[+(]?\d[\d\s().-]{6})/;

/** The first number in a text, without what writers and programs put around it. */
function numberIn(value: unknown): string | null {
	const text = toText(value);
	// As most services write it.
	if (text === null || /^\+?\d+$/.test(text)) return text;
	if (text.length > LONGEST_PHONE) return text;
	const clean = text
		.replace(/\uFF0B/g, '+')
		.replace(/[\u2010-\u2015\u2212]/g, '-')
		.replace(/["'\p{Cf}]/gu, '')
		.trim();
	return clean.replace(LABEL, '').replace(REMARK, '').split(NEXT_NUMBER)[0];
}

/** Characters. */
const LONGEST_PHONE = 100;

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

/** Whether a text has at least seven digits, not only zeros, and nothing masked. */
const isDialable = (text: string) =>
	DIGITS.test(text) &&
	!DATE.test(text) &&
	/[1-9]/.test(text) &&
	isLength(digitsIn(text.replace(/[a-z].*$/i, '')));

const isLength = (digits: number) => digits >= 7 && digits <= MOST_DIGITS;

/** Whether a text is part of a number, and not a placeholder such as "N/A". */
const isPartialNumber = (text: string) => digitsIn(text) >= 4 || /[*•x]{2}/i.test(text);

/** Names of numbers that are no phones. */
const OTHER_NUMBER =
	/id$|count|revenue|employee|year|date|_at$|time|score|zip|postal|code|size|amount|price|total/i;

/**
 * Whether a field that is no phone field may contain one that was asked for.
 * @param path names with dots
 */
export function looksLikePhone(path: string, value: unknown): boolean {
	const text = numberIn(value);
	// Most texts fail this test at their first character.
	if (text === null || !isDialable(text)) return false;
	return !NOT_PERSONAL.test(path) && !OTHER_NUMBER.test(path);
}
