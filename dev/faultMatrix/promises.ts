import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { complaints, lookupName, Oracle } from '../oracle/oracle';
import type { LedgerEntry } from '../sandbox/ledger';
import type { Cell } from './cells';
import { allowedStatuses, maxAttempts, maxTime, mayThrow, ruleOf, type Status } from './expectation';
import { isForContract } from './operations';

export interface ObservedItem {
	rows: number[];
	status: Status;
	json: IDataObject;
}

export type BaselineRow = Omit<ObservedItem, 'rows'>;

export interface Observation {
	items: ObservedItem[];
	thrown: { name: string; message: string; description: string } | null;
	requests: readonly LedgerEntry[];
	/** Number of requests that reached a server which must never receive the key. */
	leaked: number;
	/** ms; Infinity if the run did not end in time. */
	time: number;
}

/** The promises that one cell breaks, in a sentence each. Rows count from 0. */
export interface Verdict {
	broken: string[];
	/** Number of rows that neither the output nor a failed execution contains. */
	lost: number;
	/** Number of charges for lookups whose answer was delivered before. */
	paidTwice: number;
}

const ANSWERED: ReadonlySet<Status> = new Set<Status>(['found', 'not_found']);

/** Judges one cell: the oracle's promises, and what its fault allows. */
export function judge(cell: Cell, observed: Observation, baseline: readonly BaselineRow[]): Verdict {
	const { requests, items, thrown, leaked } = observed;
	const sheet = cell.operation.rows;
	const oracle = new Oracle(sheet.length);
	for (const request of requests) oracle.takeRequest(request);
	for (const item of items) {
		if (item.rows.length === 0) oracle.takeRow({ row: null, problem: null });
		for (const row of item.rows) {
			const missing = ANSWERED.has(item.status) ? [] : sheet[row]?.answeredBy;
			oracle.takeRow({ row, problem: problemOf(item, baseline[row], cell), missing });
		}
	}
	const report = oracle.report();
	// n8n keeps the input of a node that throws.
	const lost = thrown ? [] : report.lost;
	return {
		broken: [
			...timeProblems(observed, cell),
			...(thrown ? errorProblems(thrown, requests, cell) : missingError(items, requests, cell)),
			...complaints({ ...report, lost }),
			...requestProblems(requests, cell),
			...(leaked > 0 ? [`${leaked} requests reached a server that must not receive the key`] : []),
		],
		lost: lost.length,
		paidTwice: report.paidAgain.length,
	};
}

function timeProblems({ time }: Observation, cell: Cell): string[] {
	const limit = maxTime(cell);
	if (time <= limit) return [];
	return [Number.isFinite(time) ? `it took ${Math.round(time)} ms, limit ${limit}` : `it did not end in ${limit} ms`];
}

const OWN_ERRORS: ReadonlySet<string> = new Set(['NodeApiError', 'NodeOperationError']);

const isAnswered = ({ status, fate }: LedgerEntry) => status === 200 && fate === 'answered';

/** The node throws only its own errors, only under Stop Workflow, and only if a row failed and none has an answer. */
function errorProblems(
	{ name, message, description }: NonNullable<Observation['thrown']>,
	requests: readonly LedgerEntry[],
	cell: Cell,
): string[] {
	const isOwn = OWN_ERRORS.has(name) && message !== '' && description !== '';
	return [
		...(isOwn ? [] : [`it threw an error that is not the node's own: ${name}: ${message}`]),
		...(mayThrow(cell) ? [] : [`it must not throw under ${cell.onError}: ${message}`]),
		...(requests.some(isAnswered) ? [`it threw after a lookup was answered: ${message}`] : []),
	];
}

/** Statuses that do not concern the value of a row. */
const NOT_OF_VALUES = [401, 402, 403, 404, 408, 429];
const isRefusedValue = ({ status }: LedgerEntry) => status >= 400 && status < 500 && !NOT_OF_VALUES.includes(status);

