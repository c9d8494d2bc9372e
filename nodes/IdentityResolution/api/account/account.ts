import { windowPart, type WindowPlace } from './accountWindows';
import { field, toNumber, toText } from '../json';
import { toAmount, toTime } from '../replies/metadata';

/** One window of an account's Fair Use standing; null where the record does not tell. */
export interface AccountWindow {
	/** Infinity for a window without bounds. */
	limit: number | null;
	used: number | null;
	/** Infinity for a window without bounds. */
	remaining: number | null;
	/** Epoch ms; null for a window that nothing was taken from. */
	resetsAt: number | null;
}

export interface FamilyWindows {
	records: { '5h': AccountWindow; '1w': AccountWindow };
	requests: { '5h': AccountWindow };
}

/** The account record, read tolerantly (contract: Account record). */
export interface Account {
	status: string | null;
	plan: string | null;
	/** Tokens left; Infinity where the balance is unlimited. */
	tokenBalance: number | null;
	personalEmailAvailable: boolean | null;
	fairUse: { enrich: FamilyWindows; search: FamilyWindows };
}

export function readAccount(results: unknown): Account {
	const access = field(results, 'personal_email_available');
	return {
		status: toText(field(results, 'status')),
		plan: toText(field(results, 'plan')),
		tokenBalance: readBalance(results),
		personalEmailAvailable: typeof access === 'boolean' ? access : null,
		fairUse: { enrich: readFamily(results, 'enrich'), search: readFamily(results, 'search') },
	};
}

/**
 * The tokens that an account or usage record tells of; Infinity where they are unlimited, null where it does not tell.
 */
export function readBalance(results: unknown): number | null {
	const [unlimited, balance] = [field(results, 'unlimited'), field(results, 'token_balance')];
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

/** Beside a limit, -1 is no sign that there is none: one more was taken than the limit allows. */
const readRemaining = (value: unknown, limit: number | null) => (limit === null ? toAmount(value) : toNumber(value));

/** How much of a window is left, from 0, with one decimal; 100 of one without bounds, null where it can't be told. */
export function remainingPercent({ limit, remaining }: AccountWindow): number | null {
	if (remaining === Infinity) return 100;
	if (limit === null || remaining === null || limit <= 0) return null;
	const percent = Math.round((remaining / limit) * 1_000) / 10;
	return Number.isFinite(percent) ? Math.max(0, percent) : null;
}
