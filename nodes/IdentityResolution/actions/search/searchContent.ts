import { createHash } from 'node:crypto';
import { searchKey } from '../../api/identifiers/searchPage';
import { isEmpty, isObject, toText, type JsonObject } from '../../api/json';
import { fillableColumns } from '../../api/person/columns';
import { simplifier } from '../../api/person/simplify';
import { totalOf } from '../../api/replies/entries';
import type { Tool } from '../../api/tool';
import { isAnswered } from '../../run/answerCache';
import type { Step } from '../../run/lookup';
import type { Outcome } from '../../run/outcome';
import type { SettledRow } from '../../run/rows';
import { entriesIn, offsetAfter, outcomeOfEntry } from '../../run/search/searchRoute';
import type { ContentMapper } from '../rows/content';
import { lookupDetails } from '../rows/lookupDetails';

/** The column with the place at which a later run continues a search that a limit has cut. */
export const NEXT_PAGE = 'next_page';

/** The content of a search: one item per entry, and one more for a row whose last page was not answered. */
export function searchContent(tool: Tool): ContentMapper {
	const simplify = simplifier(tool.columns);
	return {
		columns: fillableColumns(tool.columns),
		own: ['total', NEXT_PAGE],
		details: lookupDetails,
		split: (row) => split(row),
		resumeText: (row, previous) => nextPageOf(row.outcome, row.steps, previous(NEXT_PAGE)),
		read: ({ outcome, steps }, { previous }) => {
			const answer = isAnswered(outcome) ? outcome.answer : null;
			return {
				simplified: () => (outcome.is === 'found' ? simplify(outcome.answer.results) : {}),
				raw: () => answer ?? { results: null, metadata: null },
				own: { total: totalIn(steps), [NEXT_PAGE]: nextPageOf(outcome, steps, previous(NEXT_PAGE)) },
				notes: [],
			};
		},
	};
}

/** Splits a row into its entries; the first of each page reports the charge. */
function split(row: SettledRow): readonly SettledRow[] {
	if (row.outcome.is === 'planned' || row.outcome.is === 'invalid' || row.outcome.is === 'skipped') return [row];
	const entries = entriesIn(row.steps);
	const found = entries.map((one): SettledRow => ({
		outcome: outcomeOfEntry(one),
		steps: [{ ...one.step, pays: one.step.pays && one.isFirst }],
	}));
	return found.length > 0 && isAnswered(row.outcome) ? found : [...found, row];
}

/** The number of matches that the service reports. */
function totalIn(steps: readonly Step[]): number | null {
	for (const { outcome } of steps) {
		const total = isAnswered(outcome) ? totalOf(outcome.answer.results) : null;
		if (total !== null) return total;
	}
	return null;
}

/** The `next_page` column: the offset, and a checksum of the filters, because the row may be edited. */
function nextPageOf({ is }: Outcome, steps: readonly Step[], before: unknown): string | null {
	const last = steps.at(-1);
	if (last === undefined || is === 'planned') return null;
	const offset = is === 'found' ? 0 : offsetAfter(steps);
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
