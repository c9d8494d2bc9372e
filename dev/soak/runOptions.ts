import type { WantName } from '../../nodes/IdentityResolution/api/wants';
import type { Draws } from '../sandbox/random';

/** The parameters that a run sets on the node by expressions, by name. */
export type RunOptions = ReturnType<typeof drawOptions>;

/** A phone is never wanted alone: whether a row that lacks only the phone is found depends on the tools that were tried before. */
const WANTS: ReadonlyArray<readonly WantName[]> = [
	['personalEmail'],
	['workEmail'],
	['profile', 'mobilePhone'],
	['company', 'personalEmail'],
	['personalEmail', 'workEmail', 'profile'],
];

/** Includes the columns that identify the person. */
const FIELDS = ['full_name', 'linkedin_url', 'personal_email', 'company_name'];

/** In seconds. Long, so that a busy machine does not time out a request that the service answers. */
export const MIN_TIMEOUT_S = 10;

/** Returns random settings. Each setting has its usual value most of the time. */
export function drawOptions(draws: Draws) {
	const mostly = <T>(usual: T, others: readonly T[]): T => (draws.share() < 0.25 ? draws.pick(others) : usual);
	return {
		output: draws.pick(['simplified', 'simplified', 'raw', 'selected'] as const),
		fields: FIELDS,
		includeInputFields: mostly(true, [false]),
		want: draws.pick(WANTS),
		options: {
			columnPrefix: mostly('enriched_', ['', 'x_']),
			hashEmail: mostly(false, [true]),
			includeLookupDetails: mostly(false, [true]),
		},
		limits: {
			batchSize: mostly(100, [1, 2, 7, 50]),
			concurrency: mostly(20, [3, 5, 50]),
			/** Minutes; 0 means no limit. */
			maxRunTime: mostly(0, [0.1]),
			/** 0 means no limit. */
			maxTokens: mostly(0, [5, 60, 120]),
			/** Seconds. */
			maxWait: mostly(15, [0, 5]),
			onLimit: mostly('wait', ['defer', 'error']),
			onLostAnswer: mostly('retry', ['fail']),
			onPhoneTokens: mostly('withoutPhone', ['defer']),
			reserve: mostly(0, [10, 100]),
			retries: mostly(3, [0, 1]),
			/** Seconds. */
			timeout: mostly(MIN_TIMEOUT_S, [2 * MIN_TIMEOUT_S]),
		},
	};
}
