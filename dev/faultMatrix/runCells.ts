import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import pLimit from 'p-limit';
import { speedUp } from '../n8n/engine/fastTime';
import type { NodeTypes } from '../n8n/engine/nodeTypes';
import { runNode, type NodeRun } from '../n8n/engine/runNode';
import type { Cell } from './cells';
import { faultlessSandbox, type Endpoint } from './endpoints';
import { boundsOf, maxTime, speedOf, STATUSES, USUAL, type Bounds, type Effect, type Status } from './expectation';
import type { Operation } from './operations';
import { judge, type BaselineRow, type Observation, type ObservedItem, type Verdict } from './promises';

const NODE_TYPE = 'n8n-nodes-identity-resolution.identityResolution';
const SECOND = 1_000;
const STOP_TIME = 10 * SECOND;

export interface CellResult {
	cell: Cell;
	observed: Observation;
	baseline: readonly BaselineRow[];
	verdict: Verdict;
}

/** Runs all cells, several at a time, and returns their results in the same order. */
export async function runCells(types: NodeTypes, cells: readonly Cell[]): Promise<CellResult[]> {
	const baselines = new Map<Operation, BaselineRow[]>();
	for (const operation of new Set(cells.map((cell) => cell.operation)))
		baselines.set(operation, await runBaseline(types, operation));
	const lanes = { waiting: pLimit(96), busy: pLimit(24), heavy: pLimit(3) };
	const results = new Map<Cell, CellResult>();
	const runAll = async (some: readonly Cell[]) =>
		await Promise.all(
			some.map((cell) =>
				lanes[laneOf(cell)](async () =>
					results.set(cell, await runCell(types, cell, baselines.get(cell.operation) ?? [])),
				),
			),
		);
	const together = cells.filter(({ fault }) => !fault.exclusive);
	// Time has one speed in this process.
	for (const speed of new Set(together.map(speedOf).filter((factor) => factor > 1))) {
		const restore = speedUp(speed);
		await runAll(together.filter((cell) => speedOf(cell) === speed)).finally(restore);
	}
	// Cells that wait longest start first.
	const wait = (cell: Cell) => (laneOf(cell) === 'waiting' ? 1 : 0);
	await runAll(together.filter((cell) => speedOf(cell) === 1).sort((one, other) => wait(other) - wait(one)));
	await runAll(cells.filter(({ fault }) => fault.exclusive));
	return cells.map((cell) => results.get(cell)).filter((result) => result !== undefined);
}

/** Account cells send one request; they and cells that time out, retry or pause mostly wait. */
function laneOf({ fault, mode, operation }: Cell) {
	if (fault.heavy) return 'heavy';
	const waits = fault.timesOut || (mode === 'always' && WAITS.has(fault.effect));
	return waits || operation.kind === 'account' ? 'waiting' : 'busy';
}
const WAITS: ReadonlySet<Effect> = new Set<Effect>(['unsent', 'lost', 'unavailable', 'rate_limited']);

/** ms of a clock that `speedUp` does not change. */
const realTime = () => Number(process.hrtime.bigint()) / 1e6;

/** Returns the rows of a run without faults. @throws if a row is missing */
async function runBaseline(types: NodeTypes, operation: Operation): Promise<BaselineRow[]> {
	const endpoint = await faultlessSandbox(operation);
	const job = { types, operation, onError: 'continueRegularOutput', bounds: USUAL, endpoint } as const;
	const items = itemsOf(await runOperation(job).finally(() => endpoint.close()), operation.kind);
	return operation.rows.map((_, row) => {
		const item = items.find(({ rows }) => rows.includes(row));
		if (item === undefined) throw new Error(`${operation.name} loses row ${row} without any fault`);
		return item;
	});
}

async function runCell(types: NodeTypes, cell: Cell, baseline: readonly BaselineRow[]): Promise<CellResult> {
	const endpoint = await cell.fault.open(cell.mode, cell.operation);
	const job = { types, ...cell, bounds: boundsOf(cell), endpoint };
	const { run, time } = await runWithin(maxTime(cell), job).finally(() => endpoint.close());
	// The ledger is final only after all connections are closed.
	const observed: Observation = {
		items: run === null ? [] : itemsOf(run, cell.operation.kind),
		thrown: run?.error ? thrownOf(run.error) : null,
		requests: endpoint.requests(),
		leaked: endpoint.leaked(),
		time,
	};
	return { cell, observed, baseline, verdict: judge(cell, observed, baseline) };
}

const thrownOf = ({ name, message, description }: NonNullable<NodeRun['error']>) => ({
	name,
	message,
	description: description ?? '',
});

interface Job extends Pick<Cell, 'operation' | 'onError'> {
	types: NodeTypes;
	bounds: Bounds;
	endpoint: Endpoint;
	onStart?(stop: () => void): void;
}

/** Runs the node, and stops it if it does not end within `limit` ms. */
async function runWithin(limit: number, job: Job): Promise<{ run: NodeRun | null; time: number }> {
	const ended = new AbortController();
	let stop = () => {};
	const start = realTime();
	const running = runOperation({ ...job, onStart: (cancel) => (stop = cancel) });
	try {
		const run = await Promise.race([running, sleep(limit, null, { signal: ended.signal }).catch(() => null)]);
		if (run !== null) return { run, time: realTime() - start };
		stop();
		await Promise.race([running, sleep(STOP_TIME)]);
		return { run, time: Infinity };
	} finally {
		ended.abort();
	}
}

async function runOperation({ types, operation, onError, bounds, endpoint, onStart }: Job): Promise<NodeRun> {
	const options = { concurrency: bounds.concurrency, maxWait: bounds.maxWait / SECOND };
	// All columns, so that none of another person goes unnoticed.
	const settings = operation.kind === 'account' ? {} : { output: 'everything', options };
	const [resource, name] = operation.name.split('.');
	return await runNode({
		types,
		node: {
			type: NODE_TYPE,
			parameters: { resource, operation: name, ...operation.parameters, ...settings },
			onError,
		},
		items: operation.rows.map(({ json }) => ({ json })),
		credentials: { identityResolutionApi: endpoint.credential },
		outputs: onError === 'continueErrorOutput' ? 2 : 1,
		onStart,
	});
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
