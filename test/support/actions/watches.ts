import type { Decision, MissingData, TriggerEvent } from '../../../nodes/IdentityResolution/actions/trigger/event';
import { readAccount } from '../../../nodes/IdentityResolution/api/account/account';

/** An event with its parameters, which reads account records. */
export interface Watched {
	/** @param hour of a clock that starts at 0 */
	decide(record: unknown, before: unknown, hour?: number): Decision | MissingData;
}

/** @throws if the parameters are invalid */
export function watchOf(event: TriggerEvent, parameters: Record<string, unknown> = {}): Watched {
	const decide = event.watch((name) => parameters[name]);
	if (typeof decide === 'string') throw new Error(decide);
	return { decide: (record, before, hour = 0) => decide(readAccount(record), before, hour * 3_600_000) };
}

/** Why parameters are invalid; null if they are valid. */
export function whyInvalid(event: TriggerEvent, parameters: Record<string, unknown>): string | null {
	const decide = event.watch((name) => parameters[name]);
	return typeof decide === 'string' ? decide : null;
}

/** Decides on an account record per hour, with the saved state as n8n's database returns it. */
export function itemsOver(watch: Watched, accounts: readonly unknown[]): object[][] {
	let state: unknown;
	return accounts.map((account, hour) => {
		const decision = watch.decide(account, state, hour);
		if ('message' in decision) throw new Error(decision.message);
		state = JSON.parse(JSON.stringify(decision.state));
		return decision.items;
	});
}

/** How many items each account record gives. */
export const countsOver = (watch: Watched, accounts: readonly unknown[]): number[] =>
	itemsOver(watch, accounts).map(({ length }) => length);
