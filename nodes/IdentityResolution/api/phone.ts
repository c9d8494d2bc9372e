import { holdsData, isObject } from './json';

/** The contract does not show which field carries the phone: any that is named like one may (design 4 #7 in test/contract). */
const PHONE = /phone/i;

/** Whether results hold a phone. */
export const holdsPhone = (results: unknown): boolean =>
	isObject(results) && Object.entries(results).some(([name, value]) => PHONE.test(name) && holdsData(value));

/** Results without whatever may be a phone. */
export const withoutPhone = (results: unknown): unknown =>
	isObject(results) ? Object.fromEntries(Object.entries(results).filter(([name]) => !PHONE.test(name))) : results;
