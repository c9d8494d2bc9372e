import { PerformanceObserver } from 'node:perf_hooks';
import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

/** ms. Shorter turns are not kept, because they would take memory. */
const SHORTEST = 5;

interface Span {
	start: number;
	end: number;
}

/**
 * Measures how long a node keeps the event loop from other work, from its start to its end: what n8n does before and
 * after it does not count, and neither do pauses for garbage collection, nor time in which another process had the
 * processor.
 */
export class BlockMeter {
	private readonly pauses: Span[] = [];
	/** Each with its ms of processor time. */
	private turns: Array<Span & { cpu: number }> = [];

	constructor() {
		const observer = new PerformanceObserver((list) => {
			for (const { startTime, duration } of list.getEntries())
				this.pauses.push({ start: startTime, end: startTime + duration });
		});
		observer.observe({ entryTypes: ['gc'] });
	}

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
			const end = performance.now();
			const { user, system } = process.cpuUsage(before);
			if (end - start > SHORTEST) this.turns.push({ start, end, cpu: (user + system) / 1_000 });
			start = end;
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

	/** Returns the longest block and the longest pause of the runs since the last call, in ms. */
	async longest(): Promise<{ block: number; pause: number }> {
		// Pauses are reported later.
		await new Promise((resolve) => setTimeout(resolve, 50));
		const [turns, pauses] = [this.turns, this.pauses.splice(0)];
		this.turns = [];
		const blockOf = ({ start, end, cpu }: Span & { cpu: number }) =>
			Math.min(end - start, cpu) - sum(pauses.map((pause) => overlap(pause, { start, end })));
		const during = pauses.filter((pause) => turns.some((turn) => overlap(pause, turn) > 0));
		return {
			block: Math.max(0, ...turns.map(blockOf)),
			pause: Math.max(0, ...during.map(({ start, end }) => end - start)),
		};
	}
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const overlap = (one: Span, other: Span) =>
	Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));
