import { readEmail, readHem } from '../identifiers/email';
import type { Identifier, IdentifierKind, IdentifierReading } from '../identifiers/identifier';
import { readIp } from '../identifiers/ip';
import { readReturned } from '../identifiers/linkedin';
import { containsData, toCode, toFilledText } from '../values/nothing';
import { field, isObject, partsOf, toJson, toNumber, type JsonObject } from '../values/json';
import { readErrorBlock, sentErrorOf } from './envelope';
import type { Tool } from '../tool';

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

const PAYLOAD_FIELDS = ['data', 'result', 'results'];
const ENVELOPE_FIELDS = ['input', 'index', 'status', 'error', 'message', 'metadata'];

/** The rows of a reply by the key of their identifier. */
export interface MatchedRows {
	rows: ReadonlyMap<string, Row>;
	/** Departures from the contract. */
	drift: readonly string[];
}

/**
 * Matches the rows in `results` to the requested identifiers, in any order (contract: Silent
 * points, 2). `results` is an array of rows with an echo or an index, or an object keyed by input;
 * either may be wrapped in an object. Rows that cannot be matched with certainty are omitted. A
 * single lookup is a batch of one (contract: Silent points, 23).
 */
export function matchRows(
	tool: Tool,
	results: unknown,
	requested: readonly Identifier[],
	extent: 'whole' | 'partial',
): MatchedRows {
	const batch = requestedBatch(tool, requested);
	if (Array.isArray(results))
		return collect(listed(results, batch, batch.isSingle ? 'whole' : extent), batch);
	const all = isObject(results) ? [results, ...Object.values(results)] : [];
	// Lists and objects within the answer to a single lookup are data, unless their only entry
	// repeats the input.
	const parts = batch.isSingle ? all.filter(hasOneEntry) : all;
	const within = batch.isSingle ? 'partial' : extent;
	const readings = parts
		.map((part) => (Array.isArray(part) ? listed(part, batch, within) : keyed(part, batch)))
		.sort((one, other) => countMatches(other) - countMatches(one));
	// If two parts match equally many identifiers, one of them may be data that looks like rows.
	const [best = [], next = []] = readings;
	return countMatches(best) > countMatches(next)
		? collect(best, batch)
		: {
				rows: new Map(),
				drift: ['a batch whose results are neither a list nor keyed by input'],
			};
}

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
	const isOfOther =
		echoOfOnly(results, results, batch).is === 'unrequested' ||
		isKeyedByOther(results, requested);
	return isOfOther ? null : { ...given, payload: results, hasData: hasDataIn(results, batch) };
}

/** Whether the answer to a single lookup may be a row in a list, or under a key. */
export const mayHaveRow = (results: unknown): boolean =>
	Array.isArray(results) ||
	(isObject(results) && [results, ...Object.values(results)].some(hasOneEntry));

/** Whether the results have nothing but an object under the name of another identifier. */
function isKeyedByOther(results: unknown, requested: Identifier): boolean {
	const [name = '', ...others] = isObject(results) ? Object.keys(results) : [];
	if (others.length > 0 || !/[/@]/.test(name)) return false;
	const key = echoedKey(requested, name);
	return key !== null && key !== requested.key;
}

const hasOneEntry = (part: unknown): boolean =>
	typeof part === 'object' && part !== null && partsOf(part).length === 1;

const countMatches = (entries: readonly EchoedRow[]) =>
	entries.filter(([echo]) => echo.is === 'requested').length;

type EchoedRow = [Echo, unknown];

function keyed(part: unknown, batch: RequestedBatch): EchoedRow[] {
	if (!isObject(part)) return [];
	const entries = Object.entries(part);
	if (!entries.every(([, row]) => row === null || isObject(row))) return [];
	// A profile may have a slug such as `company`.
	if (batch.isSingle && entries.some(([name]) => FIELD_NAME.test(name))) return [];
	return entries.map(([name, row]): EchoedRow => [echoOfKeyed(name, row, batch), row]);
}

const FIELD_NAME = /^[a-z_]+$/i;

/** Entries of a list that may be rows, besides one for each pair of lookups. */
const MOST_ROWS = 1_000;

