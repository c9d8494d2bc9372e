import { createHash } from 'node:crypto';
import { isObject, toJson, withoutDepths } from './json';
import type { Phone } from './request';
import type { Sign } from './signature';

/** A tool's answer about the identifier `key`; `results` are null for a miss. */
export interface StoredAnswer {
	tool: string;
	key: string;
	phone: Phone;
	results: unknown;
	/** When the service answered (epoch ms); null if unknown. */
	at: number | null;
	/** The signature in the text that the answer was read from; absent if the service sent the answer. */
	signature?: string | null;
	/** Whether the answer came from a row that anyone may have written. It counts only for that row. */
	unverified?: boolean;
}

/** Identifies the format. */
const MARK = 'r1.';

/** Characters. */
const CHECKSUM_LENGTH = 12;

/** Characters. Excel allows 32,767 in a cell. */
export const MAX_RESUME_LENGTH = 30_000;

/** The last time that a `Date` can have, epoch ms. */
const LAST_TIME = 8.64e15;

/** Short names, because the text has to fit into a cell. */
interface Written {
	t: string;
	k: string;
	p?: 1;
	a?: number;
	r?: unknown;
	s?: string;
	u?: 1;
}

/** Reduces the results of an answer to the fields that fill columns. */
export type Reduce = (answer: StoredAnswer) => unknown;

export const keepResults: Reduce = ({ results }) => results;

export interface ResumeText {
	text: string;
	/** Whether the text contains all hits. */
	isComplete: boolean;
}

/**
 * Writes answers as one text that survives JSON, a cell of a sheet and a form: letters, digits, `.`, `-` and `_`.
 * Each answer is signed separately. An answer from a text keeps its signature, so that a forged one never gets valid.
 * To fit into a cell, the text first omits fields that no column reads, then misses, then the last hits.
 * @param sign null if there is no API key
 */
export function writeResume(answers: readonly StoredAnswer[], sign: Sign | null, reduce: Reduce): ResumeText {
	const whole = answers.map((answer) => signed(answer, sign));
	const wholeText = encode(whole.map(toWritten));
	if (wholeText.length <= MAX_RESUME_LENGTH) return { text: wholeText, isComplete: true };
	const reduced = whole.map((answer) => reducedTo(answer, reduce(answer), sign));
	const written = reduced.map(toWritten);
	const isHit = (_one: unknown, place: number) => reduced[place].results !== null;
	for (const attempt of [written, written.filter(isHit)]) {
		const text = encode(attempt);
		if (text.length <= MAX_RESUME_LENGTH) return { text, isComplete: true };
	}
	// A text that someone else wrote must not displace what was paid for.
	const places = [...answers.keys()].sort((one, other) => byTrust(answers[one], answers[other]));
	const hits = places.filter((place) => isHit(null, place)).map((place) => written[place]);
	return { text: encode(fittingOf(hits)), isComplete: false };
}

/** Returns those of written answers that fit into a text, in their order. */
function fittingOf(written: readonly string[]): string[] {
	let size = '[]'.length;
	return written.filter((one) => {
		const added = Buffer.byteLength(one) + ','.length;
		// The last answer is not followed by a comma.
		const fits = textLength(size + added - 1) <= MAX_RESUME_LENGTH;
		if (fits) size += added;
		return fits;
	});
}

/** The characters of a text. @param size bytes of its JSON */
const textLength = (size: number): number => MARK.length + CHECKSUM_LENGTH + Math.ceil((size * 4) / 3);

/** Signs an answer that was not read from a text. */
function signed(answer: StoredAnswer, sign: Sign | null): StoredAnswer {
	if (answer.signature !== undefined) return answer;
	return { ...answer, signature: sign === null ? null : sign(signedText(answer)) };
}

/** Replaces the results of an answer, and signs it again if it was authentic. */
function reducedTo(answer: StoredAnswer, results: unknown, sign: Sign | null): StoredAnswer {
	if (results === answer.results) return answer;
	const { signature: _removed, ...content } = { ...answer, results };
	return isAuthentic(answer, sign) ? signed(content, sign) : { ...content, signature: null };
}

/** Whether an answer was signed with this API key and not changed since. */
export const isAuthentic = (answer: StoredAnswer, sign: Sign | null): boolean =>
	sign !== null && typeof answer.signature === 'string' && answer.signature === sign(signedText(answer));

