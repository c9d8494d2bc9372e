import type { IExecuteFunctions } from 'n8n-workflow';
import type { AnswerStore } from '../../run/answerStore';
import { resumesIn } from './previousColumns';
import { EMPTY_LIST, readSuppressionList, type SuppressionList } from './suppressionList';

/** What the rows of the input *Known* contain. */
export interface Known {
	rows: number;
	/** Number of `resume` texts. */
	texts: number;
	list: SuppressionList;
}

export const NOTHING_KNOWN: Known = { rows: 0, texts: 0, list: EMPTY_LIST };

/** The index of the second input. */
const KNOWN_INPUT = 1;

/** Reads the input *Known*, and adds its texts to the answers. @param prefix of our columns */
export function readKnown(host: IExecuteFunctions, prefix: string, answers: AnswerStore): Known {
	const items = host.getInputData(KNOWN_INPUT);
	const texts = items.flatMap(({ json }) => resumesIn(json, prefix));
	for (const text of texts) answers.addText(text);
	return { rows: items.length, texts: texts.length, list: readSuppressionList(items, prefix, answers) };
}
