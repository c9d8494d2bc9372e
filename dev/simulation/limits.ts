import type { Limits } from '../../nodes/IdentityResolution/run/limits';

/** The limits of a node that was just added to the canvas. */
export const NEW_NODE: Limits = {
	batchSize: 100,
	concurrency: 20,
	maxRunTime: Infinity,
	maxTokens: Infinity,
	maxWait: 60_000,
	onLimit: 'wait',
	onPhoneTokens: 'withoutPhone',
	reserve: 0,
	retries: 3,
};
