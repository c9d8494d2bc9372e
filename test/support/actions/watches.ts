import type { TriggerEvent, Watch } from '../../../nodes/IdentityResolution/actions/trigger/event';

/** An event with its parameters. @throws if they are invalid */
export function watchOf(event: TriggerEvent, parameters: Record<string, unknown> = {}): Watch {
	const watch = event.watch((name) => parameters[name]);
	if (watch.is === 'invalid') throw new Error(watch.why);
	return watch;
}

/** Why parameters are invalid; null if they are valid. */
export function whyInvalid(event: TriggerEvent, parameters: Record<string, unknown>): string | null {
	const watch = event.watch((name) => parameters[name]);
	return watch.is === 'invalid' ? watch.why : null;
}

/** Decides on one account record after the other, with the saved state as n8n's database returns it. */
export function itemsOver(watch: Watch, accounts: readonly unknown[]): object[][] {
	let state: unknown;
	return accounts.map((account) => {
		const decision = watch.decide(account, state);
		if (decision.is === 'missing_data') throw new Error(decision.message);
		state = JSON.parse(JSON.stringify(decision.state));
		return decision.items;
	});
}

/** How many items each account record gives. */
export const countsOver = (watch: Watch, accounts: readonly unknown[]): number[] =>
	itemsOver(watch, accounts).map(({ length }) => length);
