import type { Limits } from '../../../nodes/IdentityResolution/service/environment';

/** The limits of a node that was just added to the canvas. */
const NEW_NODE: Limits = { concurrency: 20, maxRunTime: Infinity, maxTokens: Infinity, maxWait: 120_000 };

/** The default limits of the node, with the given ones. */
export const limitsWith = (set: Partial<Limits> = {}): Limits => ({ ...NEW_NODE, ...set });
