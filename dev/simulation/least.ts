import type { PlanSpec } from './plans';

const HOUR = 3_600_000;
const FIVE_HOURS = 5 * HOUR;
const WEEK = 168 * HOUR;

/**
 * The least ms in which anyone could get so many hits with so many requests under a plan: no window lets its limit through
 * twice within its length, and the burst guard no more than it gains. Nobody can be faster than the slowest of them.
 */
export function leastTime(plan: PlanSpec, { hits, requests }: { hits: number; requests: number }): number {
	const weeks = windowsBefore(hits, plan.records1w);
	const thisWeek = hits - weeks * plan.records1w;
	return Math.max(
		weeks * WEEK + windowsBefore(thisWeek, plan.records5h) * FIVE_HOURS,
		windowsBefore(hits, plan.records5h) * FIVE_HOURS,
		windowsBefore(requests, plan.requests5h) * FIVE_HOURS,
		(Math.max(0, requests - plan.burst.burst) / plan.burst.perSecond) * 1_000,
	);
}

/** How many whole windows have to pass before the last one of so many is let through. */
const windowsBefore = (count: number, limit: number) => Math.max(0, Math.ceil(count / limit) - 1);
