import { hash32 } from '../sandbox/random';
import { FAULTS, type FaultSpec } from './faults';
import type { Mode } from './endpoints';
import { OPERATIONS, type Operation } from './operations';

export const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
export type OnError = (typeof ON_ERROR)[number];

export interface Cell {
	fault: FaultSpec;
	mode: Mode;
	operation: Operation;
	onError: OnError;
}

/** Every fault in each of its modes x every operation x every On Error setting. */
export const allCells = (faults: readonly FaultSpec[] = FAULTS): Cell[] =>
	ON_ERROR.flatMap((onError) =>
		OPERATIONS.flatMap((operation) =>
			faults.flatMap((fault) => fault.modes.map((mode) => ({ fault, mode, operation, onError }))),
		),
	);

export const cellName = ({ fault, mode, operation, onError }: Cell): string =>
	[fault.name, mode, operation.name, onError].join(', ');

/** Account operations have no limit settings, so these cells wait for the node's own Max Wait: 30 s to two minutes. */
const isSlow = ({ fault, mode, operation }: Cell): boolean =>
	operation.kind === 'account' && fault.effect === 'rate_limited' && mode === 'always';

/** What a sample covers, the most important first. */
const featuresOf = (cell: Cell): string[] => [
	cell.fault.name,
	cell.operation.name,
	cell.onError,
	`${cell.fault.name}, ${cell.mode}`,
	`${cell.fault.name} x ${cell.operation.name}`,
	`${cell.fault.name}, ${cell.onError}`,
];

/**
 * Returns `size` cells, the same for the same seed: every fault, operation and On Error setting, then every mode of a
 * fault, then every pair of fault and operation, as far as `size` allows. Cells that wait for half a minute or more are
 * excluded.
 */
export function sampleCells(size: number, seed: number, cells: readonly Cell[] = allCells()): Cell[] {
	const candidates = cells
		.filter((cell) => !isSlow(cell))
		.map((cell) => ({ cell, features: featuresOf(cell), rank: hash32(`${seed} ${cellName(cell)}`) }))
		.sort((one, other) => one.rank - other.rank);
	const covered = new Set<string>();
	// A new feature outweighs all less important ones.
	const gain = ({ features }: { features: string[] }) =>
		features.reduce((sum, feature) => sum * 2 + (covered.has(feature) ? 0 : 1), 0);
	const sample: Cell[] = [];
	while (sample.length < size && candidates.length > 0) {
		const gains = candidates.map(gain);
		const [{ cell, features }] = candidates.splice(gains.indexOf(Math.max(...gains)), 1);
		sample.push(cell);
		for (const feature of features) covered.add(feature);
	}
	return sample;
}
