import type { IDataObject } from 'n8n-workflow';
import { COLUMN_NAMES, fillableColumns, type Cells, type Column } from '../../api/person/columns';
import { addressBook, addressesIn, hasHashes } from '../../api/person/emails';
import type { Identifier } from '../../api/identifiers/identifier';
import type { Answer } from '../../api/replies/reading';
import { simplifier } from '../../api/person/simplify';
import type { Tool } from '../../api/tool';
import type { Step } from '../../run/lookup';
import type { SettledRow } from '../../run/rows';
import type { PreviousColumns } from './previousColumns';
import { lookupDetails } from './lookupDetails';
import { otherProfile } from './otherProfile';
import { keysOfRow, PERSON_KEY, personKey } from './personKey';

/** What a row brings into its output besides its answers. */
export interface RowContext {
	previous: PreviousColumns;
	/** Whether the columns that the row came in with are about the person that it names now. */
	isSamePerson: boolean;
	/** Every e-mail address in the row. */
	addresses(): readonly string[];
}

/** What an operation's rows hold besides what became of them. */
export interface ContentMapper {
	/** The simplified columns that it can fill; none where answers are only shown raw. */
	columns: readonly Column[];
	/** Columns of its own, which stand behind the others whatever the output. */
	own: readonly string[];
	/** What was done for a row. */
	details(row: SettledRow): IDataObject;
	read(row: SettledRow, context: RowContext): RowContent;
	/**
	 * What a row that leaves without its columns was answered, as a text for a later run; absent where such a row was
	 * never answered.
	 */
	resumeText?(row: SettledRow, previous: PreviousColumns): string | null;
}

/** What the answers to one row tell. */
export interface RowContent {
	simplified(): Cells;
	raw(): Pick<Answer, 'results' | 'metadata' | 'error'>;
	own: Readonly<Record<string, unknown>>;
	/** Sentences that belong into the row's reason. */
	notes: readonly string[];
}

const NOTHING = { results: null, metadata: null };

function oneTool(tool: Tool | null): ContentMapper {
	const simplify = tool === null ? () => ({}) : simplifier(tool.columns);
	const read: ContentMapper['read'] = (row, context) => {
		const { outcome, steps } = row;
		const answer = outcome.is === 'found' || outcome.is === 'not_found' ? outcome.answer : null;
		const simplified = () => {
			if (answer === null) return {};
			const cells = simplify(answer.results);
			if (!hasHashes(cells)) return cells;
			const known = steps.map(({ lookup }) => String(lookup.identifier.value));
			const addresses = () => [...context.addresses(), ...known, ...addressesIn(cells)];
			return simplify(answer.results, addressBook(addresses));
		};
		return {
			simplified,
			raw: () => answer ?? NOTHING,
			own: tool === null ? {} : personOf(row, context),
			notes: [otherProfile(profilesIn(steps), steps)].filter((note) => note !== null),
		};
	};
	const columns = tool === null ? [] : fillableColumns(tool.columns);
	return { columns, own: tool === null ? [] : [PERSON_KEY], details: lookupDetails, read };
}

const profilesIn = (steps: readonly Step[]): Identifier[] =>
	steps.map(({ lookup }) => lookup.identifier).filter(({ kind }) => kind === 'linkedin');

/** The column that says whom the others are about. */
export const personOf = (row: SettledRow, { previous, isSamePerson }: RowContext) => ({
	[PERSON_KEY]: personKey(keysOfRow(row), previous, isSamePerson),
});

/** An operation of one tool, as far as that decides it; null where each row names its own. */
export const singleTool = (tool: Tool | null) => ({
	tools: tool === null ? [] : [tool],
	contentMapper: () => oneTool(tool),
});

/** The columns that any of the tools can fill, in their fixed order. */
export function columnsOfAll(tools: readonly Tool[]): Column[] {
	const filled = new Set(tools.flatMap(({ columns }) => fillableColumns(columns)));
	return COLUMN_NAMES.filter((column) => filled.has(column));
}
