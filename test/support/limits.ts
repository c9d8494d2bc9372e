import type { Limits } from '../../nodes/IdentityResolution/run/limits';
import { NEW_NODE } from '../../dev/simulation/limits';

/** The limits of a node that was just put on the canvas, with whatever a test sets. */
export const limitsWith = (set: Partial<Limits> = {}): Limits => ({ ...NEW_NODE, ...set });
