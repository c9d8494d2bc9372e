import { at, field, toFilledText, toNumber } from '../json';
import { toAmount, toTime } from '../replies/reading';
import { z } from 'zod/v4';
import { columnsFrom } from '../person/results';
import type { Tool } from '../tool';

/** One Fair Use window of an account (contract: Limits). There is no weekly window of requests. */
export type FairUseWindow = {
	family: 'enrich' | 'search';
	/** The prefix of its columns, which also identifies the window. */
	column: string;
	/** Title Case. */
	label: string;
} & ({ kind: 'records'; period: '5h' | '1w' } | { kind: 'requests'; period: '5h' });

/** All windows of an account record, in display order. */
export const FAIR_USE_WINDOWS: readonly FairUseWindow[] = [
	{
		family: 'enrich',
		kind: 'records',
		period: '5h',
		column: 'enrich_records_5h',
		label: 'Enrichment Records per 5 Hours',
	},
	{
		family: 'enrich',
		kind: 'records',
		period: '1w',
		column: 'enrich_records_1w',
		label: 'Enrichment Records per Week',
	},
	{
		family: 'enrich',
		kind: 'requests',
		period: '5h',
		column: 'enrich_requests_5h',
		label: 'Enrichment Requests per 5 Hours',
	},
	{
		family: 'search',
		kind: 'records',
		period: '5h',
		column: 'search_records_5h',
		label: 'Search Records per 5 Hours',
	},
	{ family: 'search', kind: 'records', period: '1w', column: 'search_records_1w', label: 'Search Records per Week' },
	{
		family: 'search',
		kind: 'requests',
		period: '5h',
		column: 'search_requests_5h',
		label: 'Search Requests per 5 Hours',
	},
];

const HOUR = 3_600_000;

/** The length of a window, in ms. */
export const WINDOW_LENGTH = { '5h': 5 * HOUR, '1w': 7 * 24 * HOUR } as const;

/** The place of a window in an account record. */
export type WindowPlace = Pick<FairUseWindow, 'family' | 'kind' | 'period'>;

/** The raw value of a window in an account record. */
export const windowPart = (results: unknown, { family, kind, period }: WindowPlace): unknown =>
	at(results, `fair_use.${family}.${kind}.${period}`);

/** One Fair Use window of an account; null for values that the record lacks. */
export interface AccountWindow {
	/** Infinity if unlimited. */
	limit: number | null;
	used: number | null;
	/** Infinity if unlimited. */
	remaining: number | null;
	/** Epoch ms; null for an unused window. */
	resetsAt: number | null;
}

export interface FamilyWindows {
	records: { '5h': AccountWindow; '1w': AccountWindow };
	requests: { '5h': AccountWindow };
}

/** The account record, read tolerantly (contract: Account record). */
export interface Account {
	status: string | null;
	/** Tokens left; Infinity if unlimited. */
	tokenBalance: number | null;
	personalEmailAvailable: boolean | null;
	fairUse: { enrich: FamilyWindows; search: FamilyWindows };
}

export function readAccount(results: unknown): Account {
	const access = field(results, 'personal_email_available');
	return {
		status: toFilledText(field(results, 'status')),
		tokenBalance: readBalance(results),
		personalEmailAvailable: typeof access === 'boolean' ? access : null,
		fairUse: { enrich: readFamily(results, 'enrich'), search: readFamily(results, 'search') },
	};
}

/** The tokens left in an account or usage record; Infinity if unlimited, null if not reported. */
export function readBalance(results: unknown): number | null {
	const unlimited = field(results, 'unlimited');
	const balance = field(results, 'token_balance') ?? field(results, 'credit_balance');
	if (unlimited === true) return Infinity;
	// If the record says that the balance is limited, -1 is an overdrawn balance.
	return unlimited === false ? toNumber(balance) : toAmount(balance);
}

const readFamily = (results: unknown, family: WindowPlace['family']): FamilyWindows => ({
	records: {
		'5h': readWindow(results, { family, kind: 'records', period: '5h' }),
		'1w': readWindow(results, { family, kind: 'records', period: '1w' }),
	},
	requests: { '5h': readWindow(results, { family, kind: 'requests', period: '5h' }) },
});

/** One window of an account record. */
export function readWindow(results: unknown, place: WindowPlace): AccountWindow {
	const window = windowPart(results, place);
	const limit = toAmount(field(window, 'limit'));
	return {
		limit,
		used: toNumber(field(window, 'used')),
		remaining: limit === Infinity ? Infinity : readRemaining(field(window, 'remaining'), limit),
		resetsAt: toTime(field(window, 'resets_at')),
	};
}

/** With a limit, -1 does not mean unlimited: one more was used than the limit allows. */
const readRemaining = (value: unknown, limit: number | null) => (limit === null ? toAmount(value) : toNumber(value));

/** The percentage of a window that is left, with one decimal; 100 if unlimited, null if unknown. */
export function remainingPercent({ limit, remaining }: AccountWindow): number | null {
	if (remaining === Infinity) return 100;
	if (limit === null || remaining === null || limit <= 0) return null;
	const percent = Math.round((remaining / limit) * 1_000) / 10;
	return Number.isFinite(percent) ? Math.max(0, percent) : null;
}

const window = z.looseObject({
	limit: z.number(),
	used: z.number(),
	remaining: z.number(),
	resets_at: z.string().nullable(),
});

const family = z.looseObject({
	records: z.looseObject({ '5h': window, '1w': window }),
	requests: z.looseObject({ '5h': window }),
});

export const getAccount: Tool = {
	name: 'get_account',
	family: 'free',
	requestFields: {},
	reportsCharges: false,
	result: z.looseObject({
		id: z.string(),
		name: z.string(),
		status: z.string(),
		plan: z.string(),
		token_balance: z.number(),
		unlimited: z.boolean(),
		personal_email_available: z.boolean(),
		fair_use: z.looseObject({ enrich: family, search: family }),
		api_key_count: z.number(),
		user_count: z.number(),
		created_at: z.string(),
	}),
	columns: columnsFrom({}),
};
