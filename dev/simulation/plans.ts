import type { SandboxSettings } from '../sandbox/settings';

/** A plan of the service: what its account may take from the enrichment windows, and its burst guard. */
export interface PlanSpec {
	name: string;
	/** What binds a large run under it, for the table. */
	binds: string;
	records5h: number;
	records1w: number;
	requests5h: number;
	burst: NonNullable<SandboxSettings['burst']>;
}

/** Three plans of different size, each bound by another window, for a sheet of a million rows. */
const PLANS: readonly PlanSpec[] = [
	{
		name: 'Small',
		binds: 'records, 1 w',
		records5h: 20_000,
		records1w: 120_000,
		requests5h: 1_000,
		burst: { perSecond: 5, burst: 10 },
	},
	{
		name: 'Medium',
		binds: 'records, 5 h',
		records5h: 100_000,
		records1w: 10_000_000,
		requests5h: 4_000,
		burst: { perSecond: 20, burst: 20 },
	},
	{
		name: 'Large',
		binds: 'requests, 5 h',
		records5h: 400_000,
		records1w: 10_000_000,
		requests5h: 2_000,
		burst: { perSecond: 30, burst: 30 },
	},
];

const MILLION = 1_000_000;

/** The plans with windows in proportion to a sheet, so that they bind it as they would bind a million rows. */
export function plansFor(rows: number): PlanSpec[] {
	const scaled = (limit: number) => Math.ceil((limit * rows) / MILLION);
	return PLANS.map((plan) => ({
		...plan,
		records5h: scaled(plan.records5h),
		records1w: scaled(plan.records1w),
		requests5h: scaled(plan.requests5h),
	}));
}
