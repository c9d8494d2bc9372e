/** What one measuring process is told. Paths and URLs are those of the process that started it. */
export interface GrowthJob {
	/** `time` measures the node at every size; `node` and `pass` measure the heap at the last one. */
	of: 'time' | 'node' | 'pass';
	sizes: readonly number[];
	/** The unpacked node. */
	packageFolder: string;
	baseUrl: string;
	apiKey: string;
	/** Where the node's output goes, for the pass-through node to hand on. */
	outputFile: string;
}

/** ms per row, by size. */
export type Times = Record<number, number>;

/** Live bytes over those before there was any item: at the worst moment, and once the run is over. */
export interface Heap {
	worst: number;
	after: number;
}
