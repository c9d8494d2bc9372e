import type { Contribution } from '../../nodes/IdentityResolution/api/person/contribution';
import { mergeCells } from '../../nodes/IdentityResolution/api/person/merge';

/** Who tells: the tools are called a, b, c and so on, in the order of asking. */
export const TOOL_NAMES = 'abcdefgh';

export const contributionsFrom = (...told: Array<Contribution['cells']>): Contribution[] =>
	told.map((cells, place) => ({ tool: TOOL_NAMES[place], cells }));

export const mergedOf = (...told: Array<Contribution['cells']>) => mergeCells(contributionsFrom(...told));
