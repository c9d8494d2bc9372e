/** The limits of a run. Times are ms; Infinity means no limit. */
export interface Limits {
	/** Lookups per request, for tools that batch. */
	batchSize: number;
	/** Maximum requests in flight. */
	concurrency: number;
	maxRunTime: number;
	maxTokens: number;
	/** Maximum total wait for rate limits and Fair Use windows since the last answer. */
	maxWait: number;
	onLimit: 'wait' | 'defer' | 'error';
	onPhoneTokens: 'withoutPhone' | 'defer';
	/** Records of the 5 h window that the run may not use. */
	reserve: number;
	retries: number;
}
