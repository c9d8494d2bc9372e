import {
	textInCell,
	isAuthentic,
	latestByLookup,
	personOf,
	writeAnswers,
	type AnswersText,
	type StoredAnswer,
} from '../../api/answersText';
import { isEmpty } from '../../api/values/json';
import { reducedResults } from '../../api/person/reduced';
import { storedAnswers, type AnswerStore } from '../../run/answerStore';
import { isAnswered } from '../../service/outcome';
import type { SettledRow } from '../../run/rows';
import { TOOLS } from '../panel/operations';
import { keysOfRow } from '../read/previousColumns';
import type { ContentMapper, RowContext } from './content';

/**
 * Adds to the content of an operation all answers about the person of each row, so that later runs
 * know them.
 */
export const knownContent = (mapper: ContentMapper, store: AnswerStore): ContentMapper => ({
	...mapper,
	own: [...mapper.own, 'answers'],
	read: (row: SettledRow, context: RowContext) => {
		const content = mapper.read(row, context);
		const text = answersText(row, store);
		const notes = [knownSince(row), ...content.notes, tooLongNote(text)];
		return {
			...content,
			own: { ...content.own, answers: text?.text ?? earlierText(row, context, store) },
			notes: [...new Set(notes.filter((note) => note !== null))],
		};
	},
});

/**
 * What the cell gets if there is no answer: null, which keeps it. A text that is not authentic is
 * emptied, because it would replace the text of the person in the store; not in invalid rows, which
 * are not stored.
 */
function earlierText(
	{ outcome }: SettledRow,
	{ previous }: RowContext,
	{ sign }: AnswerStore,
): string | null {
	const cell = previous('answers');
	if (isEmpty(cell) || sign === null || outcome.is === 'invalid') return null;
	const text = textInCell(cell);
	return text !== null && isAuthentic(text, sign) ? null : '';
}

/** Says how old the answers of earlier runs are; null if there are none. */
function knownSince({ steps }: SettledRow): string | null {
	const times = steps.flatMap(({ outcome, record }) =>
		isAnswered(outcome) && record.attempts === 0 ? [outcome.answer.at] : [],
	);
	if (times.length === 0) return null;
	const dated = times.filter((time) => time !== null);
	if (dated.length === 0) return 'Known from an earlier run';
	return `Known since ${new Date(Math.min(...dated)).toISOString().slice(0, 10)}`;
}

const tooLongNote = (text: AnswersText | null): string | null =>
	text?.isComplete === false
		? 'Not all paid answers fit into the 30,000 characters of answers: some may be charged again'
		: null;

/**
 * Writes all answers about the people of a row: those of the row, of other rows and of earlier
 * runs.
 */
function answersText(row: SettledRow, store: AnswerStore): AnswersText | null {
	const lookedUp = row.steps.map(({ lookup }) => personOf(lookup.identifier.key));
	const keys = new Set([...keysOfRow(row), ...lookedUp]);
	const all: StoredAnswer[] = [
		...[...keys].flatMap((key) => store.about(key)),
		...storedAnswers(row.steps),
	];
	if (all.length === 0 || store.sign === null) return null;
	return writeAnswers(latestByLookup(all), store.sign, ({ tool, results }) => {
		const known = TOOLS.find(({ name }) => name === tool);
		return known === undefined ? results : reducedResults(known, results);
	});
}
