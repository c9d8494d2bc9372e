/** How a service limits requests, and how far away it is. Rates are requests per second, times ms. */
export interface Point {
	/** A token bucket of this rate and capacity; a window takes `burst` requests every `burst / rate` seconds. */
	readonly rate: number;
	readonly burst: number;
	readonly latency: number;
	readonly retryAfter: 'exact' | 'rounded up' | 'missing';
	readonly kind: Kind;
}

/**
 * `bucket`, `window`: one limit for all requests. `two tools`: two limits, each for half of the requests, or one for
 * both. `two workers`:
 * another client takes half of the rate. `slower`, `faster`: after half of the time that perfect knowledge would need, the
 * rate is halved or doubled.
 */
export type Kind = 'bucket' | 'window' | 'two tools' | 'two tools, one limit' | 'two workers' | 'slower' | 'faster';

/** 5,000 people in batches of 100, and the first batch alone. */
export const REQUESTS = 51;
export const IN_FLIGHT = 20;

const combine = <Choices extends Record<string, readonly unknown[]>>(choices: Choices) =>
	Object.entries(choices).reduce<Array<Record<string, unknown>>>(
		(points, [name, values]) => points.flatMap((point) => values.map((value) => ({ ...point, [name]: value }))),
		[{}],
	) as Array<{ [Name in keyof Choices]: Choices[Name][number] }>;

const RETRY_AFTER = ['exact', 'rounded up', 'missing'] as const;

export const POINTS: readonly Point[] = [
	...combine({
		kind: ['bucket'] as const,
		rate: [5, 10, 30, 100, 200],
		burst: [1, 5, 20, 50, 200],
		latency: [20, 100, 400, 1_000],
		retryAfter: RETRY_AFTER,
	}),
	...combine({
		kind: ['window'] as const,
		rate: [5, 30, 200],
		burst: [10, 30],
		latency: [20, 100, 400],
		retryAfter: ['rounded up'] as const,
	}),
	...combine({
		kind: ['two tools', 'two tools, one limit', 'two workers', 'slower', 'faster'] as const,
		rate: [10, 30, 100],
		burst: [5, 20],
		latency: [100, 400],
		retryAfter: ['rounded up'] as const,
	}),
];
