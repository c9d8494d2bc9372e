import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeTypes } from '../n8n/engine/nodeTypes';
import { runNode, type NodeRun } from '../n8n/engine/runNode';
import { expectedOf, quietRows, type Bounds, type Cell, type QuietRow } from './expectation';
import type { Operation } from './operations';
import { quietService, type Place } from './place';
import { broken } from './promises';
import { itemsOf, thrownIn, type Seen } from './seen';

const NODE_TYPE = 'n8n-nodes-identity-resolution.identityResolution';

/** A cell that has run, and what it shows to be broken. */
export interface Result {
	cell: Cell;
	seen: Seen;
	broken: string[];
}

const SECOND = 1_000;
const USUAL = { concurrency: 2, retries: 1, maxWait: 3 * SECOND, timeout: 60 * SECOND };
/** What the account operations have, which show no such settings. */
const OF_ACCOUNT: Bounds = { concurrency: 1, retries: 3, maxWait: 60 * SECOND, timeout: 60 * SECOND };

/** Only where no request ends by itself is the time-out so short that a busy machine could not answer within it. */
export function boundsOf({ fault, mode, operation }: Omit<Cell, 'onError'>): Bounds {
	if (operation.kind === 'account') return OF_ACCOUNT;
	if (fault.ends === 'by_itself') return USUAL;
	return { ...USUAL, timeout: (mode === 'always' ? 1 : 10) * SECOND };
}

/** Runs one cell at a place of its own. @param quiet the rows of its operation on a quiet day */
export async function runCell(types: NodeTypes, cell: Cell, quiet: readonly QuietRow[]): Promise<Result> {
	const bounds = boundsOf(cell);
	const expected = expectedOf(cell, bounds, quiet);
	const place = await cell.fault.open(cell.mode, cell.operation);
	const { run, took } = await endsWithin(expected.time, { types, cell, bounds, place }).finally(() => place.close());
	// Only now that its connections are closed is it certain which answers arrived.
	const seen: Seen = {
		rowsIn: cell.operation.rows.length,
		items: run === null ? [] : itemsOf(run, cell.operation.kind),
		thrown: run === null ? null : thrownIn(run),
		requests: place.requests(),
		charges: place.charges(),
		strays: place.strays(),
		took,
	};
	return { cell, seen, broken: broken(seen, expected) };
}

/** The rows of an operation when nothing goes wrong. */
export async function quietDay(types: NodeTypes, operation: Operation): Promise<QuietRow[]> {
	const cell = { operation, onError: 'continueRegularOutput' } as const;
	const place = await quietService();
	const run = await runAt({ types, cell, bounds: USUAL, place }).finally(() => place.close());
	return quietRows(itemsOf(run, operation.kind), operation.rows.length);
}

interface Job {
	types: NodeTypes;
	cell: Pick<Cell, 'operation' | 'onError'>;
	bounds: Bounds;
	place: Place;
	onStart?(stop: () => void): void;
}

/** ms that a run may take to end when it is stopped. */
const STOPPING = 10_000;

/** Runs the node, and stops it where it does not end in so many ms. */
async function endsWithin(time: number, job: Job): Promise<{ run: NodeRun | null; took: number }> {
	const over = new AbortController();
	let stop = () => {};
	const start = performance.now();
	const running = runAt({ ...job, onStart: (way) => (stop = way) });
	try {
		const run = await Promise.race([running, sleep(time, null, { signal: over.signal }).catch(() => null)]);
		if (run !== null) return { run, took: performance.now() - start };
		stop();
		await Promise.race([running, sleep(STOPPING)]);
		return { run, took: Infinity };
	} finally {
		over.abort();
	}
}

async function runAt({ types, cell: { operation, onError }, bounds, place, onStart }: Job): Promise<NodeRun> {
	const { concurrency, retries, maxWait, timeout } = bounds;
	const limits =
		operation.kind === 'account'
			? {}
			: { limits: { concurrency, retries, maxWait: maxWait / SECOND, timeout: timeout / SECOND } };
	return await runNode({
		types,
		node: {
			type: NODE_TYPE,
			parameters: {
				resource: operation.resource,
				operation: operation.operation,
				...operation.parameters,
				...limits,
			},
			onError,
		},
		items: operation.rows.map(({ json }) => ({ json })),
		credentials: { identityResolutionApi: place.credential },
		outputs: onError === 'continueErrorOutput' ? 2 : 1,
		onStart,
	});
}