function listed(
	rows: readonly unknown[],
	batch: RequestedBatch,
	extent: 'whole' | 'partial',
): EchoedRow[] {
	// What is very much longer than its batch is data.
	if (rows.length > MOST_ROWS + batch.identifiers.length ** 2) return [];
	// The only answer belongs to the only lookup, unless it repeats another input.
	const echoOfRow = batch.isSingle && rows.length === 1 ? echoOfOnly : echoIn;
	const entries = rows.map((row): EchoedRow => [echoOfRow(row, payloadOf(row), batch), row]);
	if (extent === 'partial' || rows.length !== batch.identifiers.length) return entries;
	const positions = positionsByIndex(rows);
	if (positions === null) return entries;
	const keyOf = (number: number) => batch.identifiers[positions[number]].key;
	// If an echo contradicts an index, the indices count something else, for example the order of
	// the answers.
	if (entries.some(([echo], number) => echo.is === 'requested' && echo.key !== keyOf(number)))
		return entries;
	return entries.map(([echo, row], number): EchoedRow => [
		echo.is === 'absent' ? { is: 'requested', key: keyOf(number) } : echo,
		row,
	]);
}

/**
 * Returns the position in the request, from 0, that each row answers; null unless the indices cover
 * the batch.
 */
function positionsByIndex(rows: readonly unknown[]): number[] | null {
	// The only row of a reply answers the only lookup of its request.
	if (rows.length === 1) return [0];
	const numbers = rows.map((row) => toNumber(field(row, 'index')));
	const indexes = numbers.filter((number) => number !== null);
	const first = Math.min(...indexes);
	const all = new Set(indexes);
	const isWhole =
		(first === 0 || first === 1) && rows.every((_, position) => all.has(first + position));
	return isWhole ? indexes.map((number) => number - first) : null;
}

export const DRIFT = {
	unrequested: 'a row for an input that was not requested',
	absent: 'a row that does not identify its input',
} as const;

function collect(entries: EchoedRow[], batch: RequestedBatch): MatchedRows {
	const rows = new Map<string, Row>();
	const ambiguous = new Set<string>();
	const drift: string[] = [];
	for (const [echo, value] of entries) {
		if (echo.is !== 'requested') {
			drift.push(DRIFT[echo.is]);
			continue;
		}
		if (ambiguous.has(echo.key)) continue;
		const row = readRow(value, batch);
		const earlier = rows.get(echo.key);
		if (row === null || (earlier && !agree(earlier, row))) ambiguous.add(echo.key);
		else rows.set(echo.key, row);
	}
	for (const key of ambiguous) {
		rows.delete(key);
		drift.push('an unreadable row, or different rows for the same input');
	}
	return { rows, drift };
}

function agree(one: Row, other: Row): boolean {
	const text = toJson(one);
	return text !== null && text === toJson(other);
}

/** Returns null for what is no row. */
function readRow(value: unknown, batch: RequestedBatch): Row | null {
	if (value === null) return { payload: null, status: null, hasData: false };
	if (!isObject(value)) return null;
	const payload = payloadOf(value);
	return {
		payload,
		status: toCode(value.status),
		hasData:
			payload === value
				? hasDataBeside(batch.rowFields, value, batch)
				: hasDataIn(payload, batch),
		...(readErrorBlock(value) !== null && { error: sentErrorOf(value) }),
	};
}

/** Whether a payload has more than the input that it repeats. */
const hasDataIn = (payload: unknown, batch: RequestedBatch): boolean =>
	isObject(payload) ? hasDataBeside([], payload, batch) : containsData(payload);

/** Whether an object has data besides some fields, and besides the input that it repeats. */
function hasDataBeside(
	names: readonly string[],
	object: JsonObject,
	batch: RequestedBatch,
): boolean {
	const isEcho = (name: string, part: unknown) =>
		(name === 'input' || batch.echoFields.includes(name)) &&
		namedBy(textsIn(part), batch).size > 0;
	return Object.entries(object).some(
		([name, part]) => !names.includes(name) && containsData(part) && !isEcho(name, part),
	);
}

