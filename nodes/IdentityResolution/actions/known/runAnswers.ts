import type { PaidAnswer } from '../../api/resume';
import type { SettledRow } from '../../run/rows';
import { keysOfRow } from '../rows/personKey';
import { paidAnswer, wasAnswered } from '../rows/resumeText';
import { personOf, type KnownAnswers } from './knownAnswers';

/** The keys of all people whom a row names, and of whatever else was looked up for it. */
export const peopleOf = (row: SettledRow): ReadonlySet<string> =>
	new Set([...keysOfRow(row), ...row.steps.map(({ lookup }) => personOf(lookup.identifier.key))]);

/**
 * Adds the answers of a run. If two rows name one person by different identifiers, each gets the answers of both: a
 * store that keeps one row per person would lose those of the other.
 */
export function withRunAnswers(answers: KnownAnswers, rows: readonly SettledRow[]): KnownAnswers {
	const shared = sharedPeople(rows);
	if (shared.size === 0) return answers;
	const found = new Map([...shared].map((person) => [person, new Map<string, PaidAnswer>()]));
	for (const { steps } of rows)
		for (const step of steps.filter(wasAnswered)) {
			const { key, phone, identifier } = step.lookup;
			found.get(personOf(identifier.key))?.set(`${key} ${phone}`, paidAnswer(step));
		}
	return { ...answers, about: (key) => [...answers.about(key), ...(found.get(personOf(key))?.values() ?? [])] };
}

/** The people whom several rows name, but for whom they do not have the same lookups. */
function sharedPeople(rows: readonly SettledRow[]): ReadonlySet<string> {
	const firstRow = new Map<string, SettledRow>();
	const shared = new Set<string>();
	for (const row of rows)
		for (const person of peopleOf(row)) {
			const other = firstRow.get(person);
			if (other === undefined) firstRow.set(person, row);
			else if (lookupsOf(other) !== lookupsOf(row)) shared.add(person);
		}
	return shared;
}

const lookupsOf = ({ steps }: SettledRow): string =>
	steps.map(({ lookup: { key, phone } }) => `${key} ${phone}`).join();
