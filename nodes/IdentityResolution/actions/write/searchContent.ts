import { unrecognizedFields } from '../../api/person/unrecognized';
import { shownTotalOf } from '../../api/replies/searchResults';
import type { Tool } from '../../api/tool';
import { SUPPRESSED, type Suppression } from '../../run/answerStore';
import type { Step } from '../../run/lookup';
import { isAnswered, type Outcome } from '../../run/outcome';
import type { SettledRow } from '../../run/rows';
import { distinctResults, outcomeForResult } from '../../run/searchRoute';
import { NEXT_PAGE, nextPageOf } from '../read/router';
import { type ContentMapper, NO_RESULTS, lookupDetails, unrecognizedNotes } from './content';

/** The content of a search: one item per result, and one more for a row whose last page was not answered. */
export function searchContent(tool: Tool, suppression: Suppression): ContentMapper {
	const unrecognized = (outcome: Outcome) =>
		outcome.is === 'found' ? unrecognizedFields(tool, outcome.answer, 'without') : [];
	const isAboutSuppressed = ({ outcome }: SettledRow) =>
		outcome.is === 'found' && suppression.isIn(outcome.answer.results);
	return {
		columns: tool.columns.fillable,
		lead: [],
		own: ['total', NEXT_PAGE],
		details: lookupDetails,
		itemRows: (row) => itemRows(row).map((one) => (isAboutSuppressed(one) ? { ...one, outcome: SUPPRESSED } : one)),
		unrecognized: (row) => resultsOf(row).map(outcomeForResult).flatMap(unrecognized),
		continuation: ({ outcome, steps }, _texts, previous) => ({
			[NEXT_PAGE]: nextPageOf(outcome, steps, previous(NEXT_PAGE)) ?? previous(NEXT_PAGE),
		}),
		read: ({ outcome, steps }, { previous }) => {
			const answer = isAnswered(outcome) ? outcome.answer : null;
			return {
				simplified: answer?.cells ?? {},
				raw: () => answer ?? NO_RESULTS,
				own: { total: totalIn(steps), [NEXT_PAGE]: nextPageOf(outcome, steps, previous(NEXT_PAGE)) },
				notes: unrecognizedNotes(unrecognized(outcome)),
			};
		},
	};
}

const resultsOf = ({ steps, outcome: { most = Infinity } }: SettledRow) => distinctResults(steps, most);

/** Returns one row per result, and the row itself if its last page was not answered. The last result has its remark. */
function itemRows(row: SettledRow): readonly SettledRow[] {
	const results = resultsOf(row);
	const found = results.map((one, index): SettledRow => ({
		outcome: {
			...outcomeForResult(one),
			...(index === results.length - 1 && row.outcome.remark !== undefined && { remark: row.outcome.remark }),
		},
		steps: [{ ...one.step, showsCharge: one.step.showsCharge && one.showsCharge }],
	}));
	return found.length > 0 && isAnswered(row.outcome) ? found : [...found, row];
}

function totalIn(steps: readonly Step[]): number | null {
	for (const { outcome } of steps) {
		const total = isAnswered(outcome) ? shownTotalOf(outcome.answer.results) : null;
		if (total !== null) return total;
	}
	return null;
}
