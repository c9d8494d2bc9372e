import { z, type ZodType } from 'zod/v4';
import { COLUMN_NAMES, COLUMNS } from '../../api/person/columns';
import { toText } from '../../api/values/json';
import { STATUSES, type Outcome } from '../../service/outcome';

/** The position of a column in a row, from left to right. `lead`: what the operation is for. */
const PLACES = ['status', 'lead', 'reason', 'data', 'error', 'last'] as const;

/**
 * What the node does with a column. Without any of the flags it is like one about a person: an
 * unanswered row keeps it, another person empties it, and a row on the suppression list lacks it.
 */
interface ColumnRules {
	/** A text if absent. */
	cell?: ZodType;
	/** People look at the first columns, so that those for later runs are last. */
	place: (typeof PLACES)[number];
	/** Whether it says what happened to the row, so that every row has it. */
	isOfStatus?: true;
	/** Whether each run rewrites it. An unanswered row does not keep it. */
	isRewritten?: true;
	/** Whether it shows that this node wrote the row, even if only some columns were stored. */
	isMark?: true;
	isOfSuppressed?: true;
	/** Whether a later run continues a row from it, so that an error item has it, too. */
	isContinued?: true;
	/** Whether only some answers add it. */
	isRare?: true;
	agent?: 'alone' | 'never';
}

/** The columns of the node itself. Those of one place are in output order. */
const TABLE = {
	status: {
		cell: z.enum(STATUSES),
		place: 'status',
		isOfStatus: true,
		isOfSuppressed: true,
	},
	reason: {
		place: 'reason',
		isOfStatus: true,
		isRewritten: true,
		isMark: true,
		isOfSuppressed: true,
	},
	results: { cell: z.unknown(), place: 'data' },
	metadata: { cell: z.unknown(), place: 'data', agent: 'alone' },
	sources: { place: 'data', agent: 'never' },
	total: { cell: z.number().nullable(), place: 'data', agent: 'alone' },
	lookup: { cell: z.unknown(), place: 'data' },
	service_error: { cell: z.unknown(), place: 'error', isRare: true },
	retry_at: { place: 'last', isOfStatus: true, isRewritten: true, isMark: true },
	answered_at: { place: 'last', isOfStatus: true, isMark: true, agent: 'never' },
	person_key: { place: 'last', isMark: true, isOfSuppressed: true, agent: 'never' },
	answers: { place: 'last', isMark: true, isContinued: true, agent: 'never' },
	next_page: { place: 'last', isContinued: true, isRare: true, agent: 'never' },
} as const satisfies Record<string, ColumnRules>;

export type OwnColumn = keyof typeof TABLE;

/** What the node does with each column of each operation. */
export const RULES: ReadonlyMap<string, ColumnRules> = new Map([
	...COLUMN_NAMES.map((column) => [column, { place: 'data', ...COLUMNS[column] }] as const),
	...Object.entries<ColumnRules>(TABLE),
]);

export const ALL_COLUMNS: readonly string[] = [...RULES.keys()];

type Flag = 'isOfStatus' | 'isMark' | 'isOfSuppressed' | 'isContinued';

const columnsWith = (flag: Flag): OwnColumn[] =>
	(Object.keys(TABLE) as OwnColumn[]).filter((column) => RULES.get(column)?.[flag]);

/** The columns that every row has. */
export const STATUS_COLUMNS: readonly string[] = columnsWith('isOfStatus');

/** Our columns of a row on the suppression list. */
export const SUPPRESSED_COLUMNS = columnsWith('isOfSuppressed');

/** Columns with texts from which a later run continues a row. */
export const CONTINUATION_COLUMNS = columnsWith('isContinued');

/** Any of these columns shows that this node wrote the row. */
export const MARKS = columnsWith('isMark');

/** Sorts columns into output order. @param lead those that the operation is for */
export function layoutOf(columns: readonly string[], lead: readonly string[] = []): string[] {
	const others = [...STATUS_COLUMNS, ...columns, 'service_error'].filter(
		(column) => !lead.includes(column),
	);
	return PLACES.flatMap((place) => {
		if (place === 'lead') return lead;
		return others.filter((column) => RULES.get(column)?.place === place);
	});
}

/**
 * Returns the status that a cell has, which people may have written in another case; null if it is
 * none of ours.
 */
export function statusIn(cell: unknown): Outcome['is'] | null {
	const text = toText(cell)?.trim().toLowerCase();
	return STATUSES.find((status) => status === text) ?? null;
}

export const isOurStatus = (cell: unknown): boolean => statusIn(cell) !== null;
