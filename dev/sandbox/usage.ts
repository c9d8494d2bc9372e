import { USAGE_PERIODS } from '../../nodes/IdentityResolution/api/tools/getUsage';
import { ACCOUNT_CREATED_AT } from './account';
import { cycleStart, dayNumber, isoDate } from './calendar';

/** The counts of a day (contract: Usage record). `calls` are requests; `with_data` and `without_data` are lookups. */
export interface DayCounts {
	calls: number;
	tokens: number;
	with_data: number;
	without_data: number;
	failed: number;
}

export type UsagePeriod = (typeof USAGE_PERIODS)[number];

const nothing = (): DayCounts => ({ calls: 0, tokens: 0, with_data: 0, without_data: 0, failed: 0 });

/** What the account used, by UTC day. */
export class Usage {
	private readonly days = new Map<number, DayCounts>();

	/** One request to a lookup tool, at epoch ms `now`. */
	count(uses: Omit<DayCounts, 'calls'>, now: number): void {
		const day = dayNumber(now);
		const counts = this.days.get(day) ?? nothing();
		this.days.set(day, sum(counts, { calls: 1, ...uses }));
	}

	/** The period's days up to today, one object each, and their totals (contract: Usage record). */
	record(period: UsagePeriod, tokenBalance: number, now: number) {
		const today = dayNumber(now);
		const start = periodStart(period, now);
		const days = Array.from({ length: today - start + 1 }, (_, index) => ({
			date: isoDate(start + index),
			...(this.days.get(start + index) ?? nothing()),
		}));
		return {
			period,
			start_date: isoDate(start),
			end_date: isoDate(today),
			token_balance: tokenBalance,
			days,
			totals: days.map(({ date: _date, ...counts }) => counts).reduce(sum, nothing()),
		};
	}
}

/** The contract names the periods but not their bounds: the last 7 days, the calendar month, the month since the account's day. */
function periodStart(period: UsagePeriod, now: number): number {
	switch (period) {
		case 'today':
			return dayNumber(now);
		case 'week':
			return dayNumber(now) - 6;
		case 'month':
			return cycleStart(1, now);
		case 'billing_cycle':
			return cycleStart(new Date(ACCOUNT_CREATED_AT).getUTCDate(), now);
	}
}

const sum = (a: DayCounts, b: DayCounts): DayCounts => ({
	calls: a.calls + b.calls,
	tokens: a.tokens + b.tokens,
	with_data: a.with_data + b.with_data,
	without_data: a.without_data + b.without_data,
	failed: a.failed + b.failed,
});
