import { createHash } from 'node:crypto';
import { isObject, toJson, withoutDepths } from './json';
import type { Phone } from './request';
import type { Sign } from './signature';

/** What a tool answered about the identifier of a key; `results` are null for a miss. */
export interface PaidAnswer {
	tool: string;
	key: string;
	phone: Phone;
	results: unknown;
	/** When the service answered (epoch ms); null if that is not known. */
	at: number | null;
	/** The signature in the text that the answer was read from; absent for an answer of the service itself. */
	signature?: string | null;
}

/** Identifies the format. */
const MARK = 'r1.';

/** Characters of the checksum at the start of the text. */
const CHECKSUM_LENGTH = 12;

/** Characters that a cell of a spreadsheet can hold (Excel: 32,767). */
export const MAX_RESUME_LENGTH = 30_000;

/** Short names, because the text has to fit into a cell. */
interface Written {
	t: string;
	k: string;
	p?: 1;
	a?: number;
	r?: unknown;
	s?: string;
}

/** Reduces the results of an answer to the fields that columns are filled from. */
export type Reduce = (answer: PaidAnswer) => unknown;

export const keepResults: Reduce = ({ results }) => results;

/** A text with answers, and whether it holds all hits. */
export interface ResumeText {
	text: string;
	isComplete: boolean;
}

/**
 * Writes answers as one text that survives JSON, a cell of a sheet and a form: letters, digits, `.`, `-` and `_`. Each
 * answer is signed on its own; one that was read from a text keeps its signature, so that a forged one stays unsigned.
 * To fit into a cell, the text first omits the fields that no column reads, then misses, then the last hits.
 * @param sign null if there is no API key
 */
export function writeResume(answers: readonly PaidAnswer[], sign: Sign | null, reduce: Reduce): ResumeText {
	const whole = answers.map((answer) => signed(answer, sign));
	const reduced = () => whole.map((answer) => reducedTo(answer, reduce(answer), sign));
	const hits = () => reduced().filter(({ results }) => results !== null);
	for (const attempt of [() => whole, reduced, hits]) {
		const text = encode(attempt());
		if (text.length <= MAX_RESUME_LENGTH) return { text, isComplete: true };
	}
	const fitting: PaidAnswer[] = [];
	for (const hit of hits()) if (encode([...fitting, hit]).length <= MAX_RESUME_LENGTH) fitting.push(hit);
	return { text: encode(fitting), isComplete: false };
}

/** Signs an answer of the service. */
function signed(answer: PaidAnswer, sign: Sign | null): PaidAnswer {
	if (answer.signature !== undefined) return answer;
	return { ...answer, signature: sign === null ? null : sign(contentOf(answer)) };
}

/** Changes the results of an answer, and signs it again if it was authentic. */
function reducedTo(answer: PaidAnswer, results: unknown, sign: Sign | null): PaidAnswer {
	if (results === answer.results) return answer;
	const { signature: _removed, ...content } = { ...answer, results };
	return isAuthentic(answer, sign) ? signed(content, sign) : { ...content, signature: null };
}

/** Whether an answer was signed with this API key: not written or changed by anyone else. */
export const isAuthentic = (answer: PaidAnswer, sign: Sign | null): boolean =>
	sign !== null && typeof answer.signature === 'string' && answer.signature === sign(contentOf(answer));

const contentOf = ({ tool, key, phone, at, results }: PaidAnswer): string =>
	toJson([tool, key, phone, at, results]) ?? '';

function encode(answers: readonly PaidAnswer[]): string {
	const written = answers.map(({ tool, key, phone, results, at, signature }): Written => ({
		t: tool,
		k: key,
		...(phone === 'with' ? { p: 1 } : {}),
		...(at === null ? {} : { a: at }),
		...(results === null ? {} : { r: results }),
		...(typeof signature === 'string' ? { s: signature } : {}),
	}));
	// An answer that is nested too deep for JSON is omitted.
	const json = `[${written.flatMap((one) => toJson(one) ?? []).join()}]`;
	const payload = Buffer.from(json, 'utf8').toString('base64url');
	return MARK + checksumOf(payload) + payload;
}

/** Reads the answers of a text; null if it is another text, or was cut or changed by accident. */
export function readResume(cell: unknown): PaidAnswer[] | null {
	if (!isResume(cell)) return null;
	const text = cell.trim().slice(MARK.length);
	const payload = text.slice(CHECKSUM_LENGTH);
	// A changed character can leave valid JSON with an answer about somebody else.
	if (text.slice(0, CHECKSUM_LENGTH) !== checksumOf(payload)) return null;
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

/**
 * The answers of several texts: hits rather than misses, and the first of each. Texts that cannot be read have none.
 */
export function joinAnswers(texts: readonly string[]): PaidAnswer[] {
	const answers = [...texts].reverse().flatMap((text) => readResume(text) ?? []);
	return byQuestion([...answers, ...answers.filter(({ results }) => results !== null)]);
}

/** Whether a cell claims to be such a text. */
export const isResume = (cell: unknown): cell is string => typeof cell === 'string' && cell.trim().startsWith(MARK);

const checksumOf = (payload: string) =>
	createHash('sha256').update(payload).digest('base64url').slice(0, CHECKSUM_LENGTH);

function readAnswer(written: unknown): PaidAnswer | null {
	if (!isObject(written)) return null;
	const { t: tool, k: key, p, a, r: results = null, s } = written;
	if (typeof tool !== 'string' || typeof key !== 'string') return null;
	const at = typeof a === 'number' && Number.isFinite(a) ? a : null;
	const signature = typeof s === 'string' ? s : null;
	// Anybody can write such a text, also one that is nested very deep.
	return { tool, key, phone: p === 1 ? 'with' : 'without', at, signature, results: withoutDepths(results) };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
