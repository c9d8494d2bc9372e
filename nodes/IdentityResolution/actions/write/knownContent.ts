import {
	latestByLookup,
	personOf,
	writeResume,
	type Reduce,
	type ResumeText,
	type StoredAnswer,
} from '../../api/resume';
import {
	NO_SUPPRESSION,
	receivedAnswers,
	storedAnswers,
	type AnswerStore,
	type Suppression,
} from '../../run/answerStore';
import { isAnswered } from '../../run/outcome';
import type { SettledRow } from '../../run/rows';
import { isEmpty } from '../../api/json';
import { isSuppressed, type ContentMapper, type RowContext } from './content';
import { earlierKeys, keysForColumn, keysOfRow, PERSON_KEY, personKey, type PersonKeys } from '../read/previousColumns';
import { reducedResults } from '../../api/person/unrecognized';
import { TOOLS } from '../panel/operations';

/** Adds to the content of an operation all answers about the person of each row, so that later runs know them. */
export const knownContent = (
	mapper: ContentMapper,
	answers: AnswerStore,
	suppression: Suppression = NO_SUPPRESSION,
): ContentMapper => ({
	...mapper,
	own: [...new Set([...mapper.own, 'resume'])],
	read: (row, context) => {
		const content = mapper.read(row, context);
		const texts = context.texts();
		const people = isUnread(row) ? earlierKeys(context) : [];
		// What the row has, or this run paid for, stays. Known data about a suppressed person is not copied.
		const isOwnAlone = isSuppressed(row) || people.some(suppression.isIn);
		const resume = isOwnAlone ? ownText(row, texts, answers) : resumeText(row, texts, answers, people);
		const notes = [knownSince(row), ...content.notes, resume?.isComplete === false ? TOO_LONG : null];
		return {
			...content,
			own: {
				...content.own,
				resume: resume?.text ?? null,
				...keyBeside(resume, row, context),
			},
			notes: [...new Set(notes.filter((note) => note !== null))],
		};
	},
	continuation: (row, texts, previous) => ({
		resume: resumeText(row, texts, answers)?.text ?? previous('resume'),
	}),
});

/** The key of a row without an answer, and of one that was not read. It says whether the text beside it counts. */
function keyBeside(resume: ResumeText | null, row: SettledRow, context: RowContext): Record<string, unknown> {
	const keys = isUnread(row) ? earlierKeys(context) : keysForColumn(row);
	if (isAnswered(row.outcome) || row.outcome.is === 'planned') return {};
	if (isEmpty(context.previous('resume')) || keys.length === 0) return {};
	return { [PERSON_KEY]: personKey(keys, resume === null ? 'does_not_count' : 'counts') };
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

export const TOO_LONG = 'Not all paid answers fit into the 30,000 characters of resume: some may be charged again';

/**
 * Writes all answers about the people of a row as a `resume` text: those of the row, of its earlier texts, and of
 * other rows and runs. Null if there are none, or no key to sign them with: then a text of another key stays until the
 * row is answered.
 * @param people whom its columns name, beside those whom it names now
 */
export function resumeText(
	row: SettledRow,
	texts: readonly string[],
	answers: AnswerStore,
	people: PersonKeys = [],
): ResumeText | null {
	const stored = texts.flatMap((text) => answers.read(text));
	const keys = new Set([...peopleOf(row), ...people, ...stored.map(({ key }) => key)]);
	return signed([...[...keys].flatMap((key) => answers.about(key)), ...stored, ...storedAnswers(row.steps)], answers);
}

/** Writes the answers that this run received for a row, and those of its earlier texts. */
const ownText = (row: SettledRow, texts: readonly string[], answers: AnswerStore): ResumeText | null =>
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
