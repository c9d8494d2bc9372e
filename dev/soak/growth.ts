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

/** How to start n8n with the probe. Without `--no-flush-bytecode` V8 would drop compiled code over time and hide a leak. */
export const withProbe = (port: number) => ({
	nodeArgs: ['--expose-gc', '--no-flush-bytecode', '--require', join(__dirname, 'probe.cjs')],
	env: { SOAK_PROBE_PORT: String(port) },
});

/** @throws if n8n does not answer */
export async function takeSample(port: number): Promise<Sample> {
	const response = await fetch(`http://127.0.0.1:${port}/`);
	return { at: performance.now(), ...((await response.json()) as Omit<Sample, 'at'>) };
}

/** Something that n8n's process holds. */
interface Measure {
	name: string;
	/** Growth over the last half of a soak that n8n and V8 cause without a leak. */
	allowed: number;
	of(sample: Sample): number;
	format(value: number): string;
}

const MB = 1e6;
const megabytes = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`;
const whole = (count: number) => Math.round(count).toLocaleString('en-US');

export const MEASURES: readonly Measure[] = [
	{ name: 'heap', allowed: 4 * MB, of: ({ heap }) => heap, format: megabytes },
	{ name: 'buffers outside the heap', allowed: 2 * MB, of: ({ external }) => external, format: megabytes },
	// V8 and the allocator return pages at will: it varies by tens of megabytes while the heap is stable.
	{ name: 'resident memory', allowed: 50 * MB, of: ({ rss }) => rss, format: megabytes },
	{ name: 'handles', allowed: 10, of: ({ handles }) => handles, format: whole },
	{ name: 'open files', allowed: 10, of: ({ files }) => files, format: whole },
];

/** How a measure grew over the last half of a soak. */
export interface Growth {
	measure: Measure;
	/** Null if the soak was too short to measure it. */
	growth: number | null;
	/** The minimum in the last half. */
	min: number;
}

export function measureGrowth(samples: readonly Sample[]): Growth[] {
	const middle = ((samples.at(0)?.at ?? 0) + (samples.at(-1)?.at ?? 0)) / 2;
	const lastHalf = samples.filter(({ at }) => at >= middle);
	return MEASURES.map((measure) => ({
		measure,
		growth: growthOver(lastHalf, measure),
		min: Math.min(...lastHalf.map(measure.of)),
	}));
}

/** Subtracts the growth that n8n shows without the node. */
export const netGrowth = (growths: readonly Growth[], control: readonly Growth[]): Growth[] =>
	growths.map((one, place) => ({
		...one,
		growth: one.growth === null ? null : one.growth - Math.max(0, control[place].growth ?? 0),
	}));

export const isLeak = ({ measure, growth }: Growth): boolean => growth !== null && growth > measure.allowed;

export const growthText = ({ measure: { name, format, allowed }, growth, min }: Growth): string =>
	growth === null
		? `${format(min)}; too short to measure growth`
		: `${format(min)}; ${name} grew by ${format(growth)} over the last half (allowed: ${format(allowed)})`;

const PARTS = 10;
const MIN_PARTS = 4;
/** With fewer samples in a part, none may be from a moment of rest. */
const SAMPLES_PER_PART = 5;

/**
 * Active runs hold memory for a while; a leak raises even the minimum. So each of ten parts counts with its smallest sample, and the
 * slope is the median of the slopes between all pairs of parts (Theil-Sen), which ignores outliers.
 */
function growthOver(samples: readonly Sample[], { of }: Measure): number | null {
	const parts = Math.min(PARTS, Math.floor(samples.length / SAMPLES_PER_PART));
	if (parts < MIN_PARTS) return null;
	const minima = Array.from({ length: parts }, (_, part) => {
		const [from, to] = [part, part + 1].map((edge) => Math.floor((edge * samples.length) / parts));
		return Math.min(...samples.slice(from, to).map(of));
	});
	const slopes = minima.flatMap((from, first) =>
		minima.slice(first + 1).map((to, distance) => (to - from) / (distance + 1)),
	);
	return median(slopes) * parts;
}

function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}
