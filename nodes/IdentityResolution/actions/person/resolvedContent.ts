import { COLUMN_NAMES, type Cell, type Cells, type Column } from '../../api/columns';
import { mergeCells, outdated, PARTS, type Merged } from '../../api/merge';
import { byQuestion, isResume, readResume, writeResume, type PaidAnswer } from '../../api/resume';
import { simplified, SOURCES } from '../../api/sources';
import { lackOf, unmet, type WantName } from '../../api/wants';
import type { Step } from '../../run/lookup';
import type { Outcome } from '../../run/outcome';
import { answeredPhone, isAnswered, type Answered } from '../../run/recall';
import type { SettledRow } from '../../run/settle';
import type { Before } from '../before';
import { columnsOfAll, type Content } from '../content';
import { stepsDetails } from '../lookupDetails';
import { explainFailure, explainStop } from '../sentences';

/** The content of rows about which several tools were asked, towards what is wanted of them. */
export const resolvedContent = (wants: readonly WantName[]): Content => ({
	columns: columnsOfAll(SOURCES.map(({ tool }) => tool)),
	own: ['sources', 'resume'],
	details: stepsDetails,
	read: (row, before) => {
		const merged = mergedOf(row);
		const lacking = unmet(wants, merged.cells);
		return {
			simplified: () => ({ ...emptied(outdated(earlierCells(before), merged.cells)), ...merged.cells }),
			raw: () => ({
				results: byTool(row, 'results'),
				metadata: byTool(row, 'metadata'),
				error: byTool(row, 'error') ?? undefined,
			}),
			own: { sources: sourcesOf(merged), resume: resumeOf(row, lacking, before('resume')) },
			notes: [...lackNotes(row, merged, lacking), ...troubleNotes(row), ...disagreementNotes(merged)],
		};
	},
	paid: (row, before) => (row.outcome.is === 'not_found' && !holdsHit(row) ? null : answersOf(row, before('resume'))),
});

type Found = Extract<Outcome, { is: 'found' }>;

const mergedOf = ({ steps }: SettledRow): Merged =>
	mergeCells(
		steps
			.filter((step): step is Step & { outcome: Found } => step.outcome.is === 'found')
			.map(({ lookup: { tool }, outcome }) => ({
				tool: tool.name,
				cells: simplified(tool, outcome.answer.results),
			})),
	);

/** What an earlier run of this operation left in the row: `sources` tells that it did, and that the columns are not the user's own. */
function earlierCells(before: Before): Cells {
	if (!isSources(before('sources'))) return {};
	const filled = COLUMN_NAMES.map((column) => [column, before(column)] as const).filter(
		(cell): cell is [Column, Cell] => isCell(cell[1]),
	);
	return Object.fromEntries(filled);
}

/** Whether a cell is what `sourcesOf` writes: without a prefix, a column of that name may be the user's own. */
const isSources = (cell: unknown) => typeof cell === 'string' && PARTS.some((part) => cell.startsWith(`${part}: `));

const isCell = (value: unknown): value is Cell =>
	(typeof value === 'string' && value !== '') || typeof value === 'number';

/** An empty text is written; with null a column would keep what it came in with. */
const emptied = (columns: readonly Column[]): Cells => Object.fromEntries(columns.map((column) => [column, '']));

const wasAnswered = (step: Step): step is Step & { outcome: Answered } => isAnswered(step.outcome);

function byTool({ steps }: SettledRow, part: 'results' | 'metadata' | 'error'): Record<string, unknown> | null {
	const answered = steps.filter(wasAnswered).filter(({ outcome }) => outcome.answer[part] !== undefined);
	return answered.length === 0
		? null
		: Object.fromEntries(answered.map(({ lookup, outcome }) => [lookup.tool.name, outcome.answer[part]]));
}

const sourcesOf = ({ from }: Merged): string | null =>
	[...from].map(([part, tools]) => `${part}: ${tools.join(', ')}`).join('; ') || null;

/** What was answered, as long as something is left to ask. A row that came in with such a text and is done leaves with an empty one. */
function resumeOf({ outcome, steps }: SettledRow, lacking: readonly WantName[], before: unknown): string | null {
	const isLeft =
		lacking.length > 0 && steps.some((step) => step.outcome.is === 'deferred' || step.outcome.is === 'failed');
	const answers = isLeft ? answersOf({ steps }, before) : null;
	if (answers !== null) return answers;
	const isDone = outcome.is === 'found' || outcome.is === 'not_found';
	return isDone && isResume(before) ? '' : null;
}

const holdsHit = ({ steps }: SettledRow) => steps.some(({ outcome }) => outcome.is === 'found');

/** All that was answered about a row, as a text; null where nothing was. */
function answersOf({ steps }: Pick<SettledRow, 'steps'>, before: unknown): string | null {
	// Prices may lead another way than last time, so that not all that was paid for stands among the steps.
	const answers = byQuestion([...(readResume(before) ?? []), ...steps.filter(wasAnswered).map(paidAnswer)]);
	return answers.length > 0 ? writeResume(answers) : null;
}

const paidAnswer = ({ lookup, outcome }: Step & { outcome: Answered }): PaidAnswer => ({
	tool: lookup.tool.name,
	key: lookup.identifier.key,
	phone: answeredPhone(outcome, lookup),
	results: outcome.is === 'found' ? outcome.answer.results : null,
});

/** What a row lacks that was found, or of which something else was found than what was wanted. */
function lackNotes(row: SettledRow, { cells }: Merged, lacking: readonly WantName[]): string[] {
	const isTold = row.outcome.is === 'found' || (row.outcome.is === 'not_found' && holdsHit(row));
	if (!isTold || lacking.length === 0) return [];
	return [`Not found: ${listed(lacking.map((want) => lackOf(want, cells)))}`];
}

/** What kept a tool from answering, where the row was answered without it. */
function troubleNotes({ outcome, steps }: SettledRow): string[] {
	if (outcome.is !== 'found' && outcome.is !== 'not_found') return [];
	return steps.flatMap(({ lookup: { tool }, outcome: one }) => {
		if (one.is === 'failed') return [`${tool.name} did not answer: ${explainFailure(one.refusal).what}`];
		return one.is === 'deferred' && one.stop.tool !== null ? [explainStop(one.stop).what] : [];
	});
}

function disagreementNotes({ disagreements }: Merged): string[] {
	const byKept = new Map<string, string[]>();
	for (const { column, kept } of disagreements) byKept.set(kept, [...(byKept.get(kept) ?? []), column]);
	return [...byKept].map(([tool, columns]) => `Tools differ on ${listed(columns)}: kept what ${tool} says`);
}

const listed = (words: readonly string[]) =>
	words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
