import type { Fault } from './faultSchema';
import type { Question } from './question';
import { refused, type Refused } from './refusals';
import type { State } from './state';
import { testIdentifierOf, type TestOutcome } from './testIdentifiers';

/** The refusal that a test identifier among the items forces; null where none does. A refusal that strikes once is used up by it. */
export function forcedRefusal(state: State, tool: string, { items, phone }: Question): Refused | null {
	for (const { key } of items) {
		const outcome = testIdentifierOf(key)?.outcome;
		if (outcome?.is !== 'refused') continue;
		// The balance is checked for each item in its turn: see `balanceRefusedByTest`.
		if (outcome.code === 'insufficient_tokens') continue;
		if (outcome.when === 'withPhone' && phone === 'without') continue;
		if (outcome.when === 'once' && !firstTime(state, `${tool} ${key}`)) continue;
		return refused(outcome.code, { wait: outcome.wait ?? null });
	}
	return null;
}

function firstTime({ refusedOnce }: State, name: string): boolean {
	if (refusedOnce.has(name)) return false;
	refusedOnce.add(name);
	return true;
}

/** The refusal of an item that the balance is made out not to cover. */
export function balanceRefusedByTest(key: string): Refused | null {
	const outcome = testIdentifierOf(key)?.outcome;
	return outcome?.is === 'refused' && outcome.code === 'insufficient_tokens' ? refused(outcome.code) : null;
}

/** The fault that a test identifier among the items brings on; null where none does. */
export function forcedFault({ items }: Question): Fault | null {
	return outcomesOf(items, 'fault')?.fault ?? null;
}

/** How a test identifier among the items bends the answer; null where none does. */
export function forcedOddity({ items }: Question): (TestOutcome & { is: 'odd' })['oddity'] | null {
	return outcomesOf(items, 'odd')?.oddity ?? null;
}

function outcomesOf<Is extends TestOutcome['is']>(
	items: Question['items'],
	is: Is,
): Extract<TestOutcome, { is: Is }> | null {
	for (const { key } of items) {
		const outcome = testIdentifierOf(key)?.outcome;
		if (outcome?.is === is) return outcome as Extract<TestOutcome, { is: Is }>;
	}
	return null;
}
