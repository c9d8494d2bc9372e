import type { Sample } from './watch';

const PARTS = 10;
/** Samples in a part: of fewer, none may have come at a moment of rest. */
const IN_A_PART = 5;
/** Fewer can't tell a slope from chance. */
const FEWEST_PARTS = 4;

/**
 * By how much something grew over the last half of a soak. Runs under way hold what they need, more at one moment than at another; what is
 * never let go lifts even the moments at which the fewest are. So the half is cut in ten parts of equal length, each of which counts with its
 * least sample, and the slope is the median of those between all pairs of parts (Theil and Sen): neither a part that was never at rest nor one
 * that was more so than all others decides it.
 * @returns in the unit of the values, negative where it shrank; null where there are too few samples to tell
 */
export function growthOver(samples: readonly Sample[], value: (sample: Sample) => number): number | null {
	const lastHalf = secondHalf(samples);
	const parts = Math.min(PARTS, Math.floor(lastHalf.length / IN_A_PART));
	if (parts < FEWEST_PARTS) return null;
	const begin = lastHalf[0].at;
	const length = (lastHalf[lastHalf.length - 1].at - begin) / parts;
	const floors = Array.from({ length: parts }, (): number[] => []);
	for (const sample of lastHalf)
		floors[Math.min(parts - 1, Math.floor((sample.at - begin) / length))].push(value(sample));
	const points = floors.flatMap((values, part) =>
		values.length === 0 ? [] : [{ part, floor: Math.min(...values) }],
	);
	return points.length < FEWEST_PARTS ? null : slope(points) * parts;
}

/** What was held at least in the last half. */
export const leastOf = (samples: readonly Sample[], value: (sample: Sample) => number): number =>
	Math.min(...secondHalf(samples).map(value));

const secondHalf = (samples: readonly Sample[]): Sample[] => {
	const middle = (samples.at(-1)?.at ?? 0) / 2;
	return samples.filter(({ at }) => at >= middle);
};

function slope(points: ReadonlyArray<{ part: number; floor: number }>): number {
	const slopes = points.flatMap((a, place) =>
		points.slice(place + 1).map((b) => (b.floor - a.floor) / (b.part - a.part)),
	);
	return median(slopes);
}

function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}
