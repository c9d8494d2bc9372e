import type { Account, AccountWindow, FamilyWindows } from '../../api/account/account';
import { WINDOW_LENGTH } from '../../api/account/accountWindows';
import type { Tool } from '../../api/tool';
import type { Limits } from '../limits';

/** The lookups of one tool that a run would send. */
interface Need {
	tool: Tool;
	lookups: number;
	requests: number;
}

/** Compares a Fair Use window with the most that a run may use of it. */
interface WindowForecast {
	of: 'records' | 'requests';
	per: '5h' | '1w';
	needed: number;
	/** The remaining amount without the reserve; null if the account does not report it. */
	left: number | null;
}

/** Whether an account allows a run, and when the run would end. */
export interface Forecast {
	/** Why the service would refuse at least one of the tools; null if it would not. */
	refused: 'account_inactive' | 'plan_restricted' | null;
	windows: readonly WindowForecast[];
	/** The tokens that may be spent; null if the account does not report them. */
	tokensLeft: number | null;
	/** Epoch ms, including waits for windows if every lookup is a hit; null if unknown. */
	doneAt: number | null;
}

/** Forecasts a run from the account's limits (contract: Account record, Limits). @param now epoch ms */
export function forecast(
	needs: readonly Need[],
	account: Account,
	{ maxTokens, reserve }: Limits,
	now: number,
): Forecast {
	const windows = (['enrich', 'search'] as const).flatMap((family) =>
		windowsOf(
			needs.filter(({ tool }) => tool.family === family),
			account.fairUse[family],
			reserve,
			now,
		),
	);
	const ends = windows.map(({ doneAt }) => doneAt);
	return {
		refused: refusalOf(needs, account),
		windows: windows.map(({ of, per, needed, left }) => ({ of, per, needed, left })),
		tokensLeft: lesser(account.tokenBalance, maxTokens),
		doneAt: ends.length === 0 || ends.includes(null) ? null : Math.max(...ends.map((end) => end ?? now)),
	};
}

function refusalOf(needs: readonly Need[], { status, personalEmailAvailable }: Account): Forecast['refused'] {
	if (status !== null && status !== 'active') return 'account_inactive';
	const isOffPlan = personalEmailAvailable === false && needs.some(({ tool }) => tool.onlyWithPersonalEmails);
	return isOffPlan ? 'plan_restricted' : null;
}

function windowsOf(needs: readonly Need[], { records, requests }: FamilyWindows, reserve: number, now: number) {
	if (needs.length === 0) return [];
	const lookups = sum(needs.map((need) => need.lookups));
	return [
		windowOf('records', '5h', lookups, records['5h'], reserve, now),
		windowOf('records', '1w', lookups, records['1w'], 0, now),
		windowOf('requests', '5h', sum(needs.map((need) => need.requests)), requests['5h'], 0, now),
	];
}

function windowOf(
	of: WindowForecast['of'],
	per: WindowForecast['per'],
	needed: number,
	{ remaining, limit, resetsAt }: AccountWindow,
	reserve: number,
	now: number,
): WindowForecast & { doneAt: number | null } {
	const window = { of, per, needed, left: remaining === null ? null : Math.max(0, remaining - reserve) };
	if (window.left === null || needed <= window.left) return { ...window, doneAt: now };
	const perWindow = (limit ?? 0) - reserve;
	if (perWindow < 1) return { ...window, doneAt: null };
	const furtherWindows = Math.ceil((needed - window.left) / perWindow);
	return { ...window, doneAt: (resetsAt ?? now + WINDOW_LENGTH[per]) + (furtherWindows - 1) * WINDOW_LENGTH[per] };
}

const lesser = (balance: number | null, bound: number) =>
	balance === null && bound === Infinity ? null : Math.min(balance ?? Infinity, bound);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
