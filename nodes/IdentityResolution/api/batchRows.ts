import { askedBatch, echoIn, echoOfKeyed, namesAnother, type AskedBatch, type Echo } from './echo';
import type { Identifier } from './identifiers/identifier';
import { holdsData, isObject, toJson, toText } from './json';
import { readErrorBlock } from './refusal';
import type { Tool } from './tool';

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
const ENVELOPE_FIELDS = ['input', 'status', 'error', 'message', 'metadata'];

/**
 * Matches the rows of a batch's `results` to what was asked (design 4 #2 in test/contract): an array of rows that echo
 * their input, an object keyed by input, or, where no row is missing, an array without echoes, by position.
 * A row that can't be matched with certainty is left out; nothing is ever matched to an identifier by a guess.
 */
export function matchRows(
	tool: Tool,
	results: unknown,
	asked: readonly Identifier[],
	batch: 'whole' | 'partial',
): MatchedRows {
	const batchOf = askedBatch(tool, asked);
	if (Array.isArray(results)) {
		const entries = results.map((row): Entry => [echoIn(row, batchOf), row]);
		if (entries.some(([echo]) => echo.is !== 'absent')) return collect(entries, batchOf);
		return batch === 'whole' ? byPosition(results, batchOf) : unmatched('a partial batch without echoes');
	}
	if (isObject(results)) {
		const entries = Object.entries(results).map(([name, row]): Entry => [echoOfKeyed(name, row, batchOf), row]);
		const rows = entries.every(([, row]) => row === null || isObject(row));
		if (rows && entries.some(([echo]) => echo.is === 'asked')) return collect(entries, batchOf);
	}
	return unmatched('a batch whose results are neither a list nor keyed by input');
}

type Entry = [Echo, unknown];

function byPosition(results: unknown[], batch: AskedBatch): MatchedRows {
	const { asked } = batch;
	if (results.length !== asked.length) return unmatched('a batch of another length without echoes');
	if (results.some((row, position) => namesAnother(row, asked[position].key, batch))) {
		return unmatched('a batch whose rows name other profiles than their position');
	}
	return collect(
		results.map((row, position): Entry => [{ is: 'asked', key: asked[position].key }, row]),
		batch,
	);
}

function collect(entries: Entry[], { echoFields }: AskedBatch): MatchedRows {
	const rows = new Map<string, BatchRow>();
	const doubtful = new Set<string>();
	const drift: string[] = [];
	for (const [echo, value] of entries) {
		if (echo.is !== 'asked') {
			drift.push('a row for something that was not asked');
			continue;
		}
		if (doubtful.has(echo.key)) continue;
		const row = readRow(value, echoFields);
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
function readRow(value: unknown, echoFields: readonly string[]): BatchRow | null {
	if (value === null) return { payload: null, status: null, hasData: false };
	if (!isObject(value) || readErrorBlock(value) !== null) return null;
	const nested = PAYLOAD_FIELDS.find((name) => Object.hasOwn(value, name));
	const payload = nested === undefined ? value : value[nested];
	const besides = new Set(nested === undefined ? [...ENVELOPE_FIELDS, ...echoFields] : []);
	const hasData = isObject(payload)
		? Object.entries(payload).some(([name, part]) => !besides.has(name) && holdsData(part))
		: holdsData(payload);
	return { payload, status: toText(value.status), hasData };
}

const unmatched = (what: string): MatchedRows => ({ rows: new Map(), drift: [what] });
