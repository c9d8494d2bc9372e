import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { NodeRun } from '../n8n/engine/runNode';
import type { LedgerEntry } from '../sandbox/ledger';
import type { Operation } from './operations';

const STATUSES = ['found', 'not_found', 'skipped', 'invalid', 'failed', 'deferred'] as const;
/** The status that an item reports; `error`: it is on the error output; `unmarked`: it reports none. */
export type Status = (typeof STATUSES)[number] | 'error' | 'unmarked';

export interface ObservedItem {
	/** The input rows that the item is linked to. */
	rows: number[];
	status: Status;
	json: IDataObject;
}

/** The item of one row in a run without faults. */
export type BaselineRow = Omit<ObservedItem, 'rows'>;

/** What a cell's run and its endpoint recorded. */
export interface Observation {
	/** The items of all outputs. */
	items: ObservedItem[];
	thrown: { name: string; message: string; description: string } | null;
	requests: readonly LedgerEntry[];
	/** Number of requests that reached a server which must never receive the key. */
	leaked: number;
	/** ms; Infinity if the run did not end in time. */
	time: number;
}

const ERROR_OUTPUT = 1;

/** The items of a run of an operation with one output, and perhaps an error output. */
export const itemsOf = ({ outputs }: NodeRun, kind: Operation['kind']): ObservedItem[] =>
	outputs.flatMap((items, output) =>
		items.map((item) => ({
			rows: rowsOf(item),
			json: item.json,
			status: output === ERROR_OUTPUT ? 'error' : statusOf(item.json, kind),
		})),
	);

/** An account item has a status column only if there is no account data. */
function statusOf(json: IDataObject, kind: Operation['kind']): Status {
	const status = kind === 'lookup' ? json.enriched_status : 'reason' in json ? json.status : 'found';
	return STATUSES.find((one) => one === status) ?? 'unmarked';
}

const rowsOf = ({ pairedItem = [] }: INodeExecutionData): number[] =>
	[pairedItem].flat().map((link) => (typeof link === 'number' ? link : link.item));
