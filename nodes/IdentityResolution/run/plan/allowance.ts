import type { Account } from '../../api/account/account';
import type { Tool } from '../../api/tool';

/** What an account allows a run. */
export interface Allowance {
	/** Why the service would refuse at least one of the tools; null if it would not. */
	refused: 'account_inactive' | 'plan_restricted' | null;
	/** What is left of the Fair Use windows of the tools; null if the account does not report it. */
	windows: ReadonlyArray<{ of: 'records' | 'requests'; per: '5h' | '1w'; left: number | null }>;
	/** The tokens that may be spent; null if the account does not report them. */
	tokensLeft: number | null;
}

/** Returns what an account allows a run of some tools (contract: Account record, Limits). */
export function allowanceOf(tools: readonly Tool[], account: Account, maxTokens: number): Allowance {
	const families = (['enrich', 'search'] as const).filter((family) => tools.some((tool) => tool.family === family));
	return {
		refused: refusalOf(tools, account),
		windows: families.flatMap((family) => {
			const { records, requests } = account.fairUse[family];
			return [
				{ of: 'records', per: '5h', left: records['5h'].remaining } as const,
				{ of: 'records', per: '1w', left: records['1w'].remaining } as const,
				{ of: 'requests', per: '5h', left: requests['5h'].remaining } as const,
			];
		}),
		tokensLeft: lesser(account.tokenBalance, maxTokens),
	};
}

function refusalOf(tools: readonly Tool[], { status, personalEmailAvailable }: Account): Allowance['refused'] {
	if (status !== null && status !== 'active') return 'account_inactive';
	const isOffPlan = personalEmailAvailable === false && tools.some((tool) => tool.onlyWithPersonalEmails);
	return isOffPlan ? 'plan_restricted' : null;
}

const lesser = (balance: number | null, bound: number) =>
	balance === null && bound === Infinity ? null : Math.min(balance ?? Infinity, bound);
