import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isResume, keepResults, readUntrusted, writeResume } from '../../api/resume';
import type { Sign } from '../../api/signature';

/**
 * Marks the answers in all cells of an input row that are not authentic. A store may keep any column of the row, and
 * its answers are trusted.
 */
export function withMarkedTexts(item: INodeExecutionData, sign: Sign | null): INodeExecutionData {
	const cells = Object.entries(item.json);
	if (!cells.some(([, cell]) => isResume(cell))) return item;
	const marked = cells.map(([column, cell]) => [column, isResume(cell) ? markedText(cell, sign) : cell]);
	return { ...item, json: Object.fromEntries(marked) as IDataObject };
}

/** An unreadable text answers nothing, and stays as it is. */
function markedText(text: string, sign: Sign | null): string {
	const answers = readUntrusted(text, sign);
	return answers === null ? text : writeResume(answers, sign, keepResults).text;
}
