import { z } from 'zod/v4';
import { shareOf } from '../random';

const count = z.int().min(1);

/** Faults of the network and of the server, beyond the service's own refusals. */
const KINDS = [
	// The service does nothing:
	'reset', // the connection is reset
	'not_json', // 200 with a web page
	'error_block', // 200 with an error of an unknown code and no results
	'internal_error', // 500
	'redirect', // 302 to another path of the sandbox, or `to`
	'status', // the given `status`
	// The service looks up and charges, then:
	'reset_charged', // the connection is reset: a lost answer
	'half_body', // the connection is closed halfway through the answer
	'half_json', // the answer is complete, but its JSON breaks off halfway
	'bad_gzip', // the answer is labeled gzip and is not
	'drip', // the answer is sent byte by byte and never ends
	'wrong_content_type', // the JSON is labeled text/plain
	'large', // the answer is padded to `bytes` with a meaningless field
	'informational', // a 102 and a 103 precede the answer
	'slow', // the answer is sent after `ms`
] as const;

const headerValue = z.string().regex(/^[ -~]*$/);

/** Without `rate`, `every`, `first` or `nth` a fault strikes every request. Counts start at 1, per fault. */
export const faultSchema = z
	.strictObject({
		kind: z.enum(KINDS),
		tool: z.string().optional(),
		/** A share of the requests, decided by the seed. */
		rate: z.number().min(0).max(1).optional(),
		every: count.optional(),
		first: count.optional(),
		nth: z.array(count).optional(),
		/** For `slow`: milliseconds. */
		ms: z.int().min(0).optional(),
		/** For `large`: the size of the whole body. */
		bytes: count.optional(),
		status: z.int().min(200).max(599).optional(),
		code: z.string().optional(),
		to: headerValue.optional(),
		/** For `status`: further headers by their lower-case names; a list is sent as several lines. */
		headers: z
			.record(z.string().regex(/^[a-z0-9-]+$/), z.union([headerValue, z.array(headerValue).min(1)]))
			.optional(),
	})
	.refine(({ kind, status }) => kind !== 'status' || status !== undefined, 'a fault of kind status needs a status')
	.refine(({ kind, bytes }) => kind !== 'large' || bytes !== undefined, 'a fault of kind large needs bytes')
	.refine(
		({ rate, every, first, nth }) => [rate, every, first, nth].filter((when) => when !== undefined).length <= 1,
		'a fault strikes by one of rate, every, first and nth',
	);

export type Fault = z.infer<typeof faultSchema>;

export class FaultCounts {
	private counts: number[] = [];

	restart(): void {
		this.counts = [];
	}

	/** The first fault of the list that strikes the next request to a tool; null if none does. */
	next(faults: readonly Fault[], tool: string, seed: number): Fault | null {
		let striking: Fault | null = null;
		for (const [index, fault] of faults.entries()) {
			if (fault.tool !== undefined && fault.tool !== tool) continue;
			const number = (this.counts[index] = (this.counts[index] ?? 0) + 1);
			if (strikes(fault, number, shareOf(seed, `fault|${index}|${number}`))) striking ??= fault;
		}
		return striking;
	}
}

function strikes({ rate, every, first, nth }: Fault, number: number, share: number): boolean {
	if (rate !== undefined) return share < rate;
	if (every !== undefined) return number % every === 0;
	if (first !== undefined) return number <= first;
	return nth === undefined || nth.includes(number);
}
