import { growthOver, leastOf } from './growth';
import type { Sample } from './watch';

/** Something that n8n's process holds, and by how much it may seem to grow in the last half of a soak. */
export interface Measure {
	name: string;
	/** What of it may be growth without a leak: what n8n and V8 do by themselves moves it by that much. */
	allowed: number;
	of(sample: Sample): number;
	/** As it is shown. */
	show(value: number): string;
}

const MB = 1e6;
const megabytes = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`;
const whole = (count: number) => Math.round(count).toLocaleString('en-US');

export const handlesOf = ({ handles }: Sample): number => Object.values(handles).reduce((sum, count) => sum + count, 0);

export const MEASURES: readonly Measure[] = [
	{ name: 'heap', allowed: 4 * MB, of: ({ heap }) => heap, show: megabytes },
	{ name: 'buffers outside it', allowed: 2 * MB, of: ({ external }) => external, show: megabytes },
	// V8 and the allocator give pages back when they like to: it moves by tens of megabytes while the heap stays as it is.
	{ name: 'resident memory', allowed: 50 * MB, of: ({ rss }) => rss, show: megabytes },
	{ name: 'handles', allowed: 10, of: handlesOf, show: whole },
	{ name: 'open files', allowed: 10, of: ({ files }) => files, show: whole },
];

/** How a measure grew over the last half. */
export interface Grown {
	measure: Measure;
	/** Null where the soak was too short to tell. */
	growth: number | null;
	/** The least of the last half. */
	least: number;
}

export const growthsOf = (samples: readonly Sample[]): Grown[] =>
	MEASURES.map((measure) => ({
		measure,
		growth: growthOver(samples, measure.of),
		least: leastOf(samples, measure.of),
	}));

/** Whether it grew by more than may be. @param control what it grew by without the node; 0 where that was not measured */
export const isTooMuch = ({ measure, growth }: Grown, control = 0): boolean =>
	growth !== null && growth - Math.max(0, control) > measure.allowed;
