import { field, toNumber } from '../json';
import type { HttpReply } from './reply';

/** Ten years: with a longer wait there would be no date to come back at. */
const LONGEST = 10 * 365 * 24 * 3_600_000;

/**
 * The wait that a reply asks for, in ms, or null where it asks for none (contract: Errors, rule 1).
 * It may stand in the `Retry-After` header (seconds or an HTTP date) or in `metadata.retry_after` (seconds);
 * of two waits the longer one holds. A wait that is negative or not a number is no wait.
 * @param now epoch ms, for dates
 */
export function readRetryAfter(reply: HttpReply, now: number): number | null {
	const waits = [
		headerWait(reply.headers['retry-after'], now),
		seconds(field(field(reply.body, 'metadata'), 'retry_after')),
	];
	const known = waits.filter((wait) => wait !== null);
	return known.length > 0 ? Math.min(Math.max(...known), LONGEST) : null;
}

function headerWait(header: string | undefined, now: number): number | null {
	if (header === undefined) return null;
	// `Date.parse` takes texts such as "-5" or "in 5" for a date: one of HTTP has a time of day in it.
	if (!/\d:\d\d/.test(header)) return seconds(header);
	const date = Date.parse(header);
	return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function seconds(value: unknown): number | null {
	const number = toNumber(value);
	return number !== null && number >= 0 ? number * 1000 : null;
}
