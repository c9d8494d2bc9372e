import type { Decision, TriggerEvent } from '../../../nodes/IdentityResolution/actions/trigger/events';
import { readAccount } from '../../../nodes/IdentityResolution/api/account';

/** An event with its parameters, which reads account records. */
export interface Watched {
	decide(record: unknown, before: unknown): Decision;
}

/** @throws if the parameters are invalid */
export function watchOf(event: TriggerEvent, parameters: Record<string, unknown> = {}): Watched {
	const watch = event.watch((name) => parameters[name]);
	if (watch.is === 'invalid') throw new Error(watch.why);
	return { decide: (record, before) => watch.decide(readAccount(record), before) };
}

/** Why parameters are invalid; null if they are valid. */
export function whyInvalid(event: TriggerEvent, parameters: Record<string, unknown>): string | null {
	const watch = event.watch((name) => parameters[name]);
	return watch.is === 'invalid' ? watch.why : null;
}

/** Decides on one account record after the other, with the saved state as n8n's database returns it. */
export function itemsOver(watch: Watched, accounts: readonly unknown[]): object[][] {
	let state: unknown;
	return accounts.map((account) => {
		const decision = watch.decide(account, state);
		if (decision.is === 'missing_data') throw new Error(decision.message);
		state = JSON.parse(JSON.stringify(decision.state));
		return decision.items;
	});
}

/** How many items each account record gives. */
export const countsOver = (watch: Watched, accounts: readonly unknown[]): number[] =>
	itemsOver(watch, accounts).map(({ length }) => length);
