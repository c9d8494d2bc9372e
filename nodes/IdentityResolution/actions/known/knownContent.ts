import { readUntrusted } from '../../api/resume';
import type { Sign } from '../../api/signature';
import { isAnswered } from '../../run/answerCache';
import type { SettledRow } from '../../run/rows';
import type { ContentMapper } from '../rows/content';
import { resumeText, TOO_LONG } from '../rows/resumeText';
import type { Known } from './known';
import { peopleOf } from './runAnswers';
import { isSuppressed } from './withoutSuppressed';

/** Adds to the content of an operation all answers about the person of each row, so that later runs know them. */
export const knownContent = (mapper: ContentMapper, known: Known, sign: Sign | null): ContentMapper => ({
	...mapper,
	own: [...new Set([...mapper.own, 'resume'])],
	read: (row, context) => {
		const content = mapper.read(row, context);
		const resume = knownResume(row, context.isSamePerson ? context.previous('resume') : null, known, sign);
		const notes = [knownSince(row), ...content.notes, resume?.isComplete === false ? TOO_LONG : null];
		return {
			...content,
			own: { ...content.own, resume: resume?.text ?? null },
			notes: [...new Set(notes.filter((note) => note !== null))],
		};
	},
	continuation: (row, previous) => ({
		...mapper.continuation?.(row, previous),
		resume:
			knownResume(row, previous('resume'), known, sign)?.text ?? (isSuppressed(row) ? null : previous('resume')),
	}),
});

/** The answers of a row, those in the row, and those in known rows about its person. */
function knownResume(row: SettledRow, before: unknown, { answers }: Known, sign: Sign | null) {
	// What this run paid for must not be lost, but data about a suppressed person is not copied.
	if (isSuppressed(row))
		return resumeText(
			row.steps.filter(({ record }) => record.attempts > 0),
			[],
			sign,
		);
	const about = [...peopleOf(row)].flatMap(answers.about);
	return resumeText(row.steps, [...about, ...(readUntrusted(before, sign) ?? [])], sign);
}

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
