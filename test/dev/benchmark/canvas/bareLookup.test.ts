import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { BareLookup } from '../../../../dev/benchmark/canvas/BareLookup.node';
import { EMAILS, PROFILES, type Job } from '../../../../dev/benchmark/job';
import { makeSheet, type SheetRow } from '../../../../dev/benchmark/sheet';
import { runNode, type NodeRun } from '../../../../dev/n8n/engine/runNode';
import type { Sandbox } from '../../../../dev/sandbox/server';
import { packedTypes, pairs, rowsOf, runOperation } from '../../../support/nodeRun';
import { sandboxes } from '../../../support/sandboxes';

const start = sandboxes();

const TYPE = 'CUSTOM.benchBareLookup';
const ROWS = 300;
const SHEET = makeSheet(ROWS, 0.3);
const HIT_RATE = 0.7;

const itemsOf = (rows: readonly SheetRow[]) => rows.map((row) => row as IDataObject);

/** Runs the bare node, with the credential of this package. */
async function runBare(
	{ url, key }: Sandbox,
	job: Job,
	rows: readonly SheetRow[],
	parameters: INodeParameters = {},
): Promise<NodeRun> {
	const { tool, field, batch, column, columns } = job;
	return await runNode({
		types: (await packedTypes()).with({ [TYPE]: new BareLookup() }),
		node: {
			type: TYPE,
			parameters: {
				credential: 'identityResolutionApi',
				tool,
				field,
				batchField: batch?.field ?? '',
				batchSize: batch?.most ?? 1,
				columns: JSON.stringify(columns),
				identifier: `={{ $json.${column} }}`,
				...parameters,
			},
		},
		items: itemsOf(rows).map((json) => ({ json })),
		credentials: { identityResolutionApi: { baseUrl: url, apiKey: key } },
		outputs: 1,
	});
}

const runOurs = async (
	sandbox: Sandbox,
	{ ours: { resource, operation, field }, column }: Job,
	rows: readonly SheetRow[],
) =>
	await runOperation(sandbox, {
		resource,
		operation,
		parameters: { [field]: `={{ $json.${column} }}` },
		rows: itemsOf(rows),
		outputs: 1,
	});

/** What a row says, and its answer. */
const answersOf = (run: NodeRun, { ours: { answer } }: Job) =>
	rowsOf(run).map((row) => ({
		id: row.id,
		status: row.enriched_status,
		found: row.enriched_found,
		answer: row[answer],
	}));

const lookupsOf = ({ ledger }: Sandbox, { tool }: Job) => ledger.requests().filter((entry) => entry.tool === tool);

describe.each([
	['in batches', EMAILS],
	['one by one', PROFILES],
])('asking %s', (_how, job) => {
	it('gives every row the answer that this node gives it, wherever else and however its person is spelled', async () => {
		const sandbox = await start({ hitRate: HIT_RATE });
		const bare = await runBare(sandbox, job, SHEET);
		const ours = await runOurs(sandbox, job, SHEET);
		expect(bare.error).toBeUndefined();
		expect(answersOf(bare, job)).toEqual(answersOf(ours, job));
		expect(new Set(rowsOf(bare).map(({ enriched_found }) => enriched_found))).toEqual(new Set([true, false]));
		expect(pairs(bare)).toEqual(SHEET.map((_row, place) => place));
	});

	it('puts out the columns that this node puts out', async () => {
		const sandbox = await start({ hitRate: HIT_RATE });
		const [bare] = rowsOf(await runBare(sandbox, job, SHEET.slice(0, 1)));
		const [ours] = rowsOf(await runOurs(sandbox, job, SHEET.slice(0, 1)));
		expect(Object.keys(bare).sort()).toEqual(Object.keys(ours).sort());
	});

	it('asks about everybody once, as this node does', async () => {
		const sandbox = await start({ hitRate: HIT_RATE });
		await runBare(sandbox, job, SHEET);
		const bare = lookupsOf(sandbox, job).flatMap(({ keys }) => keys);
		sandbox.ledger.clear();
		await runOurs(sandbox, job, SHEET);
		const ours = lookupsOf(sandbox, job).flatMap(({ keys }) => keys);
		expect(bare.sort()).toEqual(ours.sort());
		expect(new Set(bare).size).toBe(bare.length);
	});

	it('reads a column straight from the item where one is named', async () => {
		const sandbox = await start({ hitRate: HIT_RATE });
		const byExpression = await runBare(sandbox, job, SHEET);
		const byColumn = await runBare(sandbox, job, SHEET, { column: job.column, identifier: '' });
		expect(rowsOf(byColumn)).toEqual(rowsOf(byExpression));
	});
});

it('has no more requests in flight than it is told', async () => {
	const sandbox = await start({ latency: 10 });
	await runBare(sandbox, PROFILES, SHEET.slice(0, 30), { concurrency: 3 });
	expect(sandbox.ledger.summary().maxInFlight).toBe(3);
});

it('waits as long as it is told where a limit is full, and asks again', async () => {
	const sandbox = await start({ burst: { perSecond: 20, burst: 10 } });
	const bare = await runBare(sandbox, PROFILES, SHEET.slice(0, 30));
	expect(rowsOf(bare).map(({ enriched_found }) => enriched_found)).toEqual(Array(30).fill(true));
	const asked = lookupsOf(sandbox, PROFILES);
	const waits = asked.flatMap(({ status, keys: [key], time, number }) => {
		const next = asked.find((later) => later.number > number && later.keys[0] === key);
		return status === 429 && next !== undefined ? [next.time - time] : [];
	});
	expect(waits.length).toBeGreaterThan(0);
	// The service says 1 s. A timer may be a few ms early by its clock.
	expect(Math.min(...waits)).toBeGreaterThanOrEqual(990);
});

it('ends with any other failure', async () => {
	const sandbox = await start({ account: { tokens: 0 } });
	expect((await runBare(sandbox, PROFILES, SHEET.slice(0, 1))).error?.message).toContain('HTTP 402');
});
