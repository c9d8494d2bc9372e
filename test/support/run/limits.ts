import type { Limits } from '../../../nodes/IdentityResolution/run/limits';
import { NEW_NODE } from '../../../dev/simulation/limits';

/** The default limits of the node, with the given ones. */
export const limitsWith = (set: Partial<Limits> = {}): Limits => ({ ...NEW_NODE, ...set });
