import { withGrades } from '../../api/person/columns';
import type { Merged } from '../../api/person/merge';
import {
	WANTS,
	type WantName,
	type Wanted,
	describeMissing,
	isWanted,
	unmetIn,
	withoutGiven,
} from '../../api/person/wants';
import { mergedOf, unrecognizedFor, unrecognizedWants } from '../../run/resolve/rowState';
import { isAnswered, isUnfinished, toolNotOffered } from '../../run/outcome';
import type { SettledRow } from '../../run/rows';
import { type LookupOperation, columnsOf } from '../spec/operation';
import { type AnswerStore, wasAnswered } from '../../run/answerStore';
import { TOO_LONG, resumeText } from './knownContent';
import { PERSON_KEY, kindsGiven } from '../read/previousColumns';
import { explain } from './explanations';
import type { ResumeText } from '../../api/resume';
import type { INodeExecutionData } from 'n8n-workflow';
import { addressesInRow } from '../../api/person/emails';
import { type ContentMapper, type ContentSettings, personColumn, stepsDetails, unrecognizedNotes } from './content';

/** The content of rows that several tools may have answered. */
export const resolvedContent = (
	operation: LookupOperation,
	{ wants, minGrade, columns, answers }: ContentSettings,
): ContentMapper => ({
	columns: columnsOf(operation).filter((column) => columns === 'all' || isWanted(column, wants)),
	lead: withGrades(wants.flatMap((want) => WANTS[want].lead)),
	own: ['sources', 'resume', PERSON_KEY],
	details: stepsDetails,
	unrecognized: (row) => {
		const merged = mergedOf(row.steps, NO_ADDRESSES);
		return fieldsFor(unmetOf(row, merged, { wants, minGrade }), row, NO_ADDRESSES);
	},
	read: (row, context) => {
		const merged = mergedOf(row.steps, context.addresses);
		const unmet = unmetOf(row, merged, { wants, minGrade });
		const unrecognized = unrecognizedWants(unmet, row.steps, context.addresses);
		const missing = unmet.filter((want) => !unrecognized.includes(want));
		const resume = resumeOf(row, missing, context.texts(), answers);
		return {
			simplified: () => merged.cells,
			raw: () => ({
				results: byTool(row, 'results'),
				metadata: byTool(row, 'metadata'),
				error: byTool(row, 'error') ?? undefined,
			}),
			own: { sources: sourcesOf(merged), resume: resume?.text ?? null, ...personColumn(row, context) },
			notes: [
				...unrecognizedNotes(fieldsFor(unrecognized, row, context.addresses)),
				...missingNotes(row, merged, missing, columns),
				...failureNotes(row, missing),
				...disagreementNotes(merged),
				...(resume?.isComplete === false ? [TOO_LONG] : []),
			],
		};
	},
	continuation: (row, texts, previous) => {
		const isPaid = row.outcome.is !== 'not_found' || hasHit(row);
		return { resume: (isPaid ? resumeText(row, texts, answers)?.text : null) ?? previous('resume') };
	},
});

const NO_ADDRESSES = () => [];

/** The wanted parts that a row neither has nor came with. */
const unmetOf = (row: SettledRow, { cells }: Merged, wanted: Wanted): WantName[] =>
	unmetIn(withoutGiven(wanted, kindsGiven(row)), cells);

const fieldsFor = (
	unrecognized: readonly WantName[],
	{ steps }: SettledRow,
	addresses: () => readonly string[],
): string[] => [...new Set(unrecognized.flatMap((want) => unrecognizedFor(want, steps, addresses)))];

function byTool({ steps }: SettledRow, part: 'results' | 'metadata' | 'error'): Record<string, unknown> | null {
	const answered = steps.filter(wasAnswered).filter(({ outcome }) => outcome.answer[part] !== undefined);
	return answered.length === 0
		? null
		: Object.fromEntries(answered.map(({ lookup, outcome }) => [lookup.tool.name, outcome.answer[part]]));
}

const sourcesOf = ({ from }: Merged): string | null =>
	[...from].map(([part, tools]) => `${part}: ${tools.join(', ')}`).join('; ') || null;

/** The `resume` text of a row that is not complete. Empty for a complete row that came with one. */
function resumeOf(
	row: SettledRow,
	missing: readonly WantName[],
	texts: readonly string[],
	answers: AnswerStore,
): ResumeText | null {
	const isLeft = missing.length > 0 && row.steps.some((step) => isUnfinished(step.outcome));
	if (!isLeft && texts.length === 0) return null;
	return !isLeft && isAnswered(row.outcome) ? { text: '', isComplete: true } : resumeText(row, texts, answers);
}

const hasHit = ({ steps }: SettledRow) => steps.some(({ outcome }) => outcome.is === 'found');

/** Notes about wanted parts that are missing after a hit. */
function missingNotes(
	row: SettledRow,
	{ cells }: Merged,
	missing: readonly WantName[],
	columns: ContentSettings['columns'],
): string[] {
	const isReported = row.outcome.is === 'found' || (row.outcome.is === 'not_found' && hasHit(row));
	if (!isReported || missing.length === 0) return [];
	const isHidden = row.outcome.is === 'not_found' && columns === 'wanted';
	const notFound = `Not found: ${listed(missing.map((want) => describeMissing(want, cells)))}`;
	return isHidden ? [notFound, 'To see what else was found, set Output to Everything Found'] : [notFound];
}

/** Notes about tools that failed, for a row that others answered. */
function failureNotes({ outcome, steps }: SettledRow, missing: readonly WantName[]): string[] {
	if (!isAnswered(outcome)) return [];
	const failures = steps.flatMap(({ lookup: { tool }, outcome: one }) => {
		if (one.is === 'failed') return [`${tool.name} did not answer: ${explain(one.refusal).message}`];
		return one.is === 'deferred' && one.stop.tool !== null && isUnfinished(one) ? [explain(one.stop).message] : [];
	});
	const notOffered = steps.flatMap((step) => toolNotOffered(step.outcome) ?? []);
	return missing.length === 0 || notOffered.length === 0
		? failures
		: [...failures, `Not offered to this account: ${listed([...new Set(notOffered)])}`];
}

function disagreementNotes({ disagreements }: Merged): string[] {
	const byKept = new Map<string, string[]>();
	for (const { column, kept } of disagreements) byKept.set(kept, [...(byKept.get(kept) ?? []), column]);
	return [...byKept].map(([tool, columns]) => `Tools differ on ${listed(columns)}: kept what ${tool} says`);
}

const listed = (words: readonly string[]) =>
	words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** The number of rows with a wanted part. */
export interface WantCount {
	/** The part, in the middle of a sentence. */
	words: string;
	rows: number;
}

/** Counts the rows that have each wanted part, from answers of this run and of earlier ones. */
export function countWants(
	rows: readonly SettledRow[],
	items: readonly INodeExecutionData[],
	wanted: Wanted,
): WantCount[] {
	const { wants } = wanted;
	const counts = new Map<WantName, number>(wants.map((want) => [want, 0]));
	rows.forEach((row, index) => {
		// A row that ended at a suppressed person shows no data.
		if (row.outcome.is === 'skipped' || !row.steps.some(({ outcome }) => outcome.is === 'found')) return;
		const merged = mergedOf(row.steps, () => addressesInRow(items[index].json));
		const unmet = unmetOf(row, merged, wanted);
		for (const want of wants) if (!unmet.includes(want)) counts.set(want, (counts.get(want) ?? 0) + 1);
	});
	return wants.map((want) => ({ words: WANTS[want].words, rows: counts.get(want) ?? 0 }));
}
