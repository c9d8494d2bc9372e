import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import { drawsOf } from './chance';
import type { SandboxSettings } from './settings';

/** One row of a batch's answer. */
export interface BatchRow {
	/** The identifier as it was asked. */
	input: string;
	status: 'ok' | 'not_found';
	results: JsonObject;
}

/**
 * `results` of a batch, whose shape the contract does not show, in one of the shapes that a reader must be ready for:
 * `echo` an array of rows with `input` and `status` beside the fields; `nested` the same with the fields under `results`;
 * `keyed` an object by input; `positional` an array of fields alone.
 */
export function batchResults(rows: readonly BatchRow[], shape: SandboxSettings['batchShape']): unknown {
	switch (shape) {
		case 'echo':
			return rows.map(({ input, status, results }) => ({ input, status, ...results }));
		case 'nested':
			return rows.map(({ input, status, results }) => ({ input, status, results }));
		case 'keyed':
			return Object.fromEntries(rows.map(({ input, status, results }) => [input, { status, ...results }]));
		case 'positional':
			return rows.map(({ results }) => results);
	}
}

/**
 * The rows out of order, left out, doubled or mixed with rows that nobody asked, as the settings say. Rows without an echo
 * stay in order, and are left out only: anything more no reader could tell from a right answer.
 * @param serial the request's number: the same one goes wrong in the same way
 */
export function disturbed(
	rows: readonly BatchRow[],
	settings: SandboxSettings,
	serial: number,
	stranger: (number: number) => BatchRow,
): BatchRow[] {
	const { batchFaults, batchOrder, batchShape, seed } = settings;
	const { dropRows = 0, duplicateRows = 0, strangerRows = 0 } = batchFaults;
	const draws = drawsOf(seed, `batch|${serial}`);
	const kept = rows.filter(() => draws.share() >= dropRows);
	if (batchShape === 'positional') return kept;
	const mixed = kept.flatMap((row) => [
		row,
		...(draws.share() < duplicateRows ? [row] : []),
		...(draws.share() < strangerRows ? [stranger(draws.below(1_000_000))] : []),
	]);
	if (batchOrder === 'asked') return mixed;
	for (let last = mixed.length - 1; last > 0; last--) {
		const other = draws.below(last + 1);
		[mixed[last], mixed[other]] = [mixed[other], mixed[last]];
	}
	return mixed;
}
