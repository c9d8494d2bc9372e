import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isObject } from '../../api/json';
import { isResume, keepResults, readUntrusted, writeResume } from '../../api/resume';
import type { Sign } from '../../api/signature';
import { isResumeColumn, resumesIn } from '../rows/previousColumns';

/**
 * Marks the answers of an input row that are not authentic. A store may keep any column of the row, a later run reads
 * those named `resume` in it under any prefix, and its answers are trusted. The signatures of texts that this run does
 * not read are not verified: all of their answers are marked.
 * @param prefix of our columns
 */
export function withMarkedTexts(item: INodeExecutionData, prefix: string, sign: Sign | null): INodeExecutionData {
	const read = new Set(resumesIn(item.json, prefix));
	// Every other text is too long to be read in any run.
	if (read.size === 0) return item;
	const marked = <T>(cell: T) => (isResume(cell) ? markedText(cell, read.has(cell) ? sign : null) : cell);
	const json: IDataObject = { ...item.json };
	for (const column of Object.keys(json)) if (isResumeColumn(column)) json[column] = marked(json[column]);
	const { error } = json;
	if (isObject(error) && Object.hasOwn(error, 'resume')) json.error = { ...error, resume: marked(error.resume) };
	return { ...item, json };
}

/** An unreadable text answers nothing, and stays as it is. */
function markedText(text: string, sign: Sign | null): string {
	const answers = readUntrusted(text, sign);
	return answers === null ? text : writeResume(answers, sign, keepResults).text;
}
