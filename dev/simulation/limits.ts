import type { Limits } from '../../nodes/IdentityResolution/run/limits';

/** The limits of a node that was just added to the canvas. */
export const NEW_NODE: Limits = {
	concurrency: 20,
	maxRunTime: Infinity,
	maxTokens: Infinity,
	maxWait: 60_000,
};
