const DAY = 86_400_000;

/** Days after which the service validates an email again (contract: Personal email result, 5). */
export const FRESHNESS_DAYS = 90;

/** The UTC day of a time in epoch ms, counted from 1970-01-01. */
export const dayNumber = (time: number): number => Math.floor(time / DAY);

export const isoDate = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/**
 * The date of the last validation: within the 90 days before `now` (contract: Personal email result).
 * @param validation the day of the 90-day cycle on which the email is validated, or null if it never is
 */
export function validatedOn(validation: number | null, now: number): string | null {
	if (validation === null) return null;
	const today = dayNumber(now);
	const age = (((today - validation) % FRESHNESS_DAYS) + FRESHNESS_DAYS) % FRESHNESS_DAYS;
	return isoDate(today - age);
}

export function cycleStart(dayOfMonth: number, now: number): number {
	const date = new Date(now);
	const monthsBack = date.getUTCDate() < dayOfMonth ? 1 : 0;
	return dayNumber(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBack, dayOfMonth));
}
