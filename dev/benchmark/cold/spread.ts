/** What a few measurements of the same come to, in their own unit. */
export interface Spread {
	median: number;
	least: number;
	most: number;
}

/** @throws where there is none */
export function spreadOf(values: readonly number[]): Spread {
	if (values.length === 0) throw new Error('Nothing was measured');
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	const median = (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
	return { median, least: sorted[0], most: sorted[sorted.length - 1] };
}
