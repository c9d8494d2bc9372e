import { hash } from 'node:crypto';
import { md5OfEmail } from './identifiers/hem';
import type { Phone } from './tool';

/** Signs a text. Only the same secret and service produce the same signature. */
export type Sign = (text: string) => string;

/** Characters of 6 bits each. */
export const SIGNATURE_LENGTH = 22;

/** A tool's answer about the identifier `key`, a hit or a miss. */
export interface StoredAnswer {
	tool: string;
	key: string;
	phone: Phone;
	found: boolean;
	results: unknown;
	/** When the service answered (epoch ms); null if unknown. */
	at: number | null;
}

/**
 * Identifies the format: `r2.`, a signature of all but itself, short hashes of the people, `.`, and
 * the answers.
 */
const MARK = 'r2.';

/** Characters of 6 bits each. Two people with one hash only cost a text that is decoded in vain. */
const HASH_LENGTH = 6;

/** Characters. Excel allows 32,767 in a cell. */
export const MAX_TEXT_LENGTH = 30_000;

export interface AnswersText {
	text: string;
	/** Whether the text contains all hits. */
	isComplete: boolean;
}

const EMAIL = 'email:';

/** The person of an identifier, by its key: an email and its MD5 are one. */
export const personOf = (key: string): string =>
	key.startsWith(EMAIL) ? `hem:${md5OfEmail(key.slice(EMAIL.length))}` : key;

/** The short hash by which a text names a person. @param person as `personOf` returns it */
export const hashOf = (person: string): string =>
	hash('sha256', person, 'base64url').slice(0, HASH_LENGTH);

/**
 * Writes answers as one text that survives JSON, a cell of a sheet and a form: letters, digits,
 * `.`, `-` and `_`. To fit into a cell, the text omits fields that no column reads. Then hits,
 * before misses, are added if they fit.
 * @param answers of the service, or of authentic texts, because all of them are signed
 * @param reduce returns the results of an answer with only the fields that fill columns
 */
export function writeAnswers(
	answers: readonly StoredAnswer[],
	sign: Sign,
	reduce: (answer: StoredAnswer) => unknown,
): AnswersText {
	const text = encode(answers, sign);
	if (text.length <= MAX_TEXT_LENGTH) return { text, isComplete: true };
	const hits = answers
		.filter(({ found }) => found)
		.map((hit) => ({ ...hit, results: reduce(hit) }));
	const misses = answers
		.filter(({ found }) => !found)
		.map((miss) => ({ ...miss, results: null }));
	const fitting = fittingOf([...hits, ...misses]);
	const isComplete = fitting.filter(({ found }) => found).length === hits.length;
	return { text: encode(fitting, sign), isComplete };
}

/** Returns those of several answers that fit into a text, in their order. */
function fittingOf(answers: readonly StoredAnswer[]): StoredAnswer[] {
	let left =
		MAX_TEXT_LENGTH - MARK.length - SIGNATURE_LENGTH - '.'.length - base64Length('[]'.length);
	return answers.filter((answer) => {
		// Each hash is counted, although answers about one person share it.
		const size = HASH_LENGTH + base64Length(Buffer.byteLength(toWritten(answer)) + ','.length);
		if (size > left) return false;
		left -= size;
		return true;
	});
}

/** Characters, at most. */
const base64Length = (bytes: number): number => Math.ceil((bytes * 4) / 3);

function encode(answers: readonly StoredAnswer[], sign: Sign): string {
	const people = new Set(answers.map(({ key }) => hashOf(personOf(key))));
	const json = `[${answers.map(toWritten).join()}]`;
	const signed = `${[...people].join('')}.${Buffer.from(json, 'utf8').toString('base64url')}`;
	return MARK + sign(MARK + signed) + signed;
}

/** Short names, because the text has to fit into a cell: `p` with the phone, `m` a miss. */
const toWritten = ({ tool, key, phone, found, results, at }: StoredAnswer): string =>
	JSON.stringify({
		t: tool,
		k: key,
		p: phone === 'with' ? 1 : undefined,
		m: found ? undefined : 1,
		a: at ?? undefined,
		r: results ?? undefined,
	});

/**
 * Returns the text in a cell, without the sign by which a sheet keeps it as text; null if the cell
 * is no text of ours.
 */
export function textInCell(cell: unknown): string | null {
	if (typeof cell !== 'string') return null;
	const text = cell.trim().replace(/^'/, '');
	return text.startsWith(MARK) ? text : null;
}

/**
 * Whether a text was signed with this key, and not changed since.
 * @param text without white space around it
 */
export const isAuthentic = (text: string, sign: Sign): boolean =>
	isPossible(text) && text.slice(0, SIGNED) === MARK + sign(MARK + text.slice(SIGNED));

/** No text of this node is longer, and forged ones could block n8n. */
const isPossible = (text: string): boolean =>
	text.length <= MAX_TEXT_LENGTH && text.startsWith(MARK);

/** Index of the signed part of a text: the hashes, `.`, and the answers. */
const SIGNED = MARK.length + SIGNATURE_LENGTH;

/** The people whom a text names, as `numberOf` returns them. */
export function peopleIn(text: string): number[] {
	const people: number[] = [];
	const end = text.indexOf('.', SIGNED);
	for (let start = SIGNED; start < end; start += HASH_LENGTH) people.push(numberAt(text, start));
	return people;
}

/** The short hash of a person as a number, which a Map finds faster than a text. */
export const numberOf = (person: string): number => numberAt(hashOf(person), 0);

function numberAt(text: string, start: number): number {
	let number = 0;
	for (let at = start; at < start + HASH_LENGTH; at++)
		number = (number << 6) ^ text.charCodeAt(at);
	return number;
}

/** The answers of an authentic text, which `writeAnswers` has written. */
export function answersIn(text: string): StoredAnswer[] {
	const json = Buffer.from(text.slice(text.indexOf('.', SIGNED) + 1), 'base64url').toString(
		'utf8',
	);
	const written = JSON.parse(json) as Array<{
		t: string;
		k: string;
		p?: 1;
		m?: 1;
		a?: number;
		r?: unknown;
	}>;
	return written.map(({ t: tool, k: key, p, m, a: at = null, r: results = null }) => ({
		tool,
		key,
		phone: p === 1 ? 'with' : 'without',
		found: m !== 1,
		at,
		results,
	}));
}

/** Keeps the latest answer to each lookup; of two of the same time, the hit. */
export function latestByLookup(answers: readonly StoredAnswer[]): StoredAnswer[] {
	const latest = new Map<string, StoredAnswer>();
	for (const answer of answers) {
		const lookup = `${answer.tool} ${answer.key} ${answer.phone} phone`;
		const other = latest.get(lookup);
		if (other === undefined || isLater(answer, other)) latest.set(lookup, answer);
	}
	return [...latest.values()];
}

/** Whether an answer is later than another one. A time is later than none. */
export function isLater(one: StoredAnswer, other: StoredAnswer): boolean {
	const [time, otherTime] = [one.at ?? -Infinity, other.at ?? -Infinity];
	return time === otherTime ? one.found && !other.found : time > otherTime;
}