const signedText = ({ tool, key, phone, at, results }: StoredAnswer): string =>
	toJson([tool, key, phone, at, results]) ?? '';

/** Returns an answer as JSON; empty if it is nested too deeply. */
function toWritten({ tool, key, phone, results, at, signature, unverified }: StoredAnswer): string {
	const written: Written = { t: tool, k: key };
	if (phone === 'with') written.p = 1;
	if (at !== null) written.a = at;
	if (results !== null) written.r = results;
	if (typeof signature === 'string') written.s = signature;
	if (unverified === true) written.u = 1;
	return toJson(written) ?? '';
}

function encode(written: readonly string[]): string {
	const json = `[${written.filter((one) => one !== '').join()}]`;
	const payload = Buffer.from(json, 'utf8').toString('base64url');
	return MARK + checksumOf(payload) + payload;
}

/** Reads the answers of a resume text; null for any other text, and if it was truncated or changed by accident. */
export function readResume(cell: unknown): StoredAnswer[] | null {
	if (!isResume(cell)) return null;
	const text = cell.trim().slice(MARK.length);
	// No text of this node is shorter or longer, and forged ones could block n8n.
	if (text.length <= CHECKSUM_LENGTH || text.length > MAX_RESUME_LENGTH) return null;
	const payload = text.slice(CHECKSUM_LENGTH);
	// One changed character can result in valid JSON with an answer about another person.
	if (text.slice(0, CHECKSUM_LENGTH) !== checksumOf(payload)) return null;
	const written = parse(Buffer.from(payload, 'base64url').toString('utf8'));
	if (!Array.isArray(written)) return null;
	const answers = written.flatMap((one) => readAnswer(one) ?? []);
	return answers.length === written.length ? answers : null;
}

/**
 * Reads the answers of a resume text that anyone may have written. Marks those that are not authentic, so that they
 * never count for other rows, also in later runs. A run with the right API key removes the mark.
 */
export const readUntrusted = (cell: unknown, sign: Sign | null): StoredAnswer[] | null =>
	readResume(cell)?.map((answer) => ({ ...answer, unverified: !isAuthentic(answer, sign) })) ?? null;

/** Returns the map key of an answer: one per tool, identifier and phone setting. */
export const answerKey = (tool: string, key: string, phone: Phone) => `${tool} ${key} ${phone} phone`;

/** Keeps the best answer to each lookup. */
export function bestByLookup(answers: readonly StoredAnswer[]): StoredAnswer[] {
	const best = new Map<string, StoredAnswer>();
	for (const answer of answers) {
		const key = answerKey(answer.tool, answer.key, answer.phone);
		const other = best.get(key);
		best.set(key, other === undefined ? answer : betterOf(other, answer));
	}
	return [...best.values()];
}

/** Of two answers to one lookup, returns that of this run, else the verified one, else the later one, else the hit. */
function betterOf(one: StoredAnswer, other: StoredAnswer): StoredAnswer {
	const difference =
		byTrust(one, other) ||
		(other.at ?? -Infinity) - (one.at ?? -Infinity) ||
		Number(other.results !== null) - Number(one.results !== null);
	return difference > 0 ? other : one;
}

const byTrust = (one: StoredAnswer, other: StoredAnswer): number => trustIn(other) - trustIn(one);

const trustIn = ({ signature, unverified = false }: StoredAnswer): number =>
	signature === undefined ? 2 : unverified ? 0 : 1;

/** Whether a cell claims to be a resume text. */
export const isResume = (cell: unknown): cell is string => typeof cell === 'string' && cell.trim().startsWith(MARK);

const checksumOf = (payload: string) =>
	createHash('sha256').update(payload).digest('base64url').slice(0, CHECKSUM_LENGTH);

function readAnswer(written: unknown): StoredAnswer | null {
	if (!isObject(written)) return null;
	const { t: tool, k: key, p, a, r: results = null, s, u } = written;
	if (typeof tool !== 'string' || typeof key !== 'string') return null;
	const at = typeof a === 'number' && Math.abs(a) <= LAST_TIME ? a : null;
	const signature = typeof s === 'string' ? s : null;
	// The text is untrusted, and its results may be nested too deeply.
	const phone = p === 1 ? 'with' : 'without';
	return { tool, key, phone, at, signature, unverified: u === 1, results: withoutDepths(results) };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
