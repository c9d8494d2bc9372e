import type { SettledRow } from '../../run/rows';
import { SUPPRESSED, type Suppression } from '../../run/suppression';
import { CONTINUATION_COLUMNS, NO_RESULTS, type ContentMapper, type RowContent } from './content';
import { PERSON_KEY } from '../read/personKey';

/** The content of an operation without data about suppressed people: of rows, and of the results of a search. */
export const withoutSuppressed = (mapper: ContentMapper, suppression: Suppression): ContentMapper => ({
	...mapper,
	...(mapper.itemRows && {
		itemRows: (row) => (mapper.itemRows?.(row) ?? [row]).map((one) => suppressedIn(one, suppression)),
	}),
	read: (row, context) => {
		const content = mapper.read(row, context);
		return isSuppressed(row) ? withoutData(content) : content;
	},
});

const suppressedIn = (row: SettledRow, suppression: Suppression): SettledRow =>
	row.outcome.is === 'found' && suppression.isIn(row.outcome.answer.results) ? { ...row, outcome: SUPPRESSED } : row;

/** Whether a row ended because of the suppression list. */
export const isSuppressed = ({ outcome }: SettledRow) => outcome.is === 'skipped' && outcome.by === 'suppressed';

/** Earlier answers may have revealed who the person is. */
const withoutData = ({ own }: RowContent): RowContent => ({
	simplified: () => ({}),
	raw: () => NO_RESULTS,
	own: Object.fromEntries(Object.entries(own).map(([column, cell]) => [column, KEPT.has(column) ? cell : null])),
	notes: [],
});

const KEPT: ReadonlySet<string> = new Set([PERSON_KEY, ...CONTINUATION_COLUMNS]);
