import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { defaultSettings } from '../../../dev/sandbox/settings';
import { eventually } from '../../../dev/n8n/instance/eventually';
import { importInto, readExample } from '../support/example';
import { expectedFor } from '../support/expected';
import { Table, type Condition } from '../support/table';
import { CONCURRENCY, startCluster, type Cluster } from './cluster';
import { contacts, keyOf } from './contacts';
import { allEnded, countRuns, finishedBy, runToEnd } from './runs';

/** A row of the data table that the example fills. */
interface TableRow {
	id: number;
	contact_id: string;
	linkedin: string | null;
	identifier: string | null;
	part: number | null;
	enriched_status: string | null;
	enriched_personal_email: string | null;
}

const ROWS = 10_000;
const PARTS = 100;
/** Written out when a worker is killed. */
const SOME = 3_000;
/** In ms. */
const MOST = 240_000;
// More than all that any one of them waits for.
jest.setTimeout(4 * MOST);

const SETTINGS = { ...defaultSettings(), hitRate: 0.8, latency: 1_500 };

const sheet = contacts(ROWS, SETTINGS.seed);
const keys = distinct(sheet.map(({ linkedin }) => keyOf(linkedin)));
const held = distinct(
	sheet
		.filter(({ linkedin }) => expectedFor(linkedin, SETTINGS).status === 'found')
		.map(({ linkedin }) => keyOf(linkedin)),
);

let cluster: Cluster;
let split: string;
let part: string;
let table: Table<TableRow>;

async function handOut(): Promise<void> {
	expect(await runToEnd(cluster.rest, split)).toBe('success');
	table = await Table.open(cluster.rest, 'Contacts to Enrich');
}

const partsEnded = async () => await allEnded(cluster.rest, part, MOST);

/** Every identifier that was sent, as often as it was sent, by the requests after the first `from`. */
const asked = (from = 0) =>
	cluster.sandbox.ledger
		.requests()
		.slice(from)
		.flatMap((request) => request.keys);

const chargedTwice = () => cluster.sandbox.ledger.summary().chargedMoreThanOnce.map(({ key }) => key);

const status = (condition: 'eq' | 'neq', value: string): Condition => ({
	columnName: 'enriched_status',
	condition,
	value,
});
const inPart = (value: number): Condition => ({ columnName: 'part', condition: 'eq', value });

const LEFT = [
	status('neq', 'found'),
	status('neq', 'not_found'),
	{ columnName: 'identifier', condition: 'isNotEmpty', value: null } as const,
];

const written = async () => (await table.count(status('eq', 'found'))) + (await table.count(status('eq', 'not_found')));

/** What one list holds more often than the other, to begin with: the lists themselves are too long to be shown. */
function unlike(found: readonly unknown[], expected: readonly unknown[]): string[] {
	const surplus = new Map<string, number>();
	for (const [list, weight] of [
		[found, 1],
		[expected, -1],
	] as const) {
		for (const one of list) surplus.set(JSON.stringify(one), (surplus.get(JSON.stringify(one)) ?? 0) + weight);
	}
	return [...surplus]
		.filter(([, times]) => times !== 0)
		.slice(0, 10)
		.map(([one, times]) => `${one}: ${times} too many`);
}

const told = ({ contact_id, enriched_status, enriched_personal_email }: TableRow) => [
	contact_id,
	enriched_status,
	enriched_personal_email,
];

const due = sheet.map(({ id, linkedin }) => {
	const { status: expected, personalEmail } = expectedFor(linkedin, SETTINGS);
	return [id, expected, personalEmail];
});

function distinct(all: ReadonlyArray<string | null>): string[] {
	return [...new Set(all)].filter((one) => one !== null).sort();
}

beforeAll(async () => {
	cluster = await startCluster(2, { settings: SETTINGS });
	writeFileSync(join(cluster.files, 'contacts.csv'), stringify(sheet, { header: true }));
	part = await importInto(cluster, readExample('queue-part.json'));
	await cluster.rest.activate(part);
	split = await importInto(cluster, readExample('queue-split.json'));
});

afterAll(async () => await cluster?.stop());

describe('10,000 rows with 30 % duplicates, blanks and typos, handed out to two workers', () => {
	beforeAll(async () => {
		await handOut();
		await partsEnded();
	});

	it('are done by both of them, each part as an execution of its own', async () => {
		expect(await countRuns(cluster.rest, part, ['success'])).toBe(PARTS);
		for (const worker of cluster.workers) expect(finishedBy(worker).length).toBeGreaterThan(PARTS / 10);
	});

	it('stand in the table once each, with the answer of their own person', async () => {
		expect(unlike((await table.rows()).map(told), due)).toEqual([]);
	});

	it('cost one lookup for each person, in whatever spellings and however many rows', () => {
		expect(unlike(asked(), keys)).toEqual([]);
		expect(cluster.sandbox.ledger.summary()).toMatchObject({
			identifiersCharged: held.length,
			chargedMoreThanOnce: [],
		});
	});

	it('are asked again by the next run where they were put off or failed, and only there', async () => {
		await table.update({ enriched_status: 'deferred' }, inPart(7), status('neq', 'found'));
		await table.update({ enriched_status: 'failed' }, inPart(8), status('neq', 'found'));
		const left = await table.rows(...LEFT);
		expect(new Set(left.map((row) => row.enriched_status))).toEqual(new Set(['deferred', 'failed']));
		const before = cluster.sandbox.ledger.requests().length;
		await handOut();
		await partsEnded();

		expect(unlike(asked(before), distinct(left.map(({ linkedin }) => keyOf(linkedin))))).toEqual([]);
		expect(unlike((await table.rows()).map(told), due)).toEqual([]);
	});
});

describe('the same rows, when one worker is killed halfway', () => {
	let left: TableRow[];
	let leftKeys: string[];

	beforeAll(async () => {
		await table.drop();
		cluster.sandbox.ledger.clear();
		await handOut();
		await eventually(`${SOME} rows written`, async () => ((await written()) >= SOME ? true : undefined), MOST);
		await cluster.workers[1].kill();
		await partsEnded();
		left = await table.rows(...LEFT);
		leftKeys = distinct(left.map(({ linkedin }) => keyOf(linkedin)));
	});

	it('are finished by the other one, except for the parts that the dead one was working on', async () => {
		expect(left.length).toBeGreaterThan(0);
		expect(new Set(left.map((row) => row.part)).size).toBeLessThanOrEqual(CONCURRENCY);
		const open = new Set(left.map(({ contact_id }) => contact_id));
		const done = (await table.rows()).filter(({ contact_id }) => !open.has(contact_id));
		expect(
			unlike(
				done.map(told),
				due.filter(([id]) => !open.has(String(id))),
			),
		).toEqual([]);
	});

	it('leave no execution behind that hangs: those of the dead worker end as failed', async () => {
		const failed = await countRuns(cluster.rest, part, ['error', 'crashed']);
		expect(failed).toBeGreaterThanOrEqual(Math.max(1, new Set(left.map((row) => row.part)).size));
		expect(failed).toBeLessThanOrEqual(CONCURRENCY);
	});

	it('are all right after the next run, which asks only for what was not written out', async () => {
		const before = cluster.sandbox.ledger.requests().length;
		await handOut();
		await partsEnded();

		expect(unlike(asked(before), leftKeys)).toEqual([]);
		expect(unlike((await table.rows()).map(told), due)).toEqual([]);
		for (const key of chargedTwice()) expect(leftKeys).toContain(key);
	});
});
