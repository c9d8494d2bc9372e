import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { NodeRun } from '../n8n/engine/runNode';
import type { Charge, LedgerEntry } from '../sandbox/ledger';
import type { Operation } from './operations';

/** What became of a row, as its item tells; `error`: it left on the error output; `unmarked`: its item does not say. */
export type Status = 'found' | 'not_found' | 'skipped' | 'invalid' | 'failed' | 'deferred' | 'error' | 'unmarked';

export interface SeenItem {
	/** The input rows that it is linked to. */
	rows: number[];
	status: Status;
	json: IDataObject;
}

/** What could be seen of one cell. */
export interface Seen {
	rowsIn: number;
	/** From all outputs. */
	items: SeenItem[];
	/** What the node threw: the name of the error's class, and its words. */
	thrown: { name: string; message: string; description: string } | null;
	requests: readonly LedgerEntry[];
	charges: readonly Charge[];
	/** Requests that reached somebody whom no key should ever reach. */
	strays: number;
	/** ms; Infinity where the run did not come to its end in time. */
	took: number;
}

const ERROR_OUTPUT = 1;
const STATUSES: ReadonlySet<string> = new Set<Status>([
	'found',
	'not_found',
	'skipped',
	'invalid',
	'failed',
	'deferred',
]);

/** The items of a run of an operation that has one output of its own, and perhaps an error output behind it. */
export const itemsOf = ({ outputs }: NodeRun, kind: Operation['kind']): SeenItem[] =>
	outputs.flatMap((items, output) =>
		items.map((item) => ({
			rows: rowsOf(item),
			json: item.json,
			status: output === ERROR_OUTPUT ? 'error' : statusOf(item.json, kind),
		})),
	);

/** An item of the account has no column for it, unless there is nothing else to tell. */
function statusOf(json: IDataObject, kind: Operation['kind']): Status {
	const status = kind === 'lookup' ? json.enriched_status : 'reason' in json ? json.status : 'found';
	return typeof status === 'string' && STATUSES.has(status) ? (status as Status) : 'unmarked';
}

function rowsOf({ pairedItem }: INodeExecutionData): number[] {
	if (pairedItem === undefined) return [];
	return [pairedItem].flat().map((link) => (typeof link === 'number' ? link : link.item));
}

export function thrownIn({ error }: NodeRun): Seen['thrown'] {
	return error ? { name: error.name, message: error.message, description: error.description ?? '' } : null;
}
