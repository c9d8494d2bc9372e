import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf, type Execution } from '../../../dev/n8n/instance/executions';
import { readEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { personFor } from '../../../dev/sandbox/people';
import { EXAMPLES, importInto, readExample, runExample } from '../support/example';
import { startHosted, type Hosted } from '../support/hosted';
import { Table } from '../support/table';
import { executionsOf, polledByHand, publish, unpublish } from '../trigger/triggerWorkflow';

interface Row {
	id: number;
	contact: string;
	email: string | null;
	status: string | null;
	reason: string | null;
	resume: string | null;
	full_name: string | null;
	company_name: string | null;
	work_email: string | null;
}

const FIVE_HOURS = 5 * 60 * 60 * 1_000;
const RECORDS = 250;
/** As much as a cell of a sheet holds. */
const LONGEST_RESUME = 30_000;

let host: Hosted;
let id: string;
/** That have ended so far: every one of them is waited for. */
let executions = 0;

const openTable = async () => await Table.open<Row>(host.rest, 'Contacts to Resolve');
const table = async () => await (await openTable()).rows();
const deferred = (rows: Row[]) => rows.filter(({ status }) => status === 'deferred');

async function run(trigger: string): Promise<Execution> {
	const execution = await runExample(host, id, trigger);
	executions += 1;
	return execution;
}

/** Lets the trigger poll, which each publication does, and waits for the execution that it starts. */
async function poll(): Promise<Execution> {
	await unpublish(host.rest, id);
	await publish(host.rest, id);
	executions += 1;
	const all = await executionsOf(host.rest, id, executions);
	expect(all).toHaveLength(executions);
	return all[executions - 1];
}

/** What a row must end with. Whoever the one tool does not know by e-mail, the other one knows by its MD5. */
function expectedFor({ email }: Row) {
	const reading = readEmail(email);
	const nobody = { full_name: null, company_name: null, work_email: null };
	if (reading.is !== 'identifier') return { ...nobody, status: reading.is === 'blank' ? 'skipped' : 'invalid' };
	const { firstName, lastName, company, workEmail } = personFor(reading.identifier.key, host.sandbox.settings().seed);
	return {
		status: 'found',
		full_name: `${firstName} ${lastName}`,
		company_name: company.name,
		work_email: workEmail,
	};
}

beforeAll(async () => {
	host = await startHosted({
		sandbox: {
			settings: {
				toolHitRates: { reverse_email_lookup: 0.8 },
				limits: { enrich: { records: { '5h': RECORDS } } },
			},
		},
	});
	cpSync(join(EXAMPLES, 'contacts.csv'), join(host.files, 'contacts.csv'));
	id = await importInto(host, polledByHand(readExample('window-open-resume.json')));
	await run('First Time Only');
	await publish(host.rest, id);
});

afterAll(async () => await host?.stop());

it('puts off what the window has no room for, and writes down what was paid for until then', async () => {
	await run('Start');
	const rows = await table();
	expect(host.sandbox.ledger.summary().recordsUsed).toBe(RECORDS);
	expect(deferred(rows).length).toBeGreaterThan(rows.length / 2);
	expect(new Set(deferred(rows).map(({ reason }) => reason))).toEqual(
		new Set([
			'fair_use_records: The Fair Use window of records is used up. Run this row again when the window opens',
		]),
	);
	expect(deferred(rows).filter(({ resume }) => resume?.startsWith('r1.')).length).toBeGreaterThan(0);
});

it('keeps that where a run can ask nothing at all', async () => {
	const before = await table();
	const { keys } = host.sandbox.settings();
	host.sandbox.configure({ keys: ['sandbox_anotherkey'] });
	await run('Start');
	host.sandbox.configure({ keys });
	const after = await table();
	expect(after.map(({ resume }) => resume)).toEqual(before.map(({ resume }) => resume));
	expect(deferred(after).map(({ contact }) => contact)).toEqual(deferred(before).map(({ contact }) => contact));
});

it('starts by itself each time that the window has been closed and is open again, for the rows that were put off', async () => {
	for (const round of [1, 2]) {
		const left = deferred(await table());
		expect([round, left.length > 0]).toEqual([round, true]);
		expect(Object.keys((await poll()).runs)).toEqual(['Window Open']);
		host.sandbox.advance(FIVE_HOURS);
		const execution = await poll();
		expect(execution.status).toBe('success');
		expect(rowsOf(execution, 'Rows Put Off').map(({ contact }) => contact)).toEqual(
			left.map(({ contact }) => contact),
		);
	}
});

it('has brought every row to an end, with the answer of its own person', async () => {
	const rows = await table();
	expect(rows).toMatchObject(rows.map(expectedFor));
	expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['found', 'skipped', 'invalid']));
	expect(rows.filter(({ resume }) => Boolean(resume)).map(({ contact }) => contact)).toEqual([]);
});

it('has paid for nobody twice', () => {
	const { identifiersCharged, recordsUsed, chargedMoreThanOnce } = host.sandbox.ledger.summary();
	expect(chargedMoreThanOnce).toEqual([]);
	expect(identifiersCharged).toBe(recordsUsed);
});

it('has room in its table for the longest resume text', async () => {
	const resume = `r1.${'x'.repeat(LONGEST_RESUME)}`;
	const [{ contact }] = await table();
	await (await openTable()).update({ resume }, { columnName: 'contact', condition: 'eq', value: contact });
	expect((await table())[0].resume).toBe(resume);
});
