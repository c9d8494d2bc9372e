import type { INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { quoted } from '../../api/identifiers/identifier';
import { field } from '../../api/json';
import type { Run } from '../../run/run';
import { hint } from './hints';
import { markRemedy } from '../read/missingColumn';
import type { RowShape } from '../write/rowShape';
import { reasonOf } from '../write/explanations';

const MAX_COLUMNS = 12;

/** Warns if nothing was sent for a whole sheet, for example because of a mistyped column name. */
export function nothingSentHint(
	{ rows }: Run,
	items: INodeExecutionData[],
	{ inputPrefix }: RowShape,
): NodeExecutionHint | null {
	const [first] = rows;
	if (first === undefined || first.outcome.is !== 'skipped') return null;
	const { by } = first.outcome;
	if (!rows.every(({ outcome }) => outcome.is === 'skipped' && outcome.by === by)) return null;
	if (by === 'blank' && rows.every(({ outcome }) => reasonOf(outcome) === reasonOf(first.outcome)))
		return warning(`${reasonOf(first.outcome)} in every row. ${markRemedy(items) ?? columnsOf(items[0])}`);
	if (by !== 'skip_when') return null;
	const answered = items.some(({ json }) => field(json, `${inputPrefix}status`));
	return answered
		? null
		: warning('Skip When skipped every row, and none of them was answered before. Check its expression.');
}

function columnsOf({ json }: INodeExecutionData): string {
	const columns = Object.keys(json);
	if (columns.length === 0) return 'The rows have no columns.';
	if (columns.length === 1 && /[;\t|]/.test(columns[0]))
		return `The rows have one column, ${quoted(columns[0])}. Set the Delimiter in the node that reads the file.`;
	const more = columns.length > MAX_COLUMNS ? ', …' : '';
	return `Check its expression: the rows have the columns ${columns.slice(0, MAX_COLUMNS).join(', ')}${more}.`;
}

const warning = (message: string): NodeExecutionHint => hint('warning', message);
