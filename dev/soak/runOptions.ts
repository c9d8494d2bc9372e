import type { WantName } from '../../nodes/IdentityResolution/api/wants';
import type { Draws } from '../sandbox/random';

/** What a run sets on the node, by the names of its parameters. */
export interface RunOptions {
	output: 'simplified' | 'raw' | 'selected';
	fields: readonly string[];
	includeInputFields: boolean;
	want: readonly WantName[];
	options: { columnPrefix: string; hashEmail: boolean; includeLookupDetails: boolean };
	limits: {
		batchSize: number;
		concurrency: number;
		/** Minutes; 0 for no bound. */
		maxRunTime: number;
		/** 0 for no bound. */
		maxTokens: number;
		/** Seconds. */
		maxWait: number;
		onLimit: 'wait' | 'defer' | 'error';
		onLostAnswer: 'retry' | 'fail';
		onPhoneTokens: 'withoutPhone' | 'defer';
		reserve: number;
		retries: number;
		/** Seconds. */
		timeout: number;
	};
}

/** A phone is never wanted alone: a row that got everything but the phone would be found or not, by who else was asked. */
const WANTS: ReadonlyArray<readonly WantName[]> = [
	['personalEmail'],
	['workEmail'],
	['profile', 'mobilePhone'],
	['company', 'personalEmail'],
	['personalEmail', 'workEmail', 'profile'],
];

/** What tells whose answer a row has stands among them. */
const FIELDS = ['full_name', 'linkedin_url', 'personal_email', 'company_name'];

/**
 * The time-outs are long against anything but a fault that is meant to outlast them: a busy machine must not cut off what the service takes
 * for answered.
 */
export const SHORTEST_TIMEOUT_S = 10;

/** Settings at random. What most users leave alone is left alone most of the time. */
export function drawOptions(draws: Draws): RunOptions {
	const seldom = <T>(usual: T, others: readonly T[]): T => (draws.share() < 0.25 ? draws.pick(others) : usual);
	return {
		output: draws.pick(['simplified', 'simplified', 'raw', 'selected']),
		fields: FIELDS,
		includeInputFields: seldom(true, [false]),
		want: draws.pick(WANTS),
		options: {
			columnPrefix: seldom('enriched_', ['', 'x_']),
			hashEmail: seldom(false, [true]),
			includeLookupDetails: seldom(false, [true]),
		},
		limits: {
			batchSize: seldom(100, [1, 2, 7, 50]),
			concurrency: seldom(20, [3, 5, 50]),
			maxRunTime: seldom(0, [0.1]),
			maxTokens: seldom(0, [5, 60, 120]),
			maxWait: seldom(15, [0, 5]),
			onLimit: seldom('wait', ['defer', 'error']),
			onLostAnswer: seldom('retry', ['fail']),
			onPhoneTokens: seldom('withoutPhone', ['defer']),
			reserve: seldom(0, [10, 100]),
			retries: seldom(3, [0, 1]),
			timeout: seldom(SHORTEST_TIMEOUT_S, [2 * SHORTEST_TIMEOUT_S]),
		},
	};
}
