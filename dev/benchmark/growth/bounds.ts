import type { Heap, Times } from './job';

const MOST_TIME = 1.3;
const MOST_HEAP = 1.5;

/** What grew, as a ratio, and the most that it may be. */
export interface Bounded {
	what: string;
	ratio: number;
	most: number;
}

/** What was measured, each in a process of its own. */
export interface Grown {
	times: Times;
	/** Of the node, and of one that hands on the same rows. */
	node: Heap;
	pass: Heap;
}

export const isHeld = ({ ratio, most }: Bounded): boolean => ratio <= most;

export const lineOf = (bounded: Bounded): string =>
	`${bounded.what}: ${bounded.ratio.toFixed(2)} (at most ${bounded.most}: ${isHeld(bounded) ? 'held' : 'MISSED'})`;

/** @param sizes of which the first and the last are compared */
export function boundsOf({ times, node, pass }: Grown, sizes: readonly number[]): Bounded[] {
	const [first, last] = [sizes[0], sizes[sizes.length - 1]];
	return [
		{
			what: `Time per row, ${rows(last)} against ${rows(first)} rows`,
			ratio: times[last] / times[first],
			most: MOST_TIME,
		},
		{
			what: `Heap at ${rows(last)} rows, at the worst moment: ${heaps(node.worst, pass.worst)}`,
			ratio: node.worst / pass.worst,
			most: MOST_HEAP,
		},
		{
			what: `Heap once the run is over: ${heaps(node.after, pass.after)}`,
			ratio: node.after / pass.after,
			most: MOST_HEAP,
		},
	];
}

export const rows = (count: number): string => count.toLocaleString('en-US');

const heaps = (node: number, pass: number) => `node ${megabytes(node)}, pass-through ${megabytes(pass)}`;

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
