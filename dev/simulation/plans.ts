import type { SandboxSettings } from '../sandbox/settings';

/** A plan of the service: the limits of its enrichment windows, and its burst guard. */
export interface Plan {
	/** With the window that limits a large run. */
	name: string;
	records5h: number;
	records1w: number;
	requests5h: number;
	burst: NonNullable<SandboxSettings['burst']>;
}

/** Three plans of different size, each limited by another window, for a sheet of a million rows. */
const PLANS: readonly Plan[] = [
	{
		name: 'Small (records, 1 w)',
		records5h: 20_000,
		records1w: 120_000,
		requests5h: 1_000,
		burst: { perSecond: 5, burst: 10 },
	},
	{
		name: 'Medium (records, 5 h)',
		records5h: 100_000,
		records1w: 10_000_000,
		requests5h: 4_000,
		burst: { perSecond: 20, burst: 20 },
	},
	{
		name: 'Large (requests, 5 h)',
		records5h: 400_000,
		records1w: 10_000_000,
		requests5h: 2_000,
		burst: { perSecond: 30, burst: 30 },
	},
];

const MILLION = 1_000_000;

/** The plans, with windows in proportion to a sheet, so that they limit it as they would limit a million rows. */
export function plansFor(rows: number): Plan[] {
	const scaled = (limit: number) => Math.ceil((limit * rows) / MILLION);
	return PLANS.map((plan) => ({
		...plan,
		records5h: scaled(plan.records5h),
		records1w: scaled(plan.records1w),
		requests5h: scaled(plan.requests5h),
	}));
}

const HOUR = 3_600_000;
const FIVE_HOURS = 5 * HOUR;
const WEEK = 168 * HOUR;

/** The minimum time in ms that a plan allows for this work: no window accepts its limit twice within its length. */
export function minimumTime(plan: Plan, { hits, requests }: { hits: number; requests: number }): number {
	const weeks = fullWindows(hits, plan.records1w);
	const hitsInLastWeek = hits - weeks * plan.records1w;
	return Math.max(
		weeks * WEEK + fullWindows(hitsInLastWeek, plan.records5h) * FIVE_HOURS,
		fullWindows(hits, plan.records5h) * FIVE_HOURS,
		fullWindows(requests, plan.requests5h) * FIVE_HOURS,
		(Math.max(0, requests - plan.burst.burst) / plan.burst.perSecond) * 1_000,
	);
}

/** The number of whole windows that must pass before the last of `count` is accepted. */
const fullWindows = (count: number, limit: number) => Math.max(0, Math.ceil(count / limit) - 1);
