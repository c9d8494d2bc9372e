import { requestedBatch, echoIn, echoOfKeyed, isEcho, type RequestedBatch, type Echo } from './echo';
import type { Identifier } from '../identifiers/identifier';
import { field, holdsData, isObject, toExactNumber, toJson, toText } from '../json';
import { readErrorBlock } from './refusal';
import type { Tool } from '../tool';

/** One row of a batch reply, matched to the identifier it answers. */
export interface BatchRow {
	payload: unknown;
	/** `ok`, `not_found` or whatever else the row says of itself. */
	status: string | null;
	/** Whether any payload field holds data. */
	hasData: boolean;
}

export interface MatchedRows {
	/** By the identifier's key. */
	rows: Map<string, BatchRow>;
	drift: string[];
}

const PAYLOAD_FIELDS = ['data', 'result', 'results'];
const ENVELOPE_FIELDS = ['input', 'index', 'status', 'error', 'message', 'metadata'];

/**
 * Matches the rows of a batch's `results` to the requested identifiers (design 4 #2 in test/contract). `results` is
 * an array of rows with an echo or an index, or an object keyed by input; either may be wrapped in one object. Rows
 * that cannot be matched with certainty are omitted. The order of rows is ignored.
 */
export function matchRows(
	tool: Tool,
	results: unknown,
	requested: readonly Identifier[],
	batch: 'whole' | 'partial',
): MatchedRows {
	const batchOf = requestedBatch(tool, requested);
	if (Array.isArray(results)) return collect(listed(results, batchOf, batch), batchOf);
	const parts = isObject(results) ? [results, ...Object.values(results)] : [];
	const readings = parts
		.map((part) => (Array.isArray(part) ? listed(part, batchOf, batch) : keyed(part, batchOf)))
		.sort((one, other) => countMatches(other) - countMatches(one));
	// If two parts match equally many identifiers, one of them may be data that looks like rows.
	const [best = [], next = []] = readings;
	return countMatches(best) > countMatches(next)
		? collect(best, batchOf)
		: { rows: new Map(), drift: ['a batch whose results are neither a list nor keyed by input'] };
}

const countMatches = (entries: readonly Entry[]) => entries.filter(([echo]) => echo.is === 'requested').length;

type Entry = [Echo, unknown];

function keyed(part: unknown, batch: RequestedBatch): Entry[] {
	if (!isObject(part)) return [];
	const entries = Object.entries(part);
	if (!entries.every(([, row]) => row === null || isObject(row))) return [];
	return entries.map(([name, row]): Entry => [echoOfKeyed(name, row, batch), row]);
}

function listed(rows: readonly unknown[], batch: RequestedBatch, extent: 'whole' | 'partial'): Entry[] {
	const entries = rows.map((row): Entry => [echoIn(row, payloadOf(row), batch), row]);
	if (extent === 'partial' || rows.length !== batch.asked.length) return entries;
	const places = positionsByIndex(rows);
	if (places === null) return entries;
	const numbered = entries.map(([echo, row], number): Entry => [
		echo.is === 'absent' ? { is: 'requested', key: batch.asked[places[number]].key } : echo,
		row,
	]);
	// If an echo contradicts an index, the indices count something else, for example the order of the answers.
	const isOwn = ([echo]: Entry, number: number) =>
		echo.is !== 'requested' || echo.key === batch.asked[places[number]].key;
	return numbered.every(isOwn) ? numbered : entries;
}

/**
 * The position in the request that each row answers, from 0. Null if the indices are not those of the whole batch.
 * The only row of a reply answers the only lookup of its request.
 */
function positionsByIndex(rows: readonly unknown[]): number[] | null {
	if (rows.length === 1) return [0];
	const numbers = rows.map((row) => toExactNumber(field(row, 'index')));
	const told = numbers.filter((number) => number !== null);
	const first = Math.min(...told);
	const all = new Set(told);
	const isWhole = (first === 0 || first === 1) && rows.every((_, place) => all.has(first + place));
	return isWhole ? told.map((number) => number - first) : null;
}

const DRIFT = {
	unrequested: 'a row for something that was not asked',
	absent: 'a row that does not say what it answers',
} as const;

function collect(entries: Entry[], batch: RequestedBatch): MatchedRows {
	const rows = new Map<string, BatchRow>();
	const doubtful = new Set<string>();
	const drift: string[] = [];
	for (const [echo, value] of entries) {
		if (echo.is !== 'requested') {
			drift.push(DRIFT[echo.is]);
			continue;
		}
		if (doubtful.has(echo.key)) continue;
		const row = readRow(value, batch);
		const earlier = rows.get(echo.key);
		if (row === null || (earlier && !agree(earlier, row))) doubtful.add(echo.key);
		else rows.set(echo.key, row);
	}
	for (const key of doubtful) {
		rows.delete(key);
		drift.push('a row that is unreadable, or answered twice in different ways');
	}
	return { rows, drift };
}

function agree(one: BatchRow, other: BatchRow): boolean {
	const text = toJson(one);
	return text !== null && text === toJson(other);
}

/** @returns null for a row that answers nothing: not an object, or with an error of its own */
function readRow(value: unknown, batch: RequestedBatch): BatchRow | null {
	if (value === null) return { payload: null, status: null, hasData: false };
	if (!isObject(value) || readErrorBlock(value) !== null) return null;
	const payload = payloadOf(value);
	const isBeside = (name: string, part: unknown) =>
		payload === value
			? ENVELOPE_FIELDS.includes(name) || batch.echoFields.includes(name)
			: isEcho(name, part, batch);
	const hasData = isObject(payload)
		? Object.entries(payload).some(([name, part]) => !isBeside(name, part) && holdsData(part))
		: holdsData(payload);
	return { payload, status: toText(value.status), hasData };
}

/** The payload of a row: the value of a payload field, else the row itself. */
function payloadOf(row: unknown): unknown {
	const name = PAYLOAD_FIELDS.find((payload) => isObject(row) && Object.hasOwn(row, payload));
	return name === undefined ? row : field(row, name);
}
