import { TOOLS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { USAGE_PERIODS } from '../../../nodes/IdentityResolution/api/account/usage';
import { cycleStart, dayNumber, isoDate } from '../data/calendar';
import type { Phone, Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { SandboxSettings } from '../settings';
import type { FairUse } from './fairUse';
import { findTool } from './parseRequest';

const CREATED_AT = '2024-01-15T09:00:00.000Z';
/** The day of the month on which a billing cycle begins. */
const DAY_OF_CYCLE = new Date(CREATED_AT).getUTCDate();
const DAY = 86_400_000;

/** `token_balance`: -1 if it is unlimited (contract: Account record). */
export const tokenBalance = ({ account }: SandboxSettings): number => (account.unlimited ? -1 : account.tokens);

/** Tokens of a hit. A tool that returns nothing but a phone has one price. */
export function priceOf({ name, onlyPhone }: Tool, phone: Phone, { prices, phonePrice }: SandboxSettings): number {
	const price = Object.hasOwn(prices, name) ? prices[name] : 1;
	return phone === 'with' && !onlyPhone ? price + phonePrice : price;
}

/** The account record (contract: Account record). `now` is epoch ms. */
export function accountRecord(settings: SandboxSettings, fairUse: FairUse, now: number) {
	const { account } = settings;
	return {
		id: 'acct_sandbox',
		name: 'Sandbox Account',
		status: account.status,
		plan: account.plan,
		token_balance: tokenBalance(settings),
		unlimited: account.unlimited,
		// Second-hand.
		...(settings.offers === 'everything' && { phone_token_balance: account.phoneTokens }),
		personal_email_available: account.personalEmailAvailable,
		fair_use: fairUse.accountWindows(settings.limits, now),
		api_key_count: settings.keys.length + settings.keysWithoutAccess.length,
		user_count: 1,
		created_at: CREATED_AT,
	};
}

/** The billing record (second-hand), with the price of every tool that is offered. `now` is epoch ms. */
export function billingRecord(settings: SandboxSettings, now: number) {
	const start = cycleStart(DAY_OF_CYCLE, now);
	const isListed = ({ name, family }: Tool) => family !== 'free' && !settings.unlistedPrices.includes(name);
	const lookups = TOOLS.filter((tool) => isListed(tool) && findTool(tool.name, settings) !== null);
	return {
		plan: settings.account.plan,
		subscription_status: 'active',
		credit_balance: tokenBalance(settings),
		unlimited: settings.account.unlimited,
		current_period_start: isoDate(start),
		current_period_end: isoDate(cycleStart(DAY_OF_CYCLE, (start + 32) * DAY)),
		token_costs: Object.fromEntries(lookups.map((tool) => [tool.name, priceOf(tool, 'without', settings)])),
	};
}

/** The counts of a day (contract: Usage record). `calls` are requests; `with_data` and `without_data` are lookups. */
const COUNTS = ['calls', 'tokens', 'with_data', 'without_data', 'failed'] as const;

type Counts = Record<(typeof COUNTS)[number], number>;

const NO_COUNTS: Counts = { calls: 0, tokens: 0, with_data: 0, without_data: 0, failed: 0 };

const sum = (a: Counts, b: Counts) => Object.fromEntries(COUNTS.map((name) => [name, a[name] + b[name]])) as Counts;

export type UsagePeriod = (typeof USAGE_PERIODS)[number];

export class Usage {
	private readonly days = new Map<number, Counts>();

	/** Counts one request to a lookup tool at epoch ms `now`. */
	count(uses: Omit<Counts, 'calls'>, now: number): void {
		this.days.set(dayNumber(now), sum(this.on(dayNumber(now)), { calls: 1, ...uses }));
	}

	/** The days of the period up to today, and their totals (contract: Usage record). */
	record(period: UsagePeriod, balance: number, now: number) {
		const today = dayNumber(now);
		const start = periodStart(period, now);
		const days = Array.from({ length: today - start + 1 }, (_, index) => start + index);
		return {
			period,
			start_date: isoDate(start),
			end_date: isoDate(today),
			token_balance: balance,
			days: days.map((day) => ({ date: isoDate(day), ...this.on(day) })),
			totals: days.map((day) => this.on(day)).reduce(sum, NO_COUNTS),
		};
	}

	private on(day: number): Counts {
		return this.days.get(day) ?? NO_COUNTS;
	}
}

/**
 * The contract does not define the periods: here the last 7 days, the calendar month, the month since the account's
 * day.
 */
function periodStart(period: UsagePeriod, now: number): number {
	switch (period) {
		case 'today':
			return dayNumber(now);
		case 'week':
			return dayNumber(now) - 6;
		case 'month':
			return cycleStart(1, now);
		case 'billing_cycle':
			return cycleStart(DAY_OF_CYCLE, now);
	}
}
