import type { IDataObject } from 'n8n-workflow';
import { fillableColumns, COLUMN_NAMES, type Cells, type Column } from '../api/columns';
import type { Answer } from '../api/reading';
import { simplifier } from '../api/simplify';
import type { Tool } from '../api/tool';
import type { SettledRow } from '../run/settle';
import type { Before } from './before';
import { lookupDetails } from './lookupDetails';

/** What an operation's rows hold besides what became of them. */
export interface Content {
	/** The simplified columns that it can fill; none where answers are only shown raw. */
	columns: readonly Column[];
	/** Columns of its own, which stand behind the others whatever the output. */
	own: readonly string[];
	/** What was done for a row. */
	details(row: SettledRow): IDataObject;
	/** @param before what a column came in with */
	read(row: SettledRow, before: Before): Told;
	/** What a row that leaves without its columns was answered, as a text for a later run; absent where such a row was never answered. */
	paid?(row: SettledRow, before: Before): string | null;
}

/** What the answers to one row tell. */
export interface Told {
	simplified(): Cells;
	raw(): Pick<Answer, 'results' | 'metadata' | 'error'>;
	own: Readonly<Record<string, unknown>>;
	/** Sentences that belong into the row's reason. */
	notes: readonly string[];
}

const NOTHING = { results: null, metadata: null };

function oneTool(tool: Tool | null): Content {
	const simplified = tool === null ? () => ({}) : simplifier(tool.columns);
	const read: Content['read'] = ({ outcome }) => {
		const answer = outcome.is === 'found' || outcome.is === 'not_found' ? outcome.answer : null;
		return {
			simplified: () => (answer ? simplified(answer.results) : {}),
			raw: () => answer ?? NOTHING,
			own: {},
			notes: [],
		};
	};
	return { columns: tool === null ? [] : fillableColumns(tool.columns), own: [], details: lookupDetails, read };
}

/** An operation of one tool, as far as that decides it; null where each row names its own. */
export const ofOneTool = (tool: Tool | null) => ({ tools: tool === null ? [] : [tool], content: () => oneTool(tool) });

/** The columns that any of the tools can fill, in their fixed order. */
export function columnsOfAll(tools: readonly Tool[]): Column[] {
	const filled = new Set(tools.flatMap(({ columns }) => fillableColumns(columns)));
	return COLUMN_NAMES.filter((column) => filled.has(column));
}
