import { toNumber, toText } from './json';

/**
 * Returns an amount; Infinity for -1 and "unlimited", with which the service reports that there is
 * no limit.
 */
export function toAmount(value: unknown): number | null {
	const amount = toNumber(value);
	if (value === 'unlimited' || amount === -1) return Infinity;
	return amount;
}

/** Epoch ms. Later times could pass the year 9999, which ISO 8601 cannot write in four digits. */
const LATEST = Date.UTC(9999, 11, 31);

/** A number below is no time, but an amount of seconds. */
const FIRST_EPOCH_SECOND = 1e9;
const FIRST_EPOCH_MS = 1e12;

/** Returns epoch ms for epoch seconds or ms; null for any other value. */
export function epochOf(value: unknown): number | null {
	const number = toNumber(value);
	if (number === null || number < FIRST_EPOCH_SECOND) return null;
	const time = number < FIRST_EPOCH_MS ? number * 1_000 : number;
	if (time > LATEST) return null;
	return time;
}

/** Returns epoch seconds or ms as ISO 8601; null for any other value. */
export function isoOf(value: unknown): string | null {
	const time = epochOf(value);
	if (time === null) return null;
	return new Date(time).toISOString();
}

/**
 * Returns epoch ms; null for what is no time. Accepts more than ISO 8601, because the date of a
 * work email is only specified as date-like (contract: Reverse email profile).
 */
export function toTime(value: unknown): number | null {
	const time = epochOf(value) ?? Date.parse(toText(value) ?? '');
	if (Number.isNaN(time) || time > LATEST) return null;
	return time;
}
