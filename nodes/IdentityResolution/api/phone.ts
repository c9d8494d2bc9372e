import { holdsData, isObject, toText } from './json';

/** The contract does not show which field carries the phone: any that is named like one may (design 4 #7 in test/contract). */
const PHONE = /phone/i;

/** Of them those that can be the person's own: a company has one as well. */
const OWN_PHONE = /^(?:mobile|cell)?_?phones?(?:_?numbers?)?$/i;
const DIGITS = /^\+?\d[\d\s().\-/]{5,}\d$/;

/** The phone of results that have no `mobile_phone`, where another field is named like one and holds a number; else null. */
export function otherPhone(results: unknown): string | null {
	if (!isObject(results)) return null;
	const phones = Object.entries(results).flatMap(([name, value]) => (OWN_PHONE.test(name) ? [value].flat() : []));
	return phones.map(toText).find((text) => text !== null && DIGITS.test(text)) ?? null;
}

/** Whether results hold a phone. */
export const holdsPhone = (results: unknown): boolean =>
	isObject(results) && Object.entries(results).some(([name, value]) => PHONE.test(name) && holdsData(value));

/** Results without whatever may be a phone. */
export const withoutPhone = (results: unknown): unknown =>
	isObject(results) ? Object.fromEntries(Object.entries(results).filter(([name]) => !PHONE.test(name))) : results;
