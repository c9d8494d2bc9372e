import type { IDataObject } from 'n8n-workflow';
import type { FaultSpec, Meaning } from './catalogue';
import type { Operation, SheetRow } from './operations';
import type { Mode } from './place';
import type { SeenItem, Status } from './seen';

export const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
export type OnError = (typeof ON_ERROR)[number];

/** One cell of the matrix. */
export interface Cell {
	fault: FaultSpec;
	mode: Mode;
	operation: Operation;
	onError: OnError;
}

/** What binds a run. Times are ms. */
export interface Bounds {
	concurrency: number;
	retries: number;
	maxWait: number;
	timeout: number;
}

/** What became of a row, and its item, on a quiet day; null where it left none. */
export interface QuietRow {
	status: Status;
	json: IDataObject;
}

/** What must hold in one cell. */
export interface Expected {
	onError: OnError;
	sheet: readonly SheetRow[];
	quiet: readonly QuietRow[];
	tools: readonly string[];
	/** What a row that asks something may come out as. */
	statuses: ReadonlySet<Status>;
	/** What a row that failed says; null where none can. */
	reason: string | null;
	/** Whether the node may throw where nobody was answered. */
	throws: boolean;
	/** The most requests that may carry one question. */
	attempts: number;
	/** ms */
	time: number;
}

/** `answered`: as on a quiet day. */
type Fate = 'answered' | 'failed' | 'deferred';

/** After five failures in a row the rest is put off. */
const FAILS: readonly Fate[] = ['failed', 'deferred'];

/** What may become of rows that ask something. */
const FATES: Record<Meaning, Record<Mode, readonly Fate[]>> = {
	nothing: { first: ['answered'], always: ['answered'] },
	unsent: { first: ['answered'], always: FAILS },
	lost: { first: ['answered'], always: FAILS },
	failing: { first: ['answered'], always: FAILS },
	// What the others ask is asked all the same.
	refused: { first: ['answered', 'failed'], always: ['failed'] },
	// What was under way is answered, the rest is not sent.
	redirected: { first: ['answered', 'failed', 'deferred'], always: FAILS },
	limited: { first: ['answered'], always: ['deferred'] },
	closed: { first: ['answered', 'deferred'], always: ['deferred'] },
};

function statusesOf(fate: Fate, kind: Operation['kind'], onError: OnError): readonly Status[] {
	if (fate === 'answered') return ['found', 'not_found'];
	// Without an answer an account operation has nothing to show.
	const isError = onError === 'continueErrorOutput' && (fate === 'failed' || kind === 'account');
	return [isError ? 'error' : fate];
}

/** Refusals in a row, after which a run gives up. */
const MOST_REFUSALS = 8;

/** What a row that failed says of it. */
const REASONS: Record<Meaning, string | null> = {
	nothing: null,
	unsent: 'There is no connection to the service',
	lost: 'The answer of the service did not arrive or could not be read',
	failing: 'The service is unavailable for a moment',
	refused: 'The service refused this value',
	redirected: 'The service answered with a redirect',
	limited: null,
	closed: null,
};

/** The most requests that may carry one question: what the refusal table of the README comes to (*When something goes wrong*). */
export function mostAttempts(
	means: Meaning,
	{ retries, maxWait }: Pick<Bounds, 'retries' | 'maxWait'>,
	batch: number,
): number {
	const halvings = Math.ceil(Math.log2(batch));
	switch (means) {
		case 'nothing':
		case 'redirected':
		case 'closed':
			return 1;
		case 'unsent':
			return 0;
		case 'lost':
			return 2;
		case 'refused':
			return 1 + halvings;
		case 'failing':
			return 1 + retries + halvings;
		case 'limited':
			return 1 + pausesWithin(maxWait);
	}
}

/** How often a run waits, each time at least a second longer than before, until that is more than it may in all. */
function pausesWithin(maxWait: number): number {
	let pauses = 0;
	for (let waited = 1_000; waited <= maxWait && pauses < MOST_REFUSALS; waited += (pauses + 1) * 1_000) pauses += 1;
	return pauses;
}

/** ms that anything may take on a machine that has much else to do. */
const SLACK = 45_000;
/** ms before a failed request is sent again, at most, with so few retries. */
const BACKOFF = 4_000;

/** The longest that a run may take, in ms: follows from its bounds, and from how many questions its sheet comes to. */
function mostTime({ fault, operation }: Pick<Cell, 'fault' | 'operation'>, bounds: Bounds): number {
	const attempts = Math.max(
		1,
		fault.means === 'unsent' ? 1 + bounds.retries : mostAttempts(fault.means, bounds, operation.batch),
	);
	const rounds = Math.ceil(operation.questions / bounds.concurrency);
	const givenUp = fault.ends === 'by_time_out' ? rounds * attempts * bounds.timeout : 0;
	const waits = fault.means === 'limited' ? operation.tools.length * bounds.maxWait : rounds * attempts * BACKOFF;
	return SLACK + givenUp + waits;
}

/** @param quiet the rows of the same operation on a quiet day */
export function expectedOf(cell: Cell, bounds: Bounds, quiet: readonly QuietRow[]): Expected {
	const { fault, mode, operation, onError } = cell;
	const fates = FATES[fault.means][mode];
	return {
		onError,
		sheet: operation.rows,
		quiet,
		tools: operation.tools,
		statuses: new Set(fates.flatMap((fate) => statusesOf(fate, operation.kind, onError))),
		reason: REASONS[fault.means],
		// A row that is put off is no error, except where it was the account that was asked for.
		throws:
			onError === 'stopWorkflow' &&
			(fates.includes('failed') || (operation.kind === 'account' && fates.includes('deferred'))),
		attempts: mostAttempts(fault.means, bounds, operation.batch),
		time: mostTime(cell, bounds),
	};
}

/** The rows of a run on a quiet day, which brings every one of them back. */
export const quietRows = (items: readonly SeenItem[], rows: number): QuietRow[] =>
	Array.from({ length: rows }, (_, row) => {
		const item = items.find((one) => one.rows.includes(row));
		if (item === undefined) throw new Error(`Row ${row} does not come out on a quiet day`);
		return { status: item.status, json: item.json };
	});
