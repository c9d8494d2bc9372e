import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type Execution, executionEnded, readExecution, rowsOf } from '../../../dev/n8n/instance/executions';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { personFor } from '../../../dev/sandbox/people';
import { readCell } from '../../../nodes/IdentityResolution/api/identifiers/readCell';
import { ask, SINGLE } from '../../support/asking';
import { importExample, runExample, sentKeys } from '../support/example';
import { expectedFor, expectOwnAnswers } from '../support/expected';
import { useHosted } from '../support/hosted';
import { Table, type TableRow } from '../support/table';
import { executionsOf, polledByHand, publish, unpublish } from '../trigger/triggerWorkflow';

const FIVE_HOURS = 5 * 60 * 60 * 1_000;

/** In ms. n8n stores an execution that waits 65 s or longer; the run before the wait takes some seconds too. */
const UNTIL_IT_OPENS = 80_000;
const TIMEOUT_MS = 240_000;
/** The service's clock is slow by this until the window is used up, and correct from then on. */
const SLOW_BY = FIVE_HOURS - UNTIL_IT_OPENS;
const RECORDS = 300;
/** By another client of the account. */
const USED_BY_OTHERS = 200;

const loopHost = useHosted({
	sandbox: { now: () => Date.now() - SLOW_BY, settings: { limits: { enrich: { records: { '5h': RECORDS } } } } },
});
/** The workflow deferred-wait-loop.json, and its first execution, which waits during the other tests. */
let loop: string;
let waiting: string;
/** Its rows from before the wait. */
let early: Array<Record<string, unknown>>;

const idsOf = (rows: ReadonlyArray<{ id?: unknown }>) => rows.map(({ id }) => id);

/** @returns the rows of the files of all rounds, after a check that every row of the sheet is among them once */
function enrichedRows(execution: Execution) {
	expect(execution.status).toBe('success');
	const files = execution.runs['Write file of this round'].map((_run, round) => `contacts-enriched-${round + 1}.csv`);
	const rows = files.flatMap((file) =>
		parse<Record<string, string>>(readFileSync(join(loopHost.files, file)), { columns: true, bom: true }),
	);
	expect(idsOf(rows).sort()).toEqual(idsOf(rowsOf(execution, 'Get rows')).sort());
	return rows;
}

beforeAll(async () => {
	loop = await importExample(loopHost, 'deferred-wait-loop.json');
	const { service, now, advance } = loopHost.sandbox;
	for (let used = 0; used < USED_BY_OTHERS; used += 100) {
		const url = (index: number) => `https://www.linkedin.com/in/other-${used + index}`;
		const linkedin_urls = Array.from({ length: 100 }, (_, index) => url(index));
		expect(ask(service, SINGLE, { linkedin_urls }, now()).status).toBe(200);
	}
	advance(SLOW_BY);
	loopHost.sandbox.ledger.clear();
	loopHost.sandbox.configure({ hitRate: 0.8 });
	waiting = await loopHost.rest.run(loop, 'Start');
	const waits = await waitFor('The wait', async () => {
		const execution = await readExecution(loopHost.rest, waiting);
		return execution.status === 'waiting' ? execution : undefined;
	});
	early = rowsOf(waits, 'Find personal emails', 0);
	const late = rowsOf(waits, 'Find personal emails', 1);
	expect(new Set(late.map(({ enriched_status }) => enriched_status))).toEqual(new Set(['deferred']));
	expect(loopHost.sandbox.ledger.summary().recordsUsed).toBeLessThanOrEqual(RECORDS - USED_BY_OTHERS);
});

describe('nightly-resume.json', () => {
	const ROWS = 150;
	const TOKENS = 30;
	const host = useHosted({ sandbox: { settings: { hitRate: 0.8, account: { tokens: TOKENS } } } });
	let id: string;
	let sheet: Array<Record<string, unknown>>;
	let table: Table;

	const night = async () => {
		host.sandbox.ledger.clear();
		return await runExample(host, id, 'Every night');
	};

	beforeAll(async () => {
		id = await importExample(host, 'nightly-resume.json', undefined, ROWS);
		await runExample(host, id, 'First time only');
		sheet = rowsOf(await runExample(host, id, 'First time only'), 'Get rows');
		table = await Table.open(host.rest, 'Nightly Contacts');
	});

	it('copies the contacts into a table once, even if the button is pressed twice', async () => {
		expect(sheet).toHaveLength(ROWS);
		expect((await table.rows()).map(({ contact }) => contact)).toEqual(sheet.map(({ id: contact }) => contact));
	});

	it('looks up in the first night what the balance allows, and defers the rest', async () => {
		await night();
		const rows = await table.rows();
		const count = (wanted: string | null) => rows.filter(({ status }) => status === wanted).length;
		expect(host.sandbox.ledger.summary().tokensCharged).toBe(TOKENS);
		expect(count('found')).toBeGreaterThanOrEqual(TOKENS);
		expect(count('deferred')).toBeGreaterThan(0);
		expect(count(null)).toBe(0);
	});

	it('looks up the deferred rows in the second night and no row that has an answer', async () => {
		const done = (await table.rows()).filter(({ status }) => status === 'found' || status === 'not_found');
		const answered = new Set<unknown>(done.map(({ linkedin }) => linkedin));
		host.sandbox.configure({ account: { tokens: 1_000 } });
		const execution = await night();
		const left = rowsOf(execution, 'Get rows without an answer');
		expect(left.filter(({ linkedin }) => answered.has(linkedin))).toEqual([]);
		expect(new Set(sentKeys(host)).size).toBe(sentKeys(host).length);
		const rows = (await table.rows()).map(({ status, personal_email: personalEmail }) => ({
			status,
			personalEmail,
		}));
		expect(rows).toEqual(sheet.map(({ linkedin }) => expectedFor(linkedin, host.sandbox.settings())));
	});

	it('sends nothing in the third night', async () => {
		await night();
		expect(sentKeys(host)).toEqual([]);
	});

	it('writes the status of a typo into the table even if no other row is left', async () => {
		const typo = { columnName: 'contact', condition: 'eq', value: 'C-0002' } as const;
		await table.update({ linkedin: 'ask Ada', status: null }, [typo]);
		await night();
		const row = (await table.rows()).find(({ contact }) => contact === typo.value);
		expect(row?.status).toBe('invalid');
	});
});

