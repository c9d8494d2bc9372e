import { at, field, toText } from './json';
import { toAmount, toTime } from './metadata';

/** One window of an account's Fair Use standing; null where the record does not tell. */
export interface AccountWindow {
	limit: number | null;
	used: number | null;
	remaining: number | null;
	/** Epoch ms; null for a window that nothing was taken from. */
	resetsAt: number | null;
}

export interface FamilyStanding {
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
	fairUse: { enrich: FamilyStanding; search: FamilyStanding };
}

export function readAccount(results: unknown): Account {
	const balance = toAmount(field(results, 'token_balance'));
	const access = field(results, 'personal_email_available');
	return {
		status: toText(field(results, 'status')),
		plan: toText(field(results, 'plan')),
		tokenBalance: field(results, 'unlimited') === true ? Infinity : balance,
		personalEmailAvailable: typeof access === 'boolean' ? access : null,
		fairUse: { enrich: readFamily(results, 'enrich'), search: readFamily(results, 'search') },
	};
}

const readFamily = (results: unknown, family: string): FamilyStanding => ({
	records: {
		'5h': readWindow(results, `fair_use.${family}.records.5h`),
		'1w': readWindow(results, `fair_use.${family}.records.1w`),
	},
	requests: { '5h': readWindow(results, `fair_use.${family}.requests.5h`) },
});

function readWindow(results: unknown, path: string): AccountWindow {
	const window = at(results, path);
	return {
		limit: toAmount(field(window, 'limit')),
		used: toAmount(field(window, 'used')),
		remaining: toAmount(field(window, 'remaining')),
		resetsAt: toTime(field(window, 'resets_at')),
	};
}
