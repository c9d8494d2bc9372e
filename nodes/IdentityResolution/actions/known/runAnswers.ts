import type { INodeExecutionData } from 'n8n-workflow';
import { bestByLookup, readUntrusted, type StoredAnswer } from '../../api/resume';
import type { Sign } from '../../api/signature';
import type { SettledRow } from '../../run/rows';
import { keysOfRow } from '../rows/personKey';
import { resumesIn } from '../rows/previousColumns';
import { storedAnswer, wasAnswered } from '../rows/resumeText';
import { personOf, type KnownAnswers } from './knownAnswers';

/** The keys of all people whom a row names, and of whatever else was looked up for it. */
export const peopleOf = (row: SettledRow): ReadonlySet<string> =>
	new Set([...keysOfRow(row), ...row.steps.map(({ lookup }) => personOf(lookup.identifier.key))]);

/** The `resume` texts that came with the rows. */
export interface RowTexts {
	textsOf(index: number): readonly string[];
	/** The answers of a text. */
	read(text: string): readonly StoredAnswer[];
}

export function rowTextsOf(items: readonly INodeExecutionData[], prefix: string, sign: Sign | null): RowTexts {
	// A row is compared with each row that names the same person.
	const texts = new Map<number, readonly string[]>();
	return {
		textsOf: (index) => {
			const found = texts.get(index) ?? resumesIn(items[index].json, prefix);
			texts.set(index, found);
			return found;
		},
		read: (text) => readUntrusted(text, sign) ?? [],
	};
}

/**
 * Adds the answers of a run, and those that came with its rows. If several rows name one person, each gets the answers
 * of all: a store that keeps one row per person would lose those of the others.
 */
export function withRunAnswers(answers: KnownAnswers, rows: readonly SettledRow[], texts: RowTexts): KnownAnswers {
	const shared = sharedPeople(rows, texts);
	if (shared.size === 0) return answers;
	const found = new Map([...shared].map((person): [string, StoredAnswer[]] => [person, []]));
	rows.forEach((row, index) => {
		if (![...peopleOf(row)].some((person) => shared.has(person))) return;
		const all = [...row.steps.filter(wasAnswered).map(storedAnswer), ...texts.textsOf(index).flatMap(texts.read)];
		for (const answer of all) if (!answer.unverified) found.get(personOf(answer.key))?.push(answer);
	});
	const best = new Map([...found].map(([person, all]) => [person, bestByLookup(all)]));
	return { ...answers, about: (key) => [...answers.about(key), ...(best.get(personOf(key)) ?? [])] };
}

/** The people whom several rows name, unless these rows have the same answers. */
function sharedPeople(rows: readonly SettledRow[], { textsOf }: RowTexts): ReadonlySet<string> {
	const firstRow = new Map<string, number>();
	const shared = new Set<string>();
	const answersOf = (index: number) => [lookupsOf(rows[index]), ...textsOf(index)].join();
	rows.forEach((row, index) => {
		for (const person of peopleOf(row)) {
			const other = firstRow.get(person);
			if (other === undefined) firstRow.set(person, index);
			else if (!shared.has(person) && answersOf(other) !== answersOf(index)) shared.add(person);
		}
	});
	return shared;
}

const lookupsOf = ({ steps }: SettledRow): string =>
	steps.map(({ lookup: { key, phone } }) => `${key} ${phone}`).join();
