// A row of a reply, and the requested input that it echoes.
import { readEmail } from '../identifiers/email';
import { readHem } from '../identifiers/hem';
import {
	identifiersIn,
	type Identifier,
	type IdentifierKind,
	type IdentifierReading,
} from '../identifiers/identifier';
import { readIp } from '../identifiers/ip';
import { readReturned } from '../identifiers/linkedin';
import type { Tool } from '../tool';
import { field, isObject, partsOf, toObject, type JsonObject } from '../values/json';
import { containsData, toFilledText } from '../values/nothing';

/**
 * A part of a reply that answers one lookup: a row of a batch, or the whole reply to a lookup that
 * was sent alone.
 */
export interface Row {
	payload: unknown;
	status: string | null;
	/** Whether the payload has more than the input that it repeats. */
	hasData: boolean;
	/** Its own error, as the service sent it. */
	error?: JsonObject;
}
const ENVELOPE_FIELDS = ['input', 'index', 'status', 'error', 'message', 'metadata'];

/**
 * Reads the whole answer to a single lookup as a row; null if it repeats another input.
 * @param given its status and error
 */
export function wholeRow(
	tool: Tool,
	results: unknown,
	requested: Identifier,
	given: Pick<Row, 'status' | 'error'>,
): Row | null {
	const batch = requestedBatch(tool, [requested]);
	const isOfOther = echoOfOnly(results, results, batch).is === 'unrequested';
	if (isOfOther || isKeyedByOther(results, requested)) return null;
	return { ...given, payload: results, hasData: hasDataIn(results, batch) };
}

/** Whether the answer to a single lookup may be a row in a list, or under a key. */
export const mayHaveRow = (results: unknown): boolean =>
	Array.isArray(results) || [results, ...partsOf(results)].some(hasOneEntry);

/** Whether the results have nothing but an object under the name of another identifier. */
function isKeyedByOther(results: unknown, requested: Identifier): boolean {
	const [name = '', ...others] = Object.keys(toObject(results));
	if (others.length > 0 || !/[/@]/.test(name)) return false;
	const key = echoedKey(requested, name);
	return key !== null && key !== requested.key;
}

export const hasOneEntry = (part: unknown): boolean => partsOf(part).length === 1;

/**
 * Whether a payload has more than the input that it repeats.
 * @param beside fields of an object that are no data
 */
export function hasDataIn(
	payload: unknown,
	batch: RequestedBatch,
	beside: readonly string[] = [],
): boolean {
	if (!isObject(payload)) return containsData(payload);
	const isEcho = (name: string, part: unknown) =>
		(name === 'input' || batch.echoFields.includes(name)) &&
		namedBy(textsIn(part), batch).size > 0;
	return Object.entries(payload).some(
		([name, part]) => !beside.includes(name) && containsData(part) && !isEcho(name, part),
	);
}

/** The identifiers of a batch, and the fields in which a row of its reply may echo one of them. */
export interface RequestedBatch {
	identifiers: readonly Identifier[];
	isSingle: boolean;
	keys: ReadonlySet<string>;
	/** Most replies echo what was sent, which has been parsed. */
	keyOfValue: ReadonlyMap<unknown, string>;
	echoFields: readonly string[];
	/** Fields of a row that has its data beside them. */
	rowFields: readonly string[];
}

/** The input that a row echoes: a requested identifier, another input, or none. */
export type Echo = { is: 'requested'; key: string } | { is: 'unrequested' } | { is: 'absent' };

/** Usual names of echo fields. An address in any other field is data. */
const ECHOES = ['query', 'requested', 'identifier'];
const PROFILE_ECHOES = ['url', 'slug', 'profile_url', 'linkedinurl', 'linkedin'];

export function requestedBatch(
	{ requestFields }: Tool,
	identifiers: readonly Identifier[],
): RequestedBatch {
	const echoFields = [...Object.values(requestFields), ...ECHOES];
	// If a tool does not accept profiles, a profile in its reply is a result and not an echo.
	if (requestFields.linkedin !== undefined) echoFields.push(...PROFILE_ECHOES);
	return {
		identifiers,
		isSingle: identifiers.length === 1,
		keys: new Set(identifiers.map(({ key }) => key)),
		keyOfValue: new Map(identifiers.map(({ key, value }) => [value, key])),
		echoFields,
		rowFields: [...ENVELOPE_FIELDS, ...echoFields],
	};
}

