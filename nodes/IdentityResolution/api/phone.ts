import { field, holdsData, isObject, toText } from './json';

/** The contract does not show which field carries the phone: what a row must not get is whatever is named like one (design 4 #7 in test/contract). */
const PHONE = /phone/i;

/** What a row gets: only those that can be the person's own: a company has one as well. */
const OWN_PHONE = /^(?:mobile|cell)?_?phones?(?:_?numbers?)?$/i;
const DIGITS = /^[+\d\s().\-/]+$/;
const FEWEST_DIGITS = 7;

/** The phone of results that have no `mobile_phone`, where another field is named like one and holds a number; else null. */
export function otherPhone(results: unknown): string | null {
	if (!isObject(results)) return null;
	const phones = Object.entries(results).flatMap(([name, value]) => (OWN_PHONE.test(name) ? [value].flat() : []));
	return phones.map(toText).find((text) => text !== null && isNumber(text)) ?? null;
}

const isNumber = (text: string) => DIGITS.test(text) && text.replace(/\D/g, '').length >= FEWEST_DIGITS;

/** Whether results hold a phone that a row gets: not a company's, nor what is only said of one. */
export const holdsPhone = (results: unknown): boolean =>
	holdsData(field(results, 'mobile_phone')) || otherPhone(results) !== null;

/** Results without whatever may be a phone. */
export const withoutPhone = (results: unknown): unknown =>
	isObject(results) ? Object.fromEntries(Object.entries(results).filter(([name]) => !PHONE.test(name))) : results;
