import { z } from 'zod/v4';

const count = z.int().min(1);

/**
 * What can befall a request on its way, beyond the service's own refusals. `done` means looked up and charged; else nothing was done.
 * - `reset`: the connection is reset; `reset_charged`: done, then reset: a lost answer
 * - `half_body`: done, but the connection is closed halfway through the answer
 * - `half_json`: done, and the answer comes whole, but its JSON breaks off halfway
 * - `not_json`: 200 with a web page; `wrong_content_type`: done, the JSON is labelled text/plain
 * - `error_block`: 200 with an error of an unknown code and no results
 * - `bad_gzip`: done, but the answer is labelled gzip and is not
 * - `large`: done, the answer is padded to `bytes` with a field that means nothing
 * - `drip`: done, but the answer comes byte by byte and never ends
 * - `informational`: done, a 102 and a 103 come before the answer
 * - `slow`: done, but answered only after `ms`
 * - `internal_error`: 500; `status`: the given `status`; `redirect`: 302 to another path of the sandbox, or `to`
 */
export const FAULT_KINDS = [
	'reset',
	'reset_charged',
	'half_body',
	'half_json',
	'not_json',
	'wrong_content_type',
	'error_block',
	'bad_gzip',
	'large',
	'drip',
	'informational',
	'slow',
	'internal_error',
	'redirect',
	'status',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

const headerValue = z.string().regex(/^[ -~]*$/);

/** Without `rate`, `every`, `first` or `nth` a fault strikes every request. Counts start at 1, per fault. */
export const faultSchema = z
	.strictObject({
		kind: z.enum(FAULT_KINDS),
		/** Strikes only requests to this tool. */
		tool: z.string().optional(),
		/** A share of the requests, decided by the seed. */
		rate: z.number().min(0).max(1).optional(),
		every: count.optional(),
		first: count.optional(),
		nth: z.array(count).optional(),
		/** For `slow`: milliseconds. */
		ms: z.int().min(0).optional(),
		/** For `large`: the whole body. */
		bytes: count.optional(),
		/** For `status`. */
		status: z.int().min(200).max(599).optional(),
		/** For `status`: the code of its error. */
		code: z.string().optional(),
		/** For `redirect`: where to. */
		to: headerValue.optional(),
		/** For `status` and `redirect`: further headers by their lower-case names; a list is sent as so many lines. */
		headers: z
			.record(z.string().regex(/^[a-z0-9-]+$/), z.union([headerValue, z.array(headerValue).min(1)]))
			.optional(),
	})
	.refine((fault) => fault.kind !== 'status' || fault.status !== undefined, {
		message: 'a fault of kind status needs a status',
	})
	.refine((fault) => fault.kind !== 'large' || fault.bytes !== undefined, {
		message: 'a fault of kind large needs bytes',
	})
	.refine(
		({ rate, every, first, nth }) => [rate, every, first, nth].filter((when) => when !== undefined).length <= 1,
		{
			message: 'a fault strikes by one of rate, every, first and nth',
		},
	);

export type Fault = z.infer<typeof faultSchema>;
