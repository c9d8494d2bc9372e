import { isEmpty } from '../../api/json';
import { reducedResults } from '../../api/person/unrecognized';
import { latestByLookup, personOf, writeResume, type ResumeText, type StoredAnswer } from '../../api/resume';
import { storedAnswers, type AnswerStore } from '../../run/answerStore';
import { isAnswered } from '../../run/outcome';
import type { SettledRow } from '../../run/rows';
import { TOOLS } from '../panel/operations';
import { earlierKeys, keysForColumn, keysOfRow, type PersonKeys } from '../read/previousColumns';
import type { ContentMapper, RowContext } from './content';

/** Adds to the content of an operation all answers about the person of each row, so that later runs know them. */
export const knownContent = (mapper: ContentMapper, answers: AnswerStore) => ({
	...mapper,
	own: [...new Set([...mapper.own, 'resume'])],
	read: (row: SettledRow, context: RowContext) => {
		const content = mapper.read(row, context);
		const texts = context.texts();
		const people = isUnread(row) ? earlierKeys(context.previous) : [];
		const resume = resumeText(row, texts, answers, people);
		const notes = [knownSince(row), ...content.notes, tooLongNote(resume)];
		return {
			...content,
			own: { ...content.own, resume: resume?.text ?? null, ...keyBeside(resume, row, context) },
			notes: [...new Set(notes.filter((note) => note !== null))],
		};
	},
});

/**
 * The key of a row without an answer, and of one that was not read. A `?` stands before it if the `resume` beside it
 * does not count. A store with one row per key then puts the row beside its own, and the row still names its person.
 */
function keyBeside(resume: ResumeText | null, row: SettledRow, context: RowContext): Record<string, unknown> {
	if (isAnswered(row.outcome) || row.outcome.is === 'planned' || isEmpty(context.previous('resume'))) return {};
	const keys = isUnread(row) ? earlierKeys(context.previous) : keysForColumn(row, context.previous);
	return keys.length === 0 ? {} : { person_key: (resume === null ? '?' : '') + keys.join(' ') };
}

/** Whether the identifiers of a row were not read. */
const isUnread = ({ outcome }: SettledRow): boolean => outcome.is === 'skipped' && outcome.by === 'skip_when';

/** Whether the row was answered by earlier runs alone. */
export const isKnown = ({ outcome, steps }: SettledRow): boolean =>
	isAnswered(outcome) && steps.every(({ record }) => record.attempts === 0);

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

export const tooLongNote = (resume: ResumeText | null): string | null =>
	resume?.isComplete === false
		? 'Not all paid answers fit into the 30,000 characters of resume: some may be charged again'
		: null;

/**
 * Writes all answers about the people of a row as a `resume` text: those of the row, of its earlier texts, and of
 * other rows and runs. Null if there are none, or no key to sign them with: then a text of another key stays until the
 * row is answered.
 * @param people whom its columns name, beside those whom it names now
 */
export function resumeText(row: SettledRow, texts: readonly string[], answers: AnswerStore, people: PersonKeys = []) {
	const stored = answersOf(texts, answers);
	const lookedUp = row.steps.map(({ lookup }) => personOf(lookup.identifier.key));
	const keys = new Set([...keysOfRow(row), ...lookedUp, ...people, ...stored.map(({ key }) => key)]);
	return signed([...[...keys].flatMap((key) => answers.about(key)), ...stored, ...storedAnswers(row.steps)], answers);
}

const answersOf = (texts: readonly string[], answers: AnswerStore): StoredAnswer[] =>
	texts.flatMap((text) => answers.read(text));

function signed(all: readonly StoredAnswer[], { sign }: AnswerStore): ResumeText | null {
	if (all.length === 0 || sign === null) return null;
	return writeResume(latestByLookup(all), sign, ({ tool, results }) => {
		const known = TOOLS.find(({ name }) => name === tool);
		return known === undefined ? results : reducedResults(known, results);
	});
}
