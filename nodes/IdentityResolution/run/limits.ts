/** What bounds a run. Times are ms. */
export interface Limits {
	/** Lookups per request, for tools that batch. */
	batchSize: number;
	/** The most requests in flight. */
	concurrency: number;
	/** How long the run may last; Infinity for no bound. */
	maxRunTime: number;
	/** The most tokens that the run may spend; Infinity for no bound. */
	maxTokens: number;
	/** The longest sum of waits for a limit since the last answer. */
	maxWait: number;
	onLimit: 'wait' | 'defer' | 'error';
	onLostAnswer: 'retry' | 'fail';
	onPhoneTokens: 'withoutPhone' | 'defer';
	/** Records of the 5 h window to leave untouched. */
	reserve: number;
	/** How often a failed request is tried again. */
	retries: number;
}
