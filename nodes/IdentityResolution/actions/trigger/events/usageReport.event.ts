import { z } from 'zod/v4';
import type { FlatRow } from '../../../api/account/flatRow';
import { readBody } from '../../../api/identifiers/body';
import { field } from '../../../api/json';
import { toTime } from '../../../api/replies/metadata';
import { getUsage, USAGE_PERIODS } from '../../../api/tools/account/getUsage';
import { usageDays } from '../../../api/account/usageColumns';
import { lookupOf, type Route } from '../../../run/lookup';
import { defineEvent, type Responses, type MissingData } from './event';

const EVENT = 'usageReport';

type Period = (typeof USAGE_PERIODS)[number];

/** From the shortest to the longest. A longer one is only requested if the one before is too short. */
const PERIODS: readonly Period[] = ['today', 'week', 'month', 'billing_cycle'];

const isDate = (value: unknown): value is string =>
	typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && toTime(value) !== null;

/** The last day that was reported, or that had ended before the first poll: `YYYY-MM-DD`. */
type Memory = { reported: string };

/**
 * Takes the current day from the start of the service's period `today`. Longer periods may end in the future, and this
 * machine may be in another time zone.
 */
export const usageReport = defineEvent<Record<string, never>, Memory>({
	event: EVENT,
	name: 'Usage Report',
	description: 'A day has ended: its calls, tokens, hits and misses. One item per day.',
	fields: [],
	settings: () => ({ is: 'read', settings: {} }),
	memory: z.object({ reported: z.string().refine(isDate) }),
	route: (before, purpose) =>
		requestFrom('today', (responses) =>
			purpose === 'sample' ? nextSample(responses) : nextPeriod(before, responses),
		),
	decide(_settings, before, responses) {
		const [now, ...longer] = responses;
		const today = dateOf(now);
		if (today === null) return NO_TODAY;
		const yesterday = dayAfter(today, -1);
		if (before === null) return { is: 'decided', items: [], state: { reported: yesterday } };
		if (longer.some((report) => !Array.isArray(field(report, 'days')))) return NO_DAYS;
		// Days that the service omits are skipped, and duplicate days are reported once.
		const days = new Map(longer.flatMap(daysOf).map((day) => [day.date, day]));
		const items = [...days.values()]
			.filter(({ date }) => date > before.reported && date < today)
			.sort(byDate)
			.map(itemOf);
		return {
			is: 'decided',
			items: [...missingDays([now, ...longer].map(startOf).sort()[0], before.reported), ...items],
			state: { reported: before.reported > yesterday ? before.reported : yesterday },
		};
	},
	sample(_settings, [now, ...longer]) {
		const today = dateOf(now);
		if (today === null) return NO_TODAY;
		const day = longer.flatMap((report) => endedDays(report, today)).at(-1);
		return day === undefined ? NO_ENDED_DAY : { is: 'sample', item: itemOf(day) };
	},
});

const REMEDY = 'The next poll retries. If this continues, contact the provider of the service';
const NO_TODAY: MissingData = {
	is: 'missing_data',
	message: 'The usage report does not say which day it is',
	remedy: REMEDY,
};
const NO_DAYS: MissingData = { is: 'missing_data', message: 'The usage report has no days', remedy: REMEDY };
const NO_ENDED_DAY: MissingData = {
	is: 'missing_data',
	message: 'No day of usage has ended yet',
	remedy: 'Fetch the test event again tomorrow',
};

/**
 * Requests one report after the other.
 * @param next returns the next period; null if the reports suffice
 */
const requestFrom =
	(first: Period, next: (responses: Responses) => Period | null): Route =>
	(steps) => {
		const last = steps.at(-1)?.outcome;
		if (last === undefined) return requesting(first);
		if (last.is !== 'found') return { outcome: last };
		const [one, ...more] = steps.map(({ outcome }) => (outcome.is === 'found' ? outcome.answer.results : null));
		const period = next([one, ...more]);
		return period === null ? { outcome: last } : requesting(period);
	};

const requesting = (period: Period) => ({ lookup: lookupOf(getUsage, readBody({ period }), 'without') });

/** On most polls, yesterday was reported already, so that one request is enough. */
function nextPeriod(before: Memory | null, responses: Responses): Period | null {
	if (before === null || dateOf(responses[0]) === null) return null;
	const isEnough = startOf(responses.at(-1)) <= dayAfter(before.reported, 1);
	return isEnough ? null : (PERIODS[responses.length] ?? null);
}

/** Returns the next period to request for a sample, which needs a day that has ended; null to request no more. */
function nextSample(responses: Responses): Period | null {
	const today = dateOf(responses[0]);
	if (today === null || responses.slice(1).some((report) => endedDays(report, today).length > 0)) return null;
	return PERIODS[responses.length] ?? null;
}

const endedDays = (report: unknown, today: string): Day[] => daysOf(report).filter(({ date }) => date < today);

/** The first date of a report; '9', which sorts last, if it has none. */
const startOf = (report: unknown): string => dateOf(report) ?? daysOf(report).at(0)?.date ?? '9';

/** One item for the unreported days that no period contains anymore; empty if there are none. */
function missingDays(start: string, reported: string): FlatRow[] {
	const [from, to] = [dayAfter(reported, 1), dayAfter(start, -1)];
	if (from > to) return [];
	return [{ event: EVENT, date: null, missing_from: from, missing_to: to, reason: MISSING }];
}

const MISSING = 'The service no longer reports usage for these days';

type Day = FlatRow & { date: string };

const byDate = (one: Day, other: Day) => (one.date < other.date ? -1 : 1);

const daysOf = (report: unknown): Day[] =>
	usageDays(report)
		.filter((row): row is Day => isDate(row.date))
		.sort(byDate);

function dateOf(report: unknown): string | null {
	const date = field(report, 'start_date');
	return isDate(date) ? date : null;
}

const DAY = 86_400_000;

/** @param days negative for a day before */
const dayAfter = (date: string, days: number) => new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

const itemOf = ({ period: _period, ...day }: Day): FlatRow => ({ event: EVENT, ...day });