/** The texts in a field of a row, which may be in its payload. */
const textsAt = (name: string, row: unknown, payload: unknown): string[] =>
	(payload === row ? [row] : [row, payload]).flatMap((part) => textsIn(field(part, name)));

/**
 * Reads the echo of the only row in a reply to a single lookup. Fields besides `input` are data.
 */
export const echoOfOnly = (row: unknown, payload: unknown, batch: RequestedBatch): Echo =>
	echoOf(identifiersAmong(textsAt('input', row, payload), batch), batch);

/** Reads the echo of a row. */
export function echoIn(row: unknown, payload: unknown, batch: RequestedBatch): Echo {
	// `input` repeats the request; the other fields may contain the profile's new address after a
	// rename.
	const input = echoOf(textsAt('input', row, payload), batch);
	if (input.is !== 'absent') return input;
	const texts = batch.echoFields.flatMap((name) => textsAt(name, row, payload));
	return echoOf(identifiersAmong(texts, batch), batch);
}

const identifiersAmong = (texts: readonly string[], { identifiers }: RequestedBatch): string[] =>
	texts.filter((text) => echoedKey(identifiers[0], text) !== null);

/**
 * Reads the echo of a row keyed by input. A row whose own echo contradicts its key matches neither.
 */
export function echoOfKeyed(name: string, row: unknown, batch: RequestedBatch): Echo {
	const key = echoOf([name], batch);
	const own = echoOf(textsIn(field(row, 'input')), batch);
	const agrees = own.is === 'requested' && key.is === 'requested' && own.key === key.key;
	if (own.is === 'absent' || agrees) return key;
	return { is: 'unrequested' };
}

/** Texts that repeat the whole batch say nothing about one row. */
function echoOf(texts: readonly string[], batch: RequestedBatch): Echo {
	const named = [...namedBy(texts, batch)];
	const isWhole =
		named.length > 1 && batch.identifiers.every(({ key }, place) => key === named[place]);
	if (texts.length === 0 || isWhole) return { is: 'absent' };
	if (named.length === 1) return { is: 'requested', key: named[0] };
	return { is: 'unrequested' };
}

/** Returns the keys of the requested identifiers among the texts. */
const namedBy = (
	texts: readonly string[],
	{ identifiers, keys, keyOfValue }: RequestedBatch,
): Set<string> =>
	new Set(
		texts
			.flatMap((text) => keyOfValue.get(text) ?? echoedKey(identifiers[0], text) ?? [])
			.filter((key) => keys.has(key)),
	);

/**
 * Texts in one value. An echo has few: one, or those of the whole request. What has more is data.
 */
const MOST_TEXTS = 128;

/**
 * Returns all texts of a value in order, at any depth: the echo may be the whole request. None of a
 * long list.
 */
function textsIn(value: unknown): string[] {
	const texts: string[] = [];
	const pending = [value];
	while (pending.length > 0) {
		const part = pending.pop();
		const text = toFilledText(part);
		if (text !== null) texts.push(text);
		const inner = partsOf(part);
		if (texts.length + pending.length + inner.length > MOST_TEXTS) return [];
		pending.push(...inner.toReversed());
	}
	return texts;
}

const READERS: Partial<Record<IdentifierKind, (text: string) => IdentifierReading>> = {
	linkedin: readReturned,
	email: readEmail,
	hem: (text) => readHem(text),
	ip: readIp,
};

/**
 * Returns the key of an echo, comparable with the key of `requested`; null if the echo is no
 * identifier.
 */
function echoedKey({ kind, key }: Identifier, echo: string): string | null {
	// A tool for hashed emails identifies an email by its MD5.
	const read = READERS[key.startsWith('hem:') ? 'hem' : kind];
	if (read === undefined) return null;
	return identifiersIn(read(echo)).at(0)?.key ?? null;
}
