import type { TriggerEvent, BoundEvent } from '../../../nodes/IdentityResolution/actions/trigger/events/event';

/** An event with its parameters. @throws if they are invalid */
export function watchOf(event: TriggerEvent, parameters: Record<string, unknown> = {}): BoundEvent {
	const watch = event.bind((name) => parameters[name]);
	if (watch.is === 'invalid') throw new Error(watch.why);
	return watch;
}

/** Why parameters are invalid; null if they are valid. */
export function whyInvalid(event: TriggerEvent, parameters: Record<string, unknown>): string | null {
	const watch = event.bind((name) => parameters[name]);
	return watch.is === 'invalid' ? watch.why : null;
}

/** Decides on one observation after the other, with the saved state as n8n's database returns it. */
export function itemsOver(watch: BoundEvent, observations: readonly unknown[]): object[][] {
	let remembered: unknown;
	return observations.map((account) => {
		const decision = watch.decide(remembered, [account]);
		if (decision.is === 'missing_data') throw new Error(decision.message);
		remembered = JSON.parse(JSON.stringify(decision.state));
		return decision.items;
	});
}

/** How many items each observation gives. */
export const countsOver = (watch: BoundEvent, observations: readonly unknown[]): number[] =>
	itemsOver(watch, observations).map(({ length }) => length);
