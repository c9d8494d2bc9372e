import type { FairUse } from './fairUse';
import type { SandboxSettings } from './settings';

export const ACCOUNT_CREATED_AT = '2024-01-15T09:00:00.000Z';

/** `token_balance`: -1 for an unlimited one (contract: Account record). */
export const tokenBalance = ({ account }: SandboxSettings): number => (account.unlimited ? -1 : account.tokens);

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
		...(account.showsPhoneTokens ? { phone_token_balance: account.phoneTokens } : {}),
		personal_email_available: account.personalEmailAvailable,
		fair_use: fairUse.standing(settings.limits, now),
		api_key_count: settings.keys.length + settings.keysWithoutAccess.length,
		user_count: 1,
		created_at: ACCOUNT_CREATED_AT,
	};
}