/** Under Stop Workflow, the node must throw if nothing was answered because of the service, and not of values. */
function missingError(items: readonly ObservedItem[], requests: readonly LedgerEntry[], { onError }: Cell): string[] {
	const isMissing =
		onError === 'stopWorkflow' &&
		!requests.some((request) => isAnswered(request) && request.charged.length > 0) &&
		!items.some(({ status }) => ANSWERED.has(status)) &&
		!requests.some(isRefusedValue) &&
		items.some(({ status }) => status === 'failed');
	return isMissing ? ['no row has an answer, but it did not throw'] : [];
}

/**
 * A row has a status that the fault allows; an answered row equals the baseline; a failed row has the fault's reason.
 */
function problemOf({ status, json }: ObservedItem, baseline: BaselineRow | undefined, cell: Cell): string | null {
	// The oracle reports a row that does not exist.
	if (baseline === undefined) return null;
	const needsLookup = ANSWERED.has(baseline.status);
	const allowed = needsLookup ? allowedStatuses(cell) : new Set([statusOnOutput(baseline.status, cell)]);
	if (!allowed.has(status)) return `is ${status}, not ${[...allowed].join(' or ')}`;
	if (ANSWERED.has(status)) {
		const columns = differences(json, baseline.json);
		return columns.length > 0 ? `differs from the baseline in ${columns.join(', ')}` : null;
	}
	const { reason: cause, condition } = ruleOf(cell);
	if (!needsLookup || cause === undefined || status === 'deferred') return null;
	const expected = [cause, ...(status === 'error' && condition !== undefined ? [condition] : [])];
	const error = json.error as { message?: unknown } | undefined;
	const reason = String(error?.message ?? json.enriched_reason ?? json.reason);
	return expected.some((part) => reason.includes(part))
		? null
		: `has the reason "${reason}", not "${expected.join('" or "')}"`;
}

/** Invalid rows are on the error output, if there is one. */
const statusOnOutput = (status: Status, { onError }: Cell): Status =>
	status === 'invalid' && onError === 'continueErrorOutput' ? 'error' : status;

/** Metadata describe the account at the time of the request. */
const VOLATILE: ReadonlySet<string> = new Set(['enriched_metadata', 'enriched_answered_at']);
/** The columns that are the same whichever tools answered a row. */
const WANTED = ['enriched_status', 'enriched_personal_email'];

/** The columns in which two answered rows differ. If other tools answered, only the wanted columns must be equal. */
function differences(one: IDataObject, other: IDataObject): string[] {
	const columns =
		one.enriched_sources === other.enriched_sources
			? [...new Set([...Object.keys(one), ...Object.keys(other)])]
			: WANTED;
	return columns.filter((column) => !VOLATILE.has(column) && !isDeepStrictEqual(one[column], other[column]));
}

const NO_TOOL = 404;
const isAccountTool = (name: string) => name.startsWith('get_');

/** The node calls only the tools of the operation, and sends no lookup too often. */
function requestProblems(requests: readonly LedgerEntry[], cell: Cell): string[] {
	const limit = maxAttempts(cell);
	const { lookups, tools } = cell.operation;
	const sent = new Map<string, number>();
	// A tool that the service does not have is refused before the lookups are read.
	for (const { tool, keys } of requests.filter(({ status }) => status !== NO_TOOL))
		for (const name of keys.length === 0 ? [tool] : keys.map((key) => lookupName(tool, key)))
			sent.set(name, (sent.get(name) ?? 0) + 1);
	const foreign = requests.map(({ tool }) => tool).filter((tool) => !cell.operation.tools.includes(tool));
	// If a fault strikes a tool that the service does not have, its requests do not say which lookups they carry.
	const isUnread = (name: string) => isForContract(cell.operation) && tools.includes(name) && !isAccountTool(name);
	const limitOf = (name: string) => (isUnread(name) ? (limit * lookups) / tools.length : limit);
	const tooOften = [...sent].filter(([name, times]) => times > limitOf(name));
	return [
		...foreign.map((tool) => `it called ${tool}`),
		...tooOften.map(([name, times]) => `${name} was sent ${times} times, limit ${limitOf(name)}`),
	];
}
