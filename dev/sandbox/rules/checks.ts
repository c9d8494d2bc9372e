import type { SandboxSettings } from '../settings';
import type { ClosedWindow } from './fairUse';
import type { OfferedTool, ParsedRequest } from './parseRequest';
import { priceOf } from './account';
import { refused, secondsUntil, type Refusal } from './replies';
import type { State } from './state';

/** One HTTP request to a tool. Header names are lower case; the body is the text as received. */
export interface SandboxRequest {
	tool: string;
	method: string;
	headers: Readonly<Record<string, string | string[] | undefined>>;
	body: string;
}

export function header({ headers }: SandboxRequest, name: string): string | undefined {
	const value = headers[name];
	return Array.isArray(value) ? value[0] : value;
}

/**
 * Checks the User-Agent and the key (contract: Common request headers, Authentication). Like all checks: null if
 * passed.
 */
export function checkAccess(request: SandboxRequest, { keys, keysWithoutAccess }: SandboxSettings): Refusal | null {
	if ((header(request, 'user-agent') ?? '').trim() === '')
		return refused('forbidden', { message: 'The User-Agent header is missing.' });
	const key = /^Bearer +(\S+) *$/i.exec(header(request, 'authorization') ?? '')?.[1];
	if (key === undefined) return refused('unauthorized', { message: 'The API key is missing.' });
	if (keysWithoutAccess.includes(key)) return refused('forbidden');
	return keys.includes(key) ? null : refused('unauthorized', { message: 'The API key is invalid or revoked.' });
}

/** Whether the account may call the tool at all (contract: Errors). */
export function checkAccount({ settings: { account } }: State, to: OfferedTool): Refusal | null {
	if (account.status !== 'active') return refused('account_inactive');
	return to.onlyWithPersonalEmails && !account.personalEmailAvailable ? refused('plan_restricted') : null;
}

export function checkBurst({ settings, burst }: State, tool: string, now: number): Refusal | null {
	const wait = settings.burst && burst.refuse(tool, settings.burst, now);
	if (wait === null) return null;
	const isReported = settings.burstWait === 'reported';
	return refused('rate_limited', { wait: isReported ? secondsUntil(now + wait, now) : null });
}

/** The Fair Use windows, then the search trial of the free tier (contract: Limits). */
export function checkFairUse({ settings, fairUse }: State, to: OfferedTool, now: number): Refusal | null {
	if (to.family === 'free') return null;
	const closed = fairUse.closed(to.family, settings.limits, now);
	if (closed) return closedRefusal(closed, now);
	const { plan, searchTrialUsed } = settings.account;
	return to.family === 'search' && plan === 'free' && searchTrialUsed
		? refused('fair_use_limit_exceeded', { message: 'The one-time search trial of the free tier is used up.' })
		: null;
}

export const closedRefusal = ({ code, unlocksAt }: ClosedWindow, now: number): Refusal =>
	refused(code, { wait: secondsUntil(unlocksAt, now) });

export const PHONE_TOKENS = 1;

/** The balance must cover the highest price of a hit before anything is looked up, for a miss as well. */
export function checkBalance({ settings }: State, to: OfferedTool, phone: ParsedRequest['phone']): Refusal | null {
	const { account } = settings;
	const price = priceOf(to.tool, phone, settings);
	if (!account.unlimited && account.tokens < price) return refused('insufficient_tokens');
	return phone === 'with' && account.phoneTokens < PHONE_TOKENS ? refused('insufficient_phone_tokens') : null;
}