describe('window-open-resume.json', () => {
	const ROWS = 160;
	const WINDOW = 110;
	const host = useHosted({
		sandbox: {
			settings: {
				toolHitRates: { reverse_email_lookup: 0.8 },
				limits: { enrich: { records: { '5h': WINDOW } } },
			},
		},
	});
	let id: string;
	let table: Table;
	/** The count of executions so far. */
	let executions = 0;

	const contactsIn = (rows: ReadonlyArray<{ contact?: unknown }>) => rows.map(({ contact }) => contact);
	const deferred = async () => (await table.rows()).filter(({ status }) => status === 'deferred');

	async function run(trigger: string): Promise<void> {
		await runExample(host, id, trigger);
		executions += 1;
	}

	/** Publishes the workflow again, which makes the trigger poll. @returns the execution that the trigger starts */
	async function poll(): Promise<Execution> {
		await unpublish(host.rest, id);
		await publish(host.rest, id);
		executions += 1;
		const all = await executionsOf(host.rest, id, executions);
		expect(all).toHaveLength(executions);
		return all[executions - 1];
	}

	/** The final columns of a row. Who is unknown to the first tool by email is known to the second by its MD5. */
	function finalColumns({ email }: TableRow) {
		const reading = readCell('email', email, 'plain');
		if (reading.is !== 'identifier') {
			const status = reading.is === 'blank' ? 'skipped' : 'invalid';
			return { status, full_name: null, company_name: null, work_email: null };
		}
		const { firstName, lastName, company, workEmail } = personFor(
			reading.identifier.key,
			host.sandbox.settings().seed,
		);
		const full_name = `${firstName} ${lastName}`;
		return { status: 'found', full_name, company_name: company.name, work_email: workEmail };
	}

	beforeAll(async () => {
		id = await importExample(host, 'window-open-resume.json', polledByHand, ROWS);
		await run('First time only');
		table = await Table.open(host.rest, 'Contacts to Resolve');
		await publish(host.rest, id);
	});

	it('defers the rows that the window has no capacity for, and stores resume texts for paid answers', async () => {
		await run('Start');
		const rows = await deferred();
		expect(host.sandbox.ledger.summary().recordsUsed).toBe(WINDOW);
		expect(rows.length).toBeGreaterThan(ROWS / 2);
		expect(new Set(rows.map(({ reason }) => reason))).toEqual(
			new Set([
				'fair_use_records: The Fair Use window of records is used up. Run this row again when the window opens',
			]),
		);
		expect(rows.some(({ resume }) => String(resume).startsWith('r1.'))).toBe(true);
	});

	it('starts for the deferred rows each time that the window opens after it was closed', async () => {
		for (const round of [1, 2]) {
			const left = await deferred();
			expect([round, left.length > 0]).toEqual([round, true]);
			expect(Object.keys((await poll()).runs)).toEqual(['Window opens']);
			host.sandbox.advance(FIVE_HOURS);
			const execution = await poll();
			expect(execution.status).toBe('success');
			expect(contactsIn(rowsOf(execution, 'Get deferred rows'))).toEqual(contactsIn(left));
		}
	});

	it('ends with the own answer in every row, each paid once', async () => {
		const rows = await table.rows();
		expect(rows).toMatchObject(rows.map(finalColumns));
		expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['found', 'skipped', 'invalid']));
		expect(contactsIn(rows.filter(({ resume }) => Boolean(resume)))).toEqual([]);
		const { identifiersCharged, recordsUsed, chargedMoreThanOnce } = host.sandbox.ledger.summary();
		expect(chargedMoreThanOnce).toEqual([]);
		expect(identifiersCharged).toBe(recordsUsed);
	});
});

describe('deferred-wait-loop.json', () => {
	it('waits until the window opens and then looks up the deferred rows, each row once', async () => {
		const { ledger, settings } = loopHost.sandbox;
		const rows = enrichedRows(await executionEnded(loopHost.rest, waiting, TIMEOUT_MS));
		expect(idsOf(rows).slice(0, early.length)).toEqual(idsOf(early));
		expectOwnAnswers(
			rows,
			rows.map(({ linkedin }) => linkedin),
			settings(),
		);
		expect(ledger.summary().chargedMoreThanOnce).toEqual([]);
	});

	it('returns rows as deferred, each once, if waiting does not help', async () => {
		const { ledger, configure } = loopHost.sandbox;
		configure({ account: { tokens: 30 }, limits: { enrich: { records: { '5h': 100_000 } } } });
		ledger.clear();
		const execution = await loopHost.rest.run(loop, 'Start');
		const rows = enrichedRows(await executionEnded(loopHost.rest, execution, TIMEOUT_MS));
		const deferred = rows.filter(({ enriched_status }) => enriched_status === 'deferred');
		expect(deferred.length).toBeGreaterThan(0);
		for (const { enriched_reason } of deferred) expect(enriched_reason).toContain('insufficient_tokens');
		expect(ledger.summary().tokensCharged).toBe(30);
	});
});
