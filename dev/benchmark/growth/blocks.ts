import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

/**
 * Measures how long a node keeps the event loop from other work, from its start to its end, with pauses for garbage
 * collection: what n8n does before and after it does not count, and neither does time in which another process had the
 * processor. Times are ms.
 */
export class BlockMeter {
	/** The longest block, and the processor time of all threads. */
	private taken = { block: 0, cpu: 0 };

	watch(type: INodeType): INodeType {
		const measured = async (host: IExecuteFunctions) =>
			await this.during(async () => await type.execute?.call(host));
		return {
			description: type.description,
			async execute(this: IExecuteFunctions) {
				return (await measured(this)) ?? null;
			},
		};
	}

	private async during<T>(work: () => Promise<T>): Promise<T> {
		let start = performance.now();
		let before = process.cpuUsage();
		const turn = () => {
			const { user, system } = process.cpuUsage(before);
			const cpu = (user + system) / 1_000;
			this.taken.block = Math.max(this.taken.block, Math.min(performance.now() - start, cpu));
			this.taken.cpu += cpu;
			start = performance.now();
			before = process.cpuUsage();
		};
		const timer = setInterval(turn, 1);
		try {
			return await work();
		} finally {
			turn();
			clearInterval(timer);
		}
	}

	/** Returns what the runs since the last call took. */
	take() {
		const { taken } = this;
		this.taken = { block: 0, cpu: 0 };
		return taken;
	}
}
