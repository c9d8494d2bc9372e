/** The limits of a run. Times are ms; Infinity means no limit. */
export interface Limits {
	/** Maximum requests in flight. */
	concurrency: number;
	maxRunTime: number;
	maxTokens: number;
	/** Maximum total wait for rate limits and Fair Use windows since the last answer. */
	maxWait: number;
}
