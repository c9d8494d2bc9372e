import { mergeCells, type Contribution } from '../../nodes/IdentityResolution/api/person/merge';

/** Who tells: the tools are called a, b, c and so on, in the order of asking. */
export const TELLERS = 'abcdefgh';

export const tellings = (...told: Array<Contribution['cells']>): Contribution[] =>
	told.map((cells, place) => ({ tool: TELLERS[place], cells }));

export const mergedOf = (...told: Array<Contribution['cells']>) => mergeCells(tellings(...told));
