import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { executionEnded } from '../../../dev/n8n/instance/executions';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import type { WorkflowFile } from '../../../dev/n8n/instance/workflow';
import { makeSheet } from '../../../dev/benchmark/sheet';
import { defaultSettings } from '../../../dev/sandbox/settings';
import { connect, EXAMPLES, importInto, readExample } from '../support/example';
import { expectedFor, keyOf } from '../support/expected';
import { NODE, START, twoWires } from '../support/rowsWorkflow';
import { Table, type TableRow } from '../support/table';
import { CONCURRENCY, startCluster, type Cluster } from './cluster';

const SCALING = join(EXAMPLES, '..', 'docs', 'scaling');
const ROWS = 600;
const PARTS = 40;
/** The rows with an answer at which the test kills a worker. */
const ROWS_BEFORE_KILL = 180;
const TIMEOUT_MS = 240_000;
// One test waits several times.
jest.setTimeout(4 * TIMEOUT_MS);

const SETTINGS = { ...defaultSettings(), hitRate: 0.8, latency: 1_000 };

/** 30 % repeat a person of an earlier row, most in another spelling; each 25th row is blank, each 33rd a typo. */
const sheet = makeSheet(ROWS, 0.3).map(({ id, linkedin }) => {
	const cell = id % 25 === 0 ? '' : id % 33 === 0 ? 'https://www.linkedin.com/company/example' : linkedin;
	return { id: `C-${id}`, name: `Contact ${id}`, linkedin: cell, ...expectedFor(cell, SETTINGS) };
});
const expectedRows = sheet.map(({ id, status, personalEmail }) => [id, status, personalEmail]);
const people = distinctKeys(sheet);
const knownPeople = distinctKeys(sheet.filter(({ status }) => status === 'found'));

function distinctKeys(rows: ReadonlyArray<{ linkedin?: unknown }>): string[] {
	return [...new Set(rows.map(({ linkedin }) => keyOf(linkedin)))].filter((key) => key !== null);
}

let cluster: Cluster;
let splitWorkflow: string;
let partWorkflow: string;
let table: Table;

async function queueParts(): Promise<void> {
	const { status } = await executionEnded(cluster.rest, await cluster.rest.run(splitWorkflow, 'Start'));
	expect(status).toBe('success');
	table = await Table.open(cluster.rest, 'Contacts to Enrich');
}

async function countParts(...states: string[]): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: partWorkflow, status: states }));
	return ((await cluster.rest.call('GET', `executions?limit=1&filter=${filter}`)) as { count: number }).count;
}

const partsEnded = async () =>
	await waitFor('The end of parts', async () => (await countParts('new', 'running', 'waiting')) === 0, TIMEOUT_MS);

/** The identifiers that were sent, in the requests after the first `from`. */
const sentKeys = (from = 0) =>
	cluster.sandbox.ledger
		.requests()
		.slice(from)
		.flatMap(({ keys }) => keys);

const tableRows = async () =>
	(await table.rows()).map((row) => [row.contact_id, row.enriched_status, row.enriched_personal_email]);

const isAnswered = ({ enriched_status: status }: TableRow) => status === 'found' || status === 'not_found';

const openRows = async () => (await table.rows()).filter((row) => row.identifier && !isAnswered(row));

/** Gives the rows of a part that have no email a status. */
const setStatus = async (enriched_status: string, part: unknown) =>
	await table.update({ enriched_status }, [
		{ columnName: 'part', condition: 'eq', value: part },
		{ columnName: 'enriched_status', condition: 'neq', value: 'found' },
	]);

/** The first differences between two lists in any order: Jest would print thousands of lines. */
function differences(found: readonly unknown[], expected: readonly unknown[]): string[] {
	const [lines, expectedLines] = [found, expected].map((list) => list.map((one) => JSON.stringify(one)).sort());
	const first = lines.filter((line, index) => line !== expectedLines[index]).slice(0, 5);
	return lines.length === expectedLines.length ? first : [`${lines.length}, not ${expectedLines.length}`, ...first];
}

