import { reducedResults } from '../../api/person/reduce';
import {
	latestByLookup,
	personOf,
	writeResume,
	type Reduce,
	type ResumeText,
	type StoredAnswer,
} from '../../api/resume';
import { TOOLS } from '../panel/operations';
import { receivedAnswers, storedAnswers, type AnswerStore } from '../../run/answerStore';
import { isAnswered } from '../../run/outcome';
import type { SettledRow } from '../../run/rows';
import { keysOfRow } from '../read/personKey';

export const TOO_LONG = 'Not all paid answers fit into the 30,000 characters of resume: some may be charged again';

/**
 * Writes all answers about the people of a row as a `resume` text: those of the row, of its earlier texts, and of
 * other rows and runs. Null if there are none, or no key to sign them with. If no text is authentic, they stay until the
 * row is answered, because another key may make them authentic again.
 */
export function resumeText(row: SettledRow, texts: readonly string[], answers: AnswerStore): ResumeText | null {
	const hasNewAnswer = isAnswered(row.outcome) || receivedAnswers(row.steps).length > 0;
	if (!hasNewAnswer && texts.length > 0 && !texts.some((text) => answers.isAuthentic(text))) return null;
	const about = [...peopleOf(row)].flatMap((person) => answers.about(person));
	return signed([...about, ...texts.flatMap((text) => answers.read(text)), ...storedAnswers(row.steps)], answers);
}

/** Writes the answers that this run received for a row, and those of its earlier texts. */
export const ownText = (row: SettledRow, texts: readonly string[], answers: AnswerStore): ResumeText | null =>
	signed([...texts.flatMap((text) => answers.read(text)), ...receivedAnswers(row.steps)], answers);

function signed(all: readonly StoredAnswer[], { sign }: AnswerStore): ResumeText | null {
	return all.length === 0 || sign === null ? null : writeResume(latestByLookup(all), sign, reduce);
}

/** All people whom a row names, and whatever else was looked up for it. */
const peopleOf = (row: SettledRow): ReadonlySet<string> =>
	new Set([...keysOfRow(row), ...row.steps.map(({ lookup }) => personOf(lookup.identifier.key))]);

const TOOLS_BY_NAME = new Map(TOOLS.map((tool) => [tool.name, tool]));

const reduce: Reduce = ({ tool, results }) => {
	const known = TOOLS_BY_NAME.get(tool);
	return known === undefined ? results : reducedResults(known, results);
};
