import { createHash } from 'node:crypto';
import { isObject, toJson, withoutDepths } from './json';
import type { Phone } from './request';

/** What a tool answered about the identifier of a key; `results` are null for a miss. */
export interface PaidAnswer {
	tool: string;
	key: string;
	phone: Phone;
	results: unknown;
}

/** Names the form, so that no other text is taken for one. */
const MARK = 'r1.';

/** Characters of the checksum that stands before what was written. */
const CHECKED = 12;

/** Short names: the text stands in a cell of a sheet, which holds some 32,000 characters. */
interface Written {
	t: string;
	k: string;
	p?: 1;
	r?: unknown;
}

/**
 * Answers as one text that survives JSON, a sheet cell and a form: letters, digits, `.`, `-` and `_` alone, and never a formula
 * or a number. An answer that is nested too deep to be written is left out.
 */
export function writeResume(answers: readonly PaidAnswer[]): string {
	const written = answers.map(({ tool, key, phone, results }): Written => ({
		t: tool,
		k: key,
		...(phone === 'with' ? { p: 1 } : {}),
		...(results === null ? {} : { r: results }),
	}));
	const json = `[${written.flatMap((one) => toJson(one) ?? []).join()}]`;
	const payload = Buffer.from(json, 'utf8').toString('base64url');
	return MARK + checksumOf(payload) + payload;
}

/** The answers of a text that `writeResume` made; null where it is another text, or was cut or changed. */
export function readResume(cell: unknown): PaidAnswer[] | null {
	if (!isResume(cell)) return null;
	const text = cell.trim().slice(MARK.length);
	const payload = text.slice(CHECKED);
	// A changed letter can leave sound JSON, with the answer about somebody else in it.
	if (text.slice(0, CHECKED) !== checksumOf(payload)) return null;
	const written = parse(Buffer.from(payload, 'base64url').toString('utf8'));
	if (!Array.isArray(written)) return null;
	const answers = written.flatMap((one) => readAnswer(one) ?? []);
	return answers.length === written.length ? answers : null;
}

/** The name under which an answer is kept: one question, with the phone or without. */
export const answerName = (tool: string, key: string, phone: Phone) => `${tool} ${key} ${phone} phone`;

/** One answer to each question, the last one. */
export const byQuestion = (answers: readonly PaidAnswer[]): PaidAnswer[] => [
	...new Map(answers.map((answer) => [answerName(answer.tool, answer.key, answer.phone), answer])).values(),
];

/** One text with the answers of several: hits rather than misses, and the first of each. Texts that can't be read are left out, unless none can. */
export function joinResumes(texts: readonly string[]): string {
	const answers = [...texts].reverse().flatMap((text) => readResume(text) ?? []);
	const hits = answers.filter(({ results }) => results !== null);
	return answers.length > 0 ? writeResume(byQuestion([...answers, ...hits])) : texts[0];
}

/** Whether a cell claims to be one. */
export const isResume = (cell: unknown): cell is string => typeof cell === 'string' && cell.trim().startsWith(MARK);

const checksumOf = (payload: string) => createHash('sha256').update(payload).digest('base64url').slice(0, CHECKED);

function readAnswer(written: unknown): PaidAnswer | null {
	if (!isObject(written)) return null;
	const { t: tool, k: key, p, r: results = null } = written;
	if (typeof tool !== 'string' || typeof key !== 'string') return null;
	// Anybody can write such a text.
	return { tool, key, phone: p === 1 ? 'with' : 'without', results: withoutDepths(results) };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
