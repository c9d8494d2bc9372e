import type { Identifier } from '../identifiers/identifier';
import type { Tool } from '../tool';
import { field, isObject, partsOf, toJson, toNumber } from '../values/json';
import { toCode } from '../values/nothing';
import { readErrorBlock, sentErrorOf } from './envelope';
import {
	echoIn,
	echoOfKeyed,
	echoOfOnly,
	hasDataIn,
	hasOneEntry,
	requestedBatch,
	type Echo,
	type RequestedBatch,
	type Row,
} from './row';

const PAYLOAD_FIELDS = ['data', 'result', 'results'];

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
	if (batch.isSingle) return matchSingle(results, batch);
	if (Array.isArray(results)) return collect(listed(results, batch, extent), batch);
	return matchBest([results, ...partsOf(results)], batch, extent);
}

function matchSingle(results: unknown, batch: RequestedBatch): MatchedRows {
	if (Array.isArray(results)) return collect(listed(results, batch, 'whole'), batch);
	// Lists and objects within the answer are data, unless their only entry repeats the input.
	return matchBest([results, ...partsOf(results)].filter(hasOneEntry), batch, 'partial');
}

/** Matches the rows of the part that has most of them. */
function matchBest(
	parts: readonly unknown[],
	batch: RequestedBatch,
	extent: 'whole' | 'partial',
): MatchedRows {
	const readings = parts
		.map((part) => (Array.isArray(part) ? listed(part, batch, extent) : keyed(part, batch)))
		.sort((one, other) => countMatches(other) - countMatches(one));
	// If two parts match equally many identifiers, one of them may be data that looks like rows.
	const [best = [], next = []] = readings;
	if (countMatches(best) > countMatches(next)) return collect(best, batch);
	return { rows: new Map(), drift: [DRIFT.unreadable] };
}

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
	return entries.map(([echo, row], number): EchoedRow => {
		if (echo.is !== 'absent') return [echo, row];
		return [{ is: 'requested', key: keyOf(number) }, row];
	});
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
	if (!isWhole) return null;
	return indexes.map((number) => number - first);
}

export const DRIFT = {
	unrequested: 'a row for an input that was not requested',
	absent: 'a row that does not identify its input',
	ambiguous: 'an unreadable row, or different rows for the same input',
	unreadable: 'a batch whose results are neither a list nor keyed by input',
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
		drift.push(DRIFT.ambiguous);
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
		hasData: hasDataIn(payload, batch, payload === value ? batch.rowFields : []),
		...(readErrorBlock(value) !== null && { error: sentErrorOf(value) }),
	};
}

/** Returns the value of the payload field, or the row itself if it has none. */
function payloadOf(row: unknown): unknown {
	if (!isObject(row)) return row;
	const name = PAYLOAD_FIELDS.find((payload) => Object.hasOwn(row, payload));
	return name === undefined ? row : row[name];
}
