/** How a service limits requests. Times are ms. */
export interface Limit {
	readonly kind: 'bucket' | 'window' | 'random' | 'none';
	/** Requests per second that a bucket takes for long; of a window, its length and `atOnce` say the same. */
	readonly perSecond: number;
	/** Requests that a full bucket or a new window takes. */
	readonly atOnce: number;
	/** From 0 to 1: the share of all requests that is refused for no reason. */
	readonly share: number;
	/** Limits of the same kind, each for its own tool. */
	readonly tools: 1 | 2;
}

/** How a refusal says when to come back. A bucket that is rounded down says 0 for parts of a second. */
export type RetryAfter = 'exact' | 'rounded up' | 'rounded down' | 'epoch' | 'missing';

/** A time in which every request is refused. */
export interface Spell {
	/** Accepted requests before it. */
	readonly after: number;
	readonly length: number;
	/** Whether a refusal names a second, or what is left of the spell. */
	readonly says: 'a second' | 'the rest';
}

/** A service and its users, who share one limit. */
export interface World {
	readonly limit: Limit;
	readonly retryAfter: RetryAfter;
	readonly requests: number;
	/** The mean ms of an answer: each takes from half to one and a half of it. */
	readonly latency: number;
	readonly spell: Spell | null;
	readonly clients: number;
}

export const IN_FLIGHT = 20;

export const NO_LIMIT: Limit = { kind: 'none', perSecond: Infinity, atOnce: Infinity, share: 0, tools: 1 };
export const bucket = (perSecond: number, atOnce: number, tools: 1 | 2 = 1): Limit => ({
	...NO_LIMIT,
	kind: 'bucket',
	perSecond,
	atOnce,
	tools,
});
export const window = (atOnce: number, seconds: number, tools: 1 | 2 = 1): Limit => ({
	...NO_LIMIT,
	kind: 'window',
	perSecond: atOnce / seconds,
	atOnce,
	tools,
});
const random = (share: number): Limit => ({ ...NO_LIMIT, kind: 'random', share });

const combine = <Choices extends Record<string, readonly unknown[]>>(choices: Choices) =>
	Object.entries(choices).reduce<Array<Record<string, unknown>>>(
		(points, [name, values]) => points.flatMap((point) => values.map((value) => ({ ...point, [name]: value }))),
		[{}],
	) as Array<{ [Name in keyof Choices]: Choices[Name][number] }>;

const BUCKETS = combine({ perSecond: [1, 5, 10, 30, 100, 200], atOnce: [1, 5, 20, 100] });
const WINDOWS = [window(10, 1), window(30, 1), window(200, 1), window(10, 10), window(10, 60), window(100, 60)];
const RETRY_AFTER = ['exact', 'rounded up', 'rounded down', 'epoch', 'missing'] as const;
const SIZES = [50, 1_000, 20_000];
const LATENCIES = [20, 100, 400, 2_000];

/** Long runs take long to simulate: at one latency, and not at low rates, at which they are like shorter ones. */
const isSimulated = ({ requests, latency, limit }: Pick<World, 'requests' | 'latency' | 'limit'>): boolean =>
	requests < 20_000 || (latency === 100 && limit.perSecond >= 10);

/** One client under every limit. */
export const LIMITS: readonly World[] = combine({
	limit: [
		...BUCKETS.map(({ perSecond, atOnce }) => bucket(perSecond, atOnce)),
		...WINDOWS,
		...[bucket(5, 5, 2), bucket(30, 20, 2), window(60, 60, 2)],
		...[random(0.02), random(0.1)],
	],
	retryAfter: RETRY_AFTER,
	requests: SIZES,
	latency: LATENCIES,
	spell: [null],
	clients: [1],
}).filter(isSimulated);

/** One client, whom a service with and without a limit refuses for a time. */
export const SPELLS: readonly World[] = combine({
	limit: [NO_LIMIT, bucket(30, 30), window(100, 60)],
	retryAfter: ['rounded up', 'missing'] as const,
	requests: SIZES,
	latency: [100, 400],
	spell: combine({
		after: [0, 25, 500],
		length: [500, 3_000, 10_000, 30_000, 90_000],
		says: ['a second', 'the rest'] as const,
	}),
	clients: [1],
}).filter((world) => isSimulated(world) && world.spell.after < world.requests);

/** Several runs on one account, under limits that say when to come back. */
export const SHARED: readonly World[] = combine({
	limit: [
		...combine({ perSecond: [1, 10, 30, 100], atOnce: [5, 30] }).map(({ perSecond, atOnce }) =>
			bucket(perSecond, atOnce),
		),
		...[window(10, 1), window(30, 1), window(100, 60)],
	],
	retryAfter: ['exact', 'rounded up', 'rounded down', 'epoch'] as const,
	requests: [1_000, 20_000],
	latency: [100, 400, 2_000],
	spell: [null],
	clients: [2, 4, 8],
}).filter((world) => isSimulated(world) && (world.requests < 20_000 || world.retryAfter.endsWith('up')));