/** Each part is an execution in every run, which costs n8n more than its rows do. */
const inFewerParts = (split: WorkflowFile) =>
	JSON.parse(JSON.stringify(split).replace(/(?<=PARTS = |Array\()100/g, String(PARTS))) as WorkflowFile;

beforeAll(async () => {
	cluster = await startCluster({ settings: SETTINGS });
	const columns = ['id', 'name', 'linkedin'];
	writeFileSync(join(cluster.files, 'contacts.csv'), stringify(sheet, { header: true, columns }));
	const header = { name: 'X-Token', value: 'made-up-token' };
	const connected = await connect(
		cluster,
		['webhook', 'httpRequest'].map((name) => ({
			nodeType: `n8n-nodes-base.${name}`,
			type: 'httpHeaderAuth',
			data: header,
		})),
	);
	partWorkflow = await importInto(cluster, connected(readExample('queue-part.json', SCALING)));
	await cluster.rest.activate(partWorkflow);
	splitWorkflow = await importInto(cluster, connected(inFewerParts(readExample('queue-split.json', SCALING))));
});

afterAll(async () => await cluster?.stop());

describe('600 rows with 30 % duplicates, blanks and typos on two workers', () => {
	beforeAll(async () => {
		await queueParts();
		await partsEnded();
	});

	it('run as one execution per part, on both workers', async () => {
		expect(await countParts('success')).toBe(PARTS);
		for (const worker of cluster.workers) {
			const finished = worker.output().match(/Worker finished execution \d+/g) ?? [];
			expect(finished.length).toBeGreaterThan(PARTS / 10);
		}
	});

	it('are in the table once each, with the answer for their own person', async () => {
		expect(differences(await tableRows(), expectedRows)).toEqual([]);
	});

	it('send and charge one lookup per person, over all spellings and rows', () => {
		expect(differences(sentKeys(), people)).toEqual([]);
		expect(cluster.sandbox.ledger.summary()).toMatchObject({
			identifiersCharged: knownPeople.length,
			chargedMoreThanOnce: [],
		});
	});

	it('are sent again by the next run only if they were deferred or failed', async () => {
		const misses = (await table.rows()).filter(({ enriched_status: status }) => status === 'not_found');
		const [first, second] = new Set(misses.map(({ part }) => part));
		await setStatus('deferred', first);
		await setStatus('failed', second);
		const open = await openRows();
		expect(new Set(open.map((row) => row.enriched_status))).toEqual(new Set(['deferred', 'failed']));
		const before = cluster.sandbox.ledger.requests().length;
		await queueParts();
		await partsEnded();

		expect(differences(sentKeys(before), distinctKeys(open))).toEqual([]);
		expect(differences(await tableRows(), expectedRows)).toEqual([]);
	});
});

describe('the same rows, if one worker is killed halfway', () => {
	let open: TableRow[];

	beforeAll(async () => {
		await table.drop();
		cluster.sandbox.ledger.clear();
		await queueParts();
		const answered = async () => (await table.rows()).filter(isAnswered).length;
		await waitFor('Rows with an answer', async () => (await answered()) >= ROWS_BEFORE_KILL, TIMEOUT_MS, 500);
		await cluster.workers[1].kill();
		await partsEnded();
		open = await openRows();
	});

	it('are finished by the other worker, except for the parts of the killed one', async () => {
		expect(open.length).toBeGreaterThan(0);
		expect(new Set(open.map(({ part }) => part)).size).toBeLessThanOrEqual(CONCURRENCY);
		const openIds = new Set<unknown>(open.map(({ contact_id }) => contact_id));
		const isDone = ([id]: readonly unknown[]) => !openIds.has(id);
		expect(differences((await tableRows()).filter(isDone), expectedRows.filter(isDone))).toEqual([]);
	});

	it('leave no execution running: those of the killed worker end as failed', async () => {
		const failed = await countParts('error', 'crashed');
		expect(failed).toBeGreaterThanOrEqual(Math.max(1, new Set(open.map(({ part }) => part)).size));
		expect(failed).toBeLessThanOrEqual(CONCURRENCY);
	});

	it('are complete after the next run, which sends and charges only rows without an answer', async () => {
		const openKeys = distinctKeys(open);
		const before = cluster.sandbox.ledger.requests().length;
		await queueParts();
		await partsEnded();

		expect(differences(sentKeys(before), openKeys)).toEqual([]);
		expect(differences(await tableRows(), expectedRows)).toEqual([]);
		for (const { key } of cluster.sandbox.ledger.summary().chargedMoreThanOnce) expect(openKeys).toContain(key);
	});
});

it('a node that two wires lead to pays for each person once on a worker, too, and for no one who is listed', async () => {
	const rows = ['in/two-wires-1', 'in/two-wires-2', 'in/listed-person'].map((who) => ({ who }));
	const parameters = { linkedinUrl: '={{ $json.who }}', options: { suppressionList: true } };
	const suppressed = [{ profile: 'listed-person' }];
	const workflow = twoWires({ rows, suppressed, parameters }, cluster.credential);
	const { id } = await cluster.rest.createWorkflow(workflow);
	const before = cluster.sandbox.ledger.requests().length;
	const { status, runs } = await executionEnded(cluster.rest, await cluster.rest.run(id, START));
	expect([status, runs[NODE].length]).toEqual(['success', 2]);
	expect(sentKeys(before).toSorted()).toEqual(['linkedin:two-wires-1', 'linkedin:two-wires-2']);
});

it('n8n writes nothing into the folder of the package, which the Compose file mounts read-only', () => {
	const paths = readdirSync(cluster.nodes, { recursive: true, encoding: 'utf8' }).map((name) =>
		join(cluster.nodes, name),
	);
	expect([cluster.nodes, ...paths].filter((path) => statSync(path).ctimeMs > cluster.installed)).toEqual([]);
});
