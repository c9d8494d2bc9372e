import { z } from 'zod/v4';

const count = z.int().min(1);

/**
 * What can befall a request on its way, beyond the service's own refusals:
 * - `reset`: the connection is reset, nothing was done; `reset_charged`: done and charged, then reset: a lost answer
 * - `half_body`: done and charged, but the answer breaks off halfway
 * - `not_json`: 200 with a web page, nothing was done; `wrong_content_type`: done, the JSON is labelled text/plain
 * - `slow`: done, but answered only after `ms`
 * - `internal_error`: 500; `redirect`: 302 to another path; `status`: the given `status`; nothing was done
 */
export const FAULT_KINDS = [
	'reset',
	'reset_charged',
	'half_body',
	'not_json',
	'wrong_content_type',
	'slow',
	'internal_error',
	'redirect',
	'status',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

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
		/** For `status`. */
		status: z.int().min(200).max(599).optional(),
	})
	.refine((fault) => fault.kind !== 'status' || fault.status !== undefined, { message: 'a fault of kind status needs a status' })
	.refine(({ rate, every, first, nth }) => [rate, every, first, nth].filter((when) => when !== undefined).length <= 1, {
		message: 'a fault strikes by one of rate, every, first and nth',
	});

export type Fault = z.infer<typeof faultSchema>;
