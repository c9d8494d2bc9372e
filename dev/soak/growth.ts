import { join } from 'node:path';

/** What n8n's process holds right after a full garbage collection. Sizes are bytes. */
export interface Sample {
	/** ms on a monotonic clock. */
	at: number;
	rss: number;
	heap: number;
	/** Memory of objects outside the heap, mostly buffers. */
	external: number;
	/** Resources that keep the event loop alive. */
	handles: number;
	/** Open file descriptors. */
	files: number;
}

/**
 * How to start n8n with the probe. Without `--no-flush-bytecode` V8 would drop compiled code over time and hide a leak.
 */
export const withProbe = (port: number) => ({
	nodeArgs: ['--expose-gc', '--no-flush-bytecode', '--require', join(__dirname, 'probe.cjs')],
	env: { SOAK_PROBE_PORT: String(port) },
});

/** @throws if n8n does not answer */
export async function takeSample(port: number): Promise<Sample> {
	const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
	return { at: performance.now(), ...((await response.json()) as Omit<Sample, 'at'>) };
}

const MB = 1e6;
const megabytes = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`;
const whole = (count: number) => Math.round(count).toLocaleString('en-US');

/** `allowed`: growth over the last half of a soak that n8n and V8 cause without a leak. */
export const MEASURES: ReadonlyArray<{
	key: keyof Sample;
	name: string;
	allowed: number;
	format(value: number): string;
}> = [
	{ key: 'heap', name: 'heap', allowed: 4 * MB, format: megabytes },
	{ key: 'external', name: 'buffers outside the heap', allowed: 2 * MB, format: megabytes },
	// V8 and the allocator return pages at will: it varies by tens of megabytes while the heap is stable.
	{ key: 'rss', name: 'resident memory', allowed: 50 * MB, format: megabytes },
	{ key: 'handles', name: 'handles', allowed: 10, format: whole },
	{ key: 'files', name: 'open files', allowed: 10, format: whole },
];

/** How a measure grew over the last half of a soak. */
export interface Growth {
	name: string;
	text: string;
	isLeak: boolean;
}

export function measureGrowth(samples: readonly Sample[]): Growth[] {
	const middle = ((samples.at(0)?.at ?? 0) + (samples.at(-1)?.at ?? 0)) / 2;
	const lastHalf = samples.filter(({ at }) => at >= middle);
	return MEASURES.map(({ key, name, allowed, format }) => {
		const values = lastHalf.map((sample) => sample[key]);
		const growth = growthOver(values);
		const grown =
			growth === null
				? 'too short to measure growth'
				: `grew by ${format(growth)} over the last half (allowed: ${format(allowed)})`;
		return {
			name,
			text: `${format(Math.min(...values))}; ${grown}`,
			isLeak: growth !== null && growth > allowed,
		};
	});
}

const PARTS = 10;
const MIN_PARTS = 4;
/** With fewer samples in a part, none may be from a moment of rest. */
const SAMPLES_PER_PART = 5;

/**
 * Returns null if there are too few values. Active runs hold memory for a while; a leak raises even the minimum. So
 * each of ten parts counts with its smallest value, and the slope is the median of the slopes between all pairs of
 * parts (Theil-Sen), which ignores outliers.
 */
function growthOver(values: readonly number[]): number | null {
	const parts = Math.min(PARTS, Math.floor(values.length / SAMPLES_PER_PART));
	if (parts < MIN_PARTS) return null;
	const edge = (part: number) => Math.floor((part * values.length) / parts);
	const minima = Array.from({ length: parts }, (_, part) => Math.min(...values.slice(edge(part), edge(part + 1))));
	const slopes = minima
		.flatMap((from, first) => minima.slice(first + 1).map((to, distance) => (to - from) / (distance + 1)))
		.sort((one, other) => one - other);
	return slopes[Math.floor(slopes.length / 2)] * parts;
}
