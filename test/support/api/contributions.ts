import type { Contribution } from '../../../nodes/IdentityResolution/api/person/merge';
import { mergeCells } from '../../../nodes/IdentityResolution/api/person/merge';

/** Names of the contributing tools, in the order of their lookups. */
export const TOOL_NAMES = 'abcdefgh';

export const contributionsFrom = (...contributed: Array<Contribution['cells']>): Contribution[] =>
	contributed.map((cells, place) => ({ tool: TOOL_NAMES[place], cells }));

export const mergedOf = (...contributed: Array<Contribution['cells']>) => mergeCells(contributionsFrom(...contributed));
