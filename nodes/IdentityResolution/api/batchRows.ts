import type { Identifier } from './identifiers/identifier';
import { echoedKey } from './identifiers/readIdentifier';
import { field, holdsData, isObject, toJson, toText } from './json';
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

const PROFILE_ECHOES = ['url', 'slug'];
const PAYLOAD_FIELDS = ['data', 'result', 'results'];
const ENVELOPE_FIELDS = ['input', 'status', 'error', 'message', 'metadata'];

/**
 * Matches the rows of a batch's `results` to what was asked (design, section 4, #2): an array of rows that echo
 * their input, an object keyed by input, or, where no row is missing, an array without echoes, by position.
 * A row that can't be matched with certainty is left out; nothing is ever matched to an identifier by a guess.
 */
export function matchRows(
	tool: Tool,
	results: unknown,
	asked: readonly Identifier[],
	batch: 'whole' | 'partial',
): MatchedRows {
	const batchOf = { asked, keys: new Set(asked.map(({ key }) => key)), echoFields: echoFieldsOf(tool) };
	if (Array.isArray(results)) {
		const entries = results.map((row): Entry => [echoIn(row, batchOf), row]);
		if (entries.some(([echo]) => echo.is !== 'absent')) return collect(entries, batchOf);
		return batch === 'whole' ? byPosition(results, batchOf) : unmatched('a partial batch without echoes');
	}
	if (isObject(results)) {
		const entries = Object.entries(results).map(([name, row]): Entry => [echoOfKey(name, row, batchOf), row]);
		const rows = entries.every(([, row]) => row === null || isObject(row));
		if (rows && entries.some(([echo]) => echo.is === 'asked')) return collect(entries, batchOf);
	}
	return unmatched('a batch whose results are neither a list nor keyed by input');
}

interface Batch {
	asked: readonly Identifier[];
	keys: ReadonlySet<string>;
	echoFields: string[];
}

/** Whoever is asked for by e-mail comes with a profile, which is what was found and no echo of somebody else. */
const echoFieldsOf = ({ takes }: Tool) => [...Object.values(takes), ...(takes.linkedin === undefined ? [] : PROFILE_ECHOES)];

/** What a row says it answers: an identifier that was asked, something else, or nothing. */
type Echo = { is: 'asked'; key: string } | { is: 'stranger' } | { is: 'absent' };
type Entry = [Echo, unknown];

function echoIn(row: unknown, batch: Batch): Echo {
	const input = toText(field(row, 'input'));
	// `input` is what was sent; the others may be the profile's own address after a rename.
	if (input !== null) return echoOf([input], batch);
	const texts = batch.echoFields.map((name) => toText(field(row, name)));
	return echoOf(texts.filter((text) => text !== null), batch);
}

/** A row that says it was asked about somebody else than its key names answers neither. */
function echoOfKey(name: string, row: unknown, batch: Batch): Echo {
	const key = echoOf([name], batch);
	const input = toText(field(row, 'input'));
	const own = input === null ? key : echoOf([input], batch);
	return key.is === 'asked' && (own.is !== 'asked' || own.key !== key.key) ? { is: 'stranger' } : key;
}

function echoOf(texts: string[], { asked, keys }: Batch): Echo {
	if (texts.length === 0) return { is: 'absent' };
	const named = new Set(texts.map((text) => echoedKey(asked[0], text)).filter((key) => key !== null && keys.has(key)));
	const [key] = named;
	return named.size === 1 && key ? { is: 'asked', key } : { is: 'stranger' };
}

function byPosition(results: unknown[], batch: Batch): MatchedRows {
	const { asked } = batch;
	if (results.length !== asked.length) return unmatched('a batch of another length without echoes');
	if (results.some((row, position) => namesAnother(row, asked[position].key, batch))) {
		return unmatched('a batch whose rows name other profiles than their position');
	}
	return collect(results.map((row, position): Entry => [{ is: 'asked', key: asked[position].key }, row]), batch);
}

/** Whether any text of the row or its payload is the address of a profile that was asked at another position. */
function namesAnother(row: unknown, expected: string, { asked, keys }: Batch): boolean {
	const parts = [row, ...PAYLOAD_FIELDS.map((name) => field(row, name))].filter(isObject);
	return parts.flatMap((part) => Object.values(part)).some((value) => {
		if (typeof value !== 'string' || !/linkedin\.com/i.test(value)) return false;
		const key = echoedKey(asked[0], value);
		return key !== null && key !== expected && keys.has(key);
	});
}

function collect(entries: Entry[], { echoFields }: Batch): MatchedRows {
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
function readRow(value: unknown, echoFields: string[]): BatchRow | null {
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
