/** The limits of a run. Times are ms. */
export interface Limits {
	/** Lookups per request, for tools that batch. */
	batchSize: number;
	/** The most requests in flight. */
	concurrency: number;
	/** Infinity for no bound. */
	maxRunTime: number;
	/** The most tokens to spend; Infinity for no bound. */
	maxTokens: number;
	/** The longest total wait for limits since the last answer. */
	maxWait: number;
	onLimit: 'wait' | 'defer' | 'error';
	onLostAnswer: 'retry' | 'fail';
	onPhoneTokens: 'withoutPhone' | 'defer';
	/** Records of the 5 h window to leave untouched. */
	reserve: number;
	/** Retries of a failed request. */
	retries: number;
}
