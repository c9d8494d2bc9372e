import { hash } from 'node:crypto';
import { searchKey } from '../../api/identifiers/body';
import { isEmpty, toText, type JsonObject } from '../../api/values/json';
import type { Step } from '../../run/route';
import type { Outcome } from '../../service/outcome';
import { offsetAfter } from '../../run/searchRoute';

/**
 * The `next_page` column, from which a later run continues a search that a limit has cut: the
 * offset, and a checksum of the filters, because the row may be edited.
 */
export function nextPageOf(
	outcome: Outcome,
	steps: readonly Step[],
	before: unknown,
): string | null {
	const last = steps.at(-1);
	if (last === undefined || outcome.is === 'planned') return null;
	// The column stays, so that a later run does not start the search again.
	if (outcome.is === 'skipped' && outcome.by === 'complete') return null;
	const offset = outcome.is === 'found' ? 0 : offsetAfter(steps);
	if (offset === 0) return isEmpty(before) ? null : '';
	const filters = {
		...(last.lookup.identifier.value as JsonObject),
		limit: undefined,
		offset: undefined,
	};
	return `${offset}-${checksumOf(filters)}`;
}

/**
 * Reads the offset at which a row continues the same search; 0 if its column is about another one.
 */
export function readNextPage(cell: unknown, filters: JsonObject): number {
	const [, offset, checksum] = /^(\d{1,9})-([0-9a-f]{8})$/.exec(toText(cell)?.trim() ?? '') ?? [];
	return checksum === checksumOf(filters) ? Number(offset) : 0;
}

const checksumOf = (filters: JsonObject) => hash('sha256', searchKey(filters), 'hex').slice(0, 8);
