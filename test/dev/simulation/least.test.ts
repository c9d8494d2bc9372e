import { leastTime } from '../../../dev/simulation/least';
import type { PlanSpec } from '../../../dev/simulation/plans';

const HOUR = 3_600_000;
const WEEK = 168 * HOUR;

const plan = (set: Partial<PlanSpec>): PlanSpec => ({
	name: 'Example',
	binds: '',
	records5h: 1_000_000,
	records1w: 1_000_000,
	requests5h: 1_000_000,
	burst: { perSecond: 1_000_000, burst: 1_000_000 },
	...set,
});

it.each<[string, Partial<PlanSpec>, { hits: number; requests: number }, number]>([
	['nothing where no window binds', {}, { hits: 500, requests: 5 }, 0],
	['nothing where a window is used up to the last record', { records5h: 500 }, { hits: 500, requests: 5 }, 0],
	['five hours where one record is left over', { records5h: 500 }, { hits: 501, requests: 6 }, 5 * HOUR],
	['five hours for each further window of requests', { requests5h: 10 }, { hits: 0, requests: 31 }, 15 * HOUR],
	['a week for each further weekly window', { records1w: 100 }, { hits: 201, requests: 3 }, 2 * WEEK],
	[
		'weeks, and the windows of the last one',
		{ records5h: 40, records1w: 100 },
		{ hits: 290, requests: 3 },
		2 * WEEK + 10 * HOUR,
	],
	[
		'the windows of five hours where they let less through than the weekly one',
		{ records5h: 1, records1w: 100 },
		{ hits: 100, requests: 1 },
		495 * HOUR,
	],
	[
		'what the burst guard gains after what it had saved',
		{ burst: { perSecond: 5, burst: 10 } },
		{ hits: 0, requests: 60 },
		10_000,
	],
	['the slowest of all of them', { records5h: 50, requests5h: 10 }, { hits: 100, requests: 31 }, 15 * HOUR],
])('the least time is %s', (_says, set, work, least) => {
	expect(leastTime(plan(set), work)).toBe(least);
});
