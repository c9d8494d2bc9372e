import { field, toNumber } from '../json';
import type { HttpReply } from './reply';

/** ms (ten years). A much longer wait would end at an invalid date. */
const LONGEST = 10 * 365 * 24 * 3_600_000;

/**
 * Returns the wait that a reply requests, in ms; null if there is none (contract: Errors, 1). Of the header
 * `Retry-After` (seconds or an HTTP date) and `metadata.retry_after` (seconds), the longer valid wait counts.
 * @param now epoch ms, for dates
 */
export function readRetryAfter(reply: HttpReply, now: number): number | null {
	const waits = [
		headerWait(reply.headers['retry-after'], now),
		seconds(field(field(reply.body, 'metadata'), 'retry_after')),
	];
	const given = waits.filter((wait) => wait !== null);
	return given.length > 0 ? Math.min(Math.max(...given), LONGEST) : null;
}

function headerWait(header: string | undefined, now: number): number | null {
	if (header === undefined) return null;
	// `Date.parse` accepts texts such as "-5" and "in 5"; an HTTP date always contains a time of day.
	if (!/\d:\d\d/.test(header)) return seconds(header);
	const date = Date.parse(header);
	return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function seconds(value: unknown): number | null {
	const number = toNumber(value);
	return number !== null && number >= 0 ? number * 1000 : null;
}
