import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { CameOut } from '../judge';
import type { SheetRow } from '../sheet';

const BODY_LIMIT = 1e9;

/** What a workflow is given and asked for while it is measured. */
export interface Expecting {
	rows: readonly SheetRow[];
	/** The rows are handed on as soon as it resolves. */
	onStart(): Promise<void>;
	/** The last node of the contender has handed on its rows. */
	onEnd(): Promise<void>;
	onReceipt(rows: CameOut[]): void;
}

/** Gives rows to the workflows of a benchmark, and takes what comes out of them. */
export interface Collector {
	/** @returns the address that the nodes of one run are told */
	expect(run: Expecting): string;
	close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
	const runs = new Map<string, Expecting>();
	const app = Fastify({ bodyLimit: BODY_LIMIT, forceCloseConnections: true });
	const of = (params: unknown): Expecting => {
		const run = runs.get((params as { run: string }).run);
		if (run === undefined) throw new Error('Nobody expects this run');
		return run;
	};
	app.get('/:run/rows', ({ params }) => of(params).rows);
	app.post('/:run/start', async ({ params }) => {
		await of(params).onStart();
		return {};
	});
	app.post('/:run/end', async ({ params }) => {
		await of(params).onEnd();
		return {};
	});
	app.post('/:run/receipt', ({ params, body }) => {
		of(params).onReceipt(body as CameOut[]);
		return {};
	});
	await app.listen({ host: '127.0.0.1', port: 0 });
	const { port } = app.server.address() as AddressInfo;
	return {
		expect(run) {
			const id = randomUUID();
			runs.set(id, run);
			return `http://127.0.0.1:${port}/${id}`;
		},
		close: async () => await app.close(),
	};
}
