import type { INodeExecutionData } from 'n8n-workflow';

/** Watches the live heap, over what was live when it was made. Needs Node's `--expose-gc`. */
export class HeapWatch {
	private readonly start: number;
	worst = 0;

	constructor() {
		this.start = liveBytes();
	}

	/** @returns live bytes over the start */
	look(): number {
		const live = liveBytes() - this.start;
		this.worst = Math.max(this.worst, live);
		return live;
	}

	/**
	 * The items with a column in the last one that looks at the heap whenever it is read: while a node writes its rows,
	 * nothing else gets a turn.
	 */
	sentinel(items: INodeExecutionData[]): INodeExecutionData[] {
		const json = items[items.length - 1].json;
		Object.defineProperty(json, 'sentinel', {
			enumerable: true,
			get: () => {
				this.look();
				return '';
			},
		});
		return items;
	}
}

function liveBytes(): number {
	if (globalThis.gc === undefined) throw new Error('Start Node with --expose-gc');
	globalThis.gc();
	return process.memoryUsage().heapUsed;
}