/** Returns the value of the payload field, or the row itself if it has none. */
function payloadOf(row: unknown): unknown {
	const name = PAYLOAD_FIELDS.find((payload) => isObject(row) && Object.hasOwn(row, payload));
	return name === undefined ? row : field(row, name);
}

/** The identifiers of a batch, and the fields in which a row of its reply may echo one of them. */
type RequestedBatch = ReturnType<typeof requestedBatch>;

/** The input that a row echoes: a requested identifier, another input, or none. */
type Echo = { is: 'requested'; key: string } | { is: 'unrequested' } | { is: 'absent' };

/** Usual names of echo fields. An address in any other field is data. */
const ECHOES = ['query', 'requested', 'identifier'];
const PROFILE_ECHOES = ['url', 'slug', 'profile_url', 'linkedinurl', 'linkedin'];

function requestedBatch({ requestFields }: Tool, identifiers: readonly Identifier[]) {
	const echoFields = [
		...Object.values(requestFields),
		...ECHOES,
		// If a tool does not accept profiles, a profile in its reply is a result and not an echo.
		...(requestFields.linkedin === undefined ? [] : PROFILE_ECHOES),
	];
	return {
		identifiers,
		isSingle: identifiers.length === 1,
		keys: new Set(identifiers.map(({ key }) => key)),
		/** Most replies echo what was sent, which has been parsed. */
		keyOfValue: new Map<unknown, string>(identifiers.map(({ key, value }) => [value, key])),
		echoFields,
		/** Fields of a row that has its data beside them. */
		rowFields: [...ENVELOPE_FIELDS, ...echoFields],
	};
}

/** The texts in a field of a row, which may be in its payload. */
const textsAt = (name: string, row: unknown, payload: unknown): string[] =>
	(payload === row ? [row] : [row, payload]).flatMap((part) => textsIn(field(part, name)));

/**
 * Reads the echo of the only row in a reply to a single lookup. Fields besides `input` are data.
 */
function echoOfOnly(row: unknown, payload: unknown, batch: RequestedBatch): Echo {
	const texts = textsAt('input', row, payload);
	return echoOf(
		texts.filter((text) => echoedKey(batch.identifiers[0], text) !== null),
		batch,
	);
}

/** Reads the echo of a row. */
function echoIn(row: unknown, payload: unknown, batch: RequestedBatch): Echo {
	const textsOf = (name: string) => textsAt(name, row, payload);
	// `input` repeats the request; the other fields may contain the profile's new address after a
	// rename.
	const isIdentifier = (text: string) => echoedKey(batch.identifiers[0], text) !== null;
	const input = echoOf(textsOf('input'), batch);
	if (input.is !== 'absent') return input;
	const texts = batch.echoFields.flatMap(textsOf);
	return echoOf(texts.filter(isIdentifier), batch);
}

/**
 * Reads the echo of a row keyed by input. A row whose own echo contradicts its key matches neither.
 */
function echoOfKeyed(name: string, row: unknown, batch: RequestedBatch): Echo {
	const key = echoOf([name], batch);
	const own = echoOf(textsIn(field(row, 'input')), batch);
	const agrees = own.is === 'requested' && key.is === 'requested' && own.key === key.key;
	return own.is === 'absent' || agrees ? key : { is: 'unrequested' };
}

/** Texts that repeat the whole batch say nothing about one row. */
function echoOf(texts: readonly string[], batch: RequestedBatch): Echo {
	const named = [...namedBy(texts, batch)];
	const isWhole =
		named.length > 1 && batch.identifiers.every(({ key }, place) => key === named[place]);
	if (texts.length === 0 || isWhole) return { is: 'absent' };
	return named.length === 1 ? { is: 'requested', key: named[0] } : { is: 'unrequested' };
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
		const inner: readonly unknown[] =
			typeof part === 'object' && part !== null ? partsOf(part) : [];
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
export function echoedKey({ kind, key }: Identifier, echo: string): string | null {
	// A tool for hashed emails identifies an email by its MD5.
	const reading = READERS[key.startsWith('hem:') ? 'hem' : kind]?.(echo);
	return reading?.is === 'identifier' ? reading.identifier.key : null;
}
