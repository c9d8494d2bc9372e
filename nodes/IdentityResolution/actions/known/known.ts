import type { IExecuteFunctions } from 'n8n-workflow';
import { NO_KNOWN_ANSWERS, readKnownAnswers, type KnownAnswers } from './knownAnswers';
import { EMPTY_LIST, readSuppressionList, type SuppressionList } from './suppressionList';

/** What the rows of the input *Known* tell. */
export interface Known {
	rows: number;
	answers: KnownAnswers;
	list: SuppressionList;
}

export const NOTHING_KNOWN: Known = { rows: 0, answers: NO_KNOWN_ANSWERS, list: EMPTY_LIST };

/** The index of the second input. */
const KNOWN_INPUT = 1;

/**
 * Reads the input *Known*.
 * @param prefix of our columns
 * @param oldest time of answers that are not too old, epoch ms
 */
export function readKnown(host: IExecuteFunctions, prefix: string, oldest: number): Known {
	const items = host.getInputData(KNOWN_INPUT);
	return {
		rows: items.length,
		answers: readKnownAnswers(items, prefix, oldest),
		list: readSuppressionList(items, prefix),
	};
}
