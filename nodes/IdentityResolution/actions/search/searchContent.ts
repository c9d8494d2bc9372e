import { createHash } from 'node:crypto';
import { searchKey } from '../../api/identifiers/searchPage';
import { isEmpty, isObject, toText, type JsonObject } from '../../api/json';
import { unrecognizedFields } from '../../api/person/contribution';
import { shownTotalOf } from '../../api/replies/searchResults';
import type { Tool } from '../../api/tool';
import type { Step } from '../../run/lookup';
import { isAnswered, type Outcome } from '../../run/outcome';
import type { SettledRow } from '../../run/rows';
import { distinctResults, offsetAfter, outcomeForResult } from '../../run/search/searchRoute';
import { NO_RESULTS, unrecognizedNote, type ContentMapper } from '../rows/content';
import { lookupDetails } from '../rows/lookupDetails';

/** The column with the page from which a later run continues a search that a limit has cut. */
export const NEXT_PAGE = 'next_page';

/** The content of a search: one item per result, and one more for a row whose last page was not answered. */
export function searchContent(tool: Tool): ContentMapper {
	const { read: simplify } = tool.columns;
	return {
		columns: tool.columns.columns,
		lead: [],
		own: ['total', NEXT_PAGE],
		details: lookupDetails,
		itemRows,
		unrecognized: (row) => resultsOf(row).flatMap(({ result }) => unrecognizedFields(tool, result, 'without')),
		continuation: ({ outcome, steps }, _texts, previous) => ({
			[NEXT_PAGE]: nextPageOf(outcome, steps, previous(NEXT_PAGE)) ?? previous(NEXT_PAGE),
		}),
		read: ({ outcome, steps }, { previous }) => {
			const answer = isAnswered(outcome) ? outcome.answer : null;
			return {
				simplified: () => (outcome.is === 'found' ? simplify(outcome.answer.results) : {}),
				raw: () => answer ?? NO_RESULTS,
				own: { total: totalIn(steps), [NEXT_PAGE]: nextPageOf(outcome, steps, previous(NEXT_PAGE)) },
				notes: [
					outcome.is === 'found'
						? unrecognizedNote(unrecognizedFields(tool, outcome.answer.results, 'without'))
						: null,
				].filter((note) => note !== null),
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

/** The number of matches that the service reports. */
function totalIn(steps: readonly Step[]): number | null {
	for (const { outcome } of steps) {
		const total = isAnswered(outcome) ? shownTotalOf(outcome.answer.results) : null;
		if (total !== null) return total;
	}
	return null;
}

/** The `next_page` column: the offset, and a checksum of the filters, because the row may be edited. */
function nextPageOf(outcome: Outcome, steps: readonly Step[], before: unknown): string | null {
	const last = steps.at(-1);
	if (last === undefined || outcome.is === 'planned') return null;
	// The column stays, so that a later run does not start the search again.
	if (outcome.is === 'skipped' && outcome.by === 'complete') return null;
	const offset = outcome.is === 'found' ? 0 : offsetAfter(steps);
	if (offset > 0) return `${offset}-${checksumOf(filtersOf(last.lookup.identifier.value))}`;
	return isEmpty(before) ? null : '';
}

/** Reads the offset at which a row continues the same search; 0 if its column is about another one. */
export function readNextPage(cell: unknown, filters: JsonObject): number {
	const [, offset, checksum] = /^(\d{1,9})-([0-9a-f]{8})$/.exec(toText(cell)?.trim() ?? '') ?? [];
	return checksum === checksumOf(filters) ? Number(offset) : 0;
}

function filtersOf(value: string | JsonObject): JsonObject {
	if (!isObject(value)) return {};
	const { limit: _limit, offset: _offset, ...filters } = value;
	return filters;
}

const checksumOf = (filters: JsonObject) => createHash('sha256').update(searchKey(filters)).digest('hex').slice(0, 8);
