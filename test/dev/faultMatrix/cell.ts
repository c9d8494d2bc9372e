import type { LedgerEntry } from '../../../dev/sandbox/ledger';
import { expectedOf, type Bounds, type Cell, type Expected, type QuietRow } from '../../../dev/faultMatrix/expectation';
import { FAULTS, type FaultSpec } from '../../../dev/faultMatrix/catalogue';
import { OPERATIONS, type Operation } from '../../../dev/faultMatrix/operations';
import type { Seen, Status } from '../../../dev/faultMatrix/seen';

export function faultNamed(name: string): FaultSpec {
	const fault = FAULTS.find((one) => one.name === name);
	if (fault === undefined) throw new Error(`There is no fault ${name}`);
	return fault;
}

export function operationNamed(name: string): Operation {
	const operation = OPERATIONS.find((one) => one.name === name);
	if (operation === undefined) throw new Error(`There is no operation ${name}`);
	return operation;
}

export const cellWith = ({
	fault = 'reset',
	operation = 'businessProfile.findByEmail',
	...rest
}: { fault?: string; operation?: string } & Partial<Pick<Cell, 'mode' | 'onError'>>): Cell => ({
	fault: faultNamed(fault),
	operation: operationNamed(operation),
	mode: 'first',
	onError: 'continueRegularOutput',
	...rest,
});

export const BOUNDS: Bounds = { concurrency: 2, retries: 1, maxWait: 3_000, timeout: 1_000 };

/** What the sheet of a lookup comes to on a quiet day. */
const QUIET: readonly Status[] = [
	'found',
	'found',
	'not_found',
	'found',
	'skipped',
	'invalid',
	'found',
	'found',
	'not_found',
	'found',
];

export const quietSheet = (): QuietRow[] =>
	QUIET.map((status, row) => ({
		status,
		json: { enriched_status: status, enriched_reason: null, enriched_title: `Title ${row}` },
	}));

export const expectedIn = (cell: Cell): Expected => expectedOf(cell, BOUNDS, quietSheet());

/** A request that was answered in full, unless told otherwise. */
export const requestFor = (question: string, but: Partial<LedgerEntry> = {}): LedgerEntry => {
	const [tool, key] = question.split(' ');
	return {
		number: 1,
		time: 0,
		tool,
		status: 200,
		code: null,
		keys: key ? [key] : [],
		phone: 'without',
		tokens: 1,
		records: 1,
		charged: key ? [key] : [],
		fate: 'answered',
		...but,
	};
};

const LOST = 'The answer of the service did not arrive or could not be read';

/** What is seen where nothing goes wrong; `rows`: what became of single rows instead, of which all say the same. */
export function seenAs(
	rows: Partial<Record<number, Status>> = {},
	but: Partial<Seen> = {},
	reason: string = LOST,
): Seen {
	const items = quietSheet().map(({ status: quiet, json }, row) => ({
		rows: [row],
		status: rows[row] ?? quiet,
		json: { ...json, enriched_reason: rows[row] === undefined ? null : reason },
	}));
	return { rowsIn: items.length, items, thrown: null, requests: [], charges: [], strays: 0, took: 10, ...but };
}
