import type { Decision, MissingData, TriggerEvent } from '../../../nodes/IdentityResolution/actions/trigger/events';
import { readAccount } from '../../../nodes/IdentityResolution/api/account';

/** An event with its parameters, which reads account records. */
export interface Watched {
	decide(record: unknown, before: unknown): Decision | MissingData;
}

/** @throws if the parameters are invalid */
export function watchOf(event: TriggerEvent, parameters: Record<string, unknown> = {}): Watched {
	const decide = event.watch((name) => parameters[name]);
	if (typeof decide === 'string') throw new Error(decide);
	return { decide: (record, before) => decide(readAccount(record), before) };
}

/** Why parameters are invalid; null if they are valid. */
export function whyInvalid(event: TriggerEvent, parameters: Record<string, unknown>): string | null {
	const decide = event.watch((name) => parameters[name]);
	return typeof decide === 'string' ? decide : null;
}

/** Decides on one account record after the other, with the saved state as n8n's database returns it. */
export function itemsOver(watch: Watched, accounts: readonly unknown[]): object[][] {
	let state: unknown;
	return accounts.map((account) => {
		const decision = watch.decide(account, state);
		if ('message' in decision) throw new Error(decision.message);
		state = JSON.parse(JSON.stringify(decision.state));
		return decision.items;
	});
}

/** How many items each account record gives. */
export const countsOver = (watch: Watched, accounts: readonly unknown[]): number[] =>
	itemsOver(watch, accounts).map(({ length }) => length);
