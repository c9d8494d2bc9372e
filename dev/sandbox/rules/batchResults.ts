import type { JsonObject } from '../../../nodes/IdentityResolution/api/values/json';
import { drawsOf } from '../random';
import type { SandboxSettings } from '../settings';

export interface BatchRow {
	input: string;
	status: 'ok' | 'not_found';
	results: JsonObject | unknown[];
}

/**
 * `results` of a batch in one of the shapes that a reader must expect, because the contract does not show it: `echo` an
 * array of rows with `input` and `status` beside the fields; `nested` the same with the fields under `results`, `data`
 * under `data` (second-hand: the service's own shape); `keyed` an object by input; `positional` an array of fields
 * alone.
 */
export function batchResults(rows: readonly BatchRow[], shape: SandboxSettings['batchShape']): unknown {
	switch (shape) {
		case 'echo':
			return rows.map(({ input, status, results }) => ({ input, status, ...results }));
		case 'nested':
			return rows.map(({ input, status, results }) => ({ input, status, results }));
		case 'data':
			return rows.map(({ input, status, results }) => ({ input, data: results, status }));
		case 'keyed':
			return Object.fromEntries(rows.map(({ input, status, results }) => [input, { status, ...results }]));
		case 'positional':
			return rows.map(({ results }) => results);
	}
}

/**
 * Shuffles, drops and duplicates rows and adds unrequested ones, as the settings say. Rows without an echo are only
 * dropped: no reader could tell any other fault from a right reply.
 * @param serial the request's number: the same number causes the same faults
 */
export function withBatchFaults(
	rows: readonly BatchRow[],
	settings: SandboxSettings,
	serial: number,
	unrequestedRow: (number: number) => BatchRow,
): BatchRow[] {
	const { batchFaults, batchOrder, batchShape, seed } = settings;
	const { dropRows = 0, duplicateRows = 0, unrequestedRows = 0 } = batchFaults;
	const draws = drawsOf(seed, `batch|${serial}`);
	const kept = rows.filter(() => draws.share() >= dropRows);
	if (batchShape === 'positional') return kept;
	const mixed = kept.flatMap((row) => [
		row,
		...(draws.share() < duplicateRows ? [row] : []),
		...(draws.share() < unrequestedRows ? [unrequestedRow(draws.below(1_000_000))] : []),
	]);
	if (batchOrder === 'requested') return mixed;
	for (let last = mixed.length - 1; last > 0; last--) {
		const other = draws.below(last + 1);
		[mixed[last], mixed[other]] = [mixed[other], mixed[last]];
	}
	return mixed;
}
