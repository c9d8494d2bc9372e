import type { Cells } from '../../api/person/columns';
import { unrecognizedFields } from '../../api/person/unrecognized';
import { NO_CELLS } from '../../api/replies/reading';
import { shownTotalOf } from '../../api/replies/searchResults';
import type { Step } from '../../run/route';
import { isAnswered, type Outcome } from '../../service/outcome';
import type { SettledRow } from '../../run/rows';
import { distinctResults, outcomeForResult, type SearchResult } from '../../run/searchRoute';
import { SUPPRESSED_BY_ANSWER } from '../../run/suppression';
import { nextPageOf } from '../read/nextPage';
import { EMPTY_HIT } from '../spec/noData';
import type { LookupOperation } from '../spec/operation';
import {
	answerOf,
	hasNoData,
	simplifiedOf,
	unrecognizedNotes,
	withheldNotes,
	type ContentMapper,
	type ContentSettings,
} from './content';
import { lookupDetails } from './lookupDetails';

/**
 * The content of a search: one item per result, and one more for a row whose last page was not
 * answered.
 */
export function searchContent(
	operation: LookupOperation,
	settings: ContentSettings,
): ContentMapper {
	const { suppression } = settings;
	const [tool] = operation.tools;
	const { fillable } = tool.columns;
	const unrecognized = (outcome: Outcome) =>
		outcome.is === 'found' ? unrecognizedFields(tool, outcome.answer, 'without') : [];
	// A column may make an address of what no field says is a profile.
	const isShown = ({ outcome }: SettledRow) =>
		outcome.is !== 'found' || !suppression.isIn([outcome.answer.results, outcome.answer.cells]);
	return {
		fillable,
		simplified: simplifiedOf(operation, fillable, 'without'),
		own: ['total', 'next_page'],
		details: lookupDetails,
		*itemRows(row) {
			let hasItem = false;
			for (const one of itemRows(row)) {
				const shows = isShown(one);
				hasItem ||= shows;
				yield shows ? one : null;
			}
			if (!hasItem) yield { ...row, outcome: SUPPRESSED_BY_ANSWER };
		},
		unrecognized: ({ outcome }) => unrecognized(outcome),
		read: (row, { previous }) => {
			const { outcome, steps } = row;
			const cells = resultCells(row);
			const notes = unrecognizedNotes(unrecognized(outcome));
			const nextPage = nextPageOf(outcome, steps, previous('next_page'));
			const empty = notes.length === 0 && hasNoData(outcome, cells) ? [EMPTY_HIT] : [];
			return {
				cells,
				raw: () => answerOf(outcome),
				// Only a row that a limit has cut has the column.
				own: { total: totalIn(steps), ...(nextPage !== null && { next_page: nextPage }) },
				notes: [...notes, ...empty, ...withheldNotes(row, cells, settings)],
			};
		},
		returned: resultCells,
		mayBeOther: () => false,
		unmet: () => [],
	};
}

const resultCells = ({ outcome }: SettledRow): Cells =>
	outcome.is === 'found' ? (outcome.answer.cells ?? NO_CELLS) : NO_CELLS;

/**
 * Yields one row per result, and the row itself if its last page was not answered. The last result
 * has its remark.
 */
function* itemRows(row: SettledRow): Generator<SettledRow> {
	const { outcome, steps } = row;
	if (outcome.is === 'conflict') {
		yield row;
		return;
	}
	let latest: SearchResult | undefined;
	for (const result of distinctResults(steps, outcome.most ?? Infinity)) {
		if (latest !== undefined) yield rowOfResult(latest);
		latest = result;
	}
	if (latest !== undefined) yield rowOfResult(latest, outcome.remark);
	if (latest === undefined || !isAnswered(outcome)) yield row;
}

const rowOfResult = (found: SearchResult, remark?: string): SettledRow => ({
	outcome: { ...outcomeForResult(found), ...(remark !== undefined && { remark }) },
	steps: [{ ...found.step, showsCharge: found.step.showsCharge && found.showsCharge }],
});

const totalIn = (steps: readonly Step[]): number | null =>
	steps.flatMap(({ outcome }) => shownTotalOf(answerOf(outcome).results) ?? []).at(0) ?? null;
