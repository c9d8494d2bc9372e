import type { Closed } from './fairUse';
import type { Question } from './question';
import { refused, secondsUntil, type Refused } from './refusals';
import type { Offered } from './registry';
import type { SandboxSettings } from './settings';
import type { State } from './state';

/** Whether the account may call the tool at all (contract: Errors, account_inactive and plan_restricted); null where it may. */
export function refuseAccount({ settings: { account } }: State, to: Offered): Refused | null {
	if (account.status !== 'active') return refused('account_inactive');
	return to.onlyWithPersonalEmails && !account.personalEmailAvailable ? refused('plan_restricted') : null;
}

/** The burst guard; it guards account tools too. */
export function refuseBurst({ settings, burst }: State, tool: string, now: number): Refused | null {
	if (settings.burst === null) return null;
	const wait = burst.refuse(tool, settings.burst, now);
	if (wait === null) return null;
	return refused('rate_limited', { wait: settings.burstWait === 'told' ? secondsUntil(now + wait, now) : null });
}

/** The Fair Use windows, then the search trial of the free tier (contract: Limits). */
export function refuseFairUse({ settings, fairUse }: State, to: Offered, now: number): Refused | null {
	if (to.family === 'free') return null;
	const closed = fairUse.closed(to.family, settings.limits, now);
	if (closed) return fairUseRefusal(closed, now);
	const { plan, searchTrialUsed } = settings.account;
	return to.family === 'search' && plan === 'free' && searchTrialUsed
		? refused('fair_use_limit_exceeded', { message: 'The one-time search trial of the free tier is used up.' })
		: null;
}

/** A closed window as the refusal that it makes. */
export const fairUseRefusal = ({ code, unlocksAt }: Closed, now: number): Refused =>
	refused(code, { wait: secondsUntil(unlocksAt, now) });

/** What a hit costs at most: the balance must cover it before anything is looked up, for a miss as well. */
export function refuseBalance({ settings }: State, to: Offered, phone: Question['phone']): Refused | null {
	const { account, phoneTokens } = settings;
	const most = priceOf(to.tool.name, settings) + (phone === 'with' ? settings.phonePrice : 0);
	if (!account.unlimited && account.tokens < most) return refused('insufficient_tokens');
	return phone === 'with' && account.phoneTokens < phoneTokens ? refused('insufficient_phone_tokens') : null;
}

/** Tokens of a hit without a phone. */
export const priceOf = (tool: string, { prices }: SandboxSettings): number =>
	Object.hasOwn(prices, tool) ? prices[tool] : 1;
