import { type Execution, rowsOf } from '../../../dev/n8n/instance/executions';
import { personFor } from '../../../dev/sandbox/people';
import { readEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { importExample, runExample } from '../support/example';
import { useHosted } from '../support/hosted';
import { Table } from '../support/table';
import { executionsOf, polledByHand, publish, unpublish } from '../trigger/triggerWorkflow';

interface Row {
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
/** For one execution. */
const TIMEOUT_MS = 120_000;
/** As much as a cell of a sheet holds. */
const LONGEST_RESUME = 30_000;

const host = useHosted({
	sandbox: {
		settings: {
			toolHitRates: { reverse_email_lookup: 0.8 },
			limits: { enrich: { records: { '5h': RECORDS } } },
		},
	},
});
let id: string;
let table: Table<Row>;
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
	const all = await executionsOf(host.rest, id, executions, TIMEOUT_MS);
	expect(all).toHaveLength(executions);
	return all[executions - 1];
}

/** The final columns of a row. Who is unknown to the first tool by e-mail is known to the second by its MD5. */
function expectedFor({ email }: Row) {
	const reading = readEmail(email);
	if (reading.is !== 'identifier') {
		const status = reading.is === 'blank' ? 'skipped' : 'invalid';
		return { status, full_name: null, company_name: null, work_email: null };
	}
	const { firstName, lastName, company, workEmail } = personFor(reading.identifier.key, host.sandbox.settings().seed);
	const full_name = `${firstName} ${lastName}`;
	return { status: 'found', full_name, company_name: company.name, work_email: workEmail };
}

beforeAll(async () => {
	id = await importExample(host, 'window-open-resume.json', polledByHand);
	await run('First Time Only');
	table = await Table.open<Row>(host.rest, 'Contacts to Resolve');
	await publish(host.rest, id);
});

it('defers the rows that the window has no capacity for, and stores resume texts for paid answers', async () => {
	await run('Start');
	const rows = await deferred();
	expect(host.sandbox.ledger.summary().recordsUsed).toBe(RECORDS);
	expect(rows.length).toBeGreaterThan((await table.count()) / 2);
	expect(new Set(rows.map(({ reason }) => reason))).toEqual(
		new Set([
			'fair_use_records: The Fair Use window of records is used up. Run this row again when the window opens',
		]),
	);
	expect(rows.some(({ resume }) => resume?.startsWith('r1.'))).toBe(true);
});

it('starts for the deferred rows each time that the window opens after it was closed', async () => {
	for (const round of [1, 2]) {
		const left = await deferred();
		expect([round, left.length > 0]).toEqual([round, true]);
		expect(Object.keys((await poll()).runs)).toEqual(['Window Open']);
		host.sandbox.advance(FIVE_HOURS);
		const execution = await poll();
		expect(execution.status).toBe('success');
		expect(contactsIn(rowsOf(execution, 'Rows Put Off'))).toEqual(contactsIn(left));
	}
});

it('ends with the own answer in every row, each paid once', async () => {
	const rows = await table.rows();
	expect(rows).toMatchObject(rows.map(expectedFor));
	expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['found', 'skipped', 'invalid']));
	expect(contactsIn(rows.filter(({ resume }) => Boolean(resume)))).toEqual([]);
	const { identifiersCharged, recordsUsed, chargedMoreThanOnce } = host.sandbox.ledger.summary();
	expect(chargedMoreThanOnce).toEqual([]);
	expect(identifiersCharged).toBe(recordsUsed);
});

it('has a table column that holds the longest resume text', async () => {
	const resume = `r1.${'x'.repeat(LONGEST_RESUME)}`;
	const [{ contact }] = await table.rows();
	await table.update({ resume }, { columnName: 'contact', condition: 'eq', value: contact });
	expect((await table.rows())[0].resume).toBe(resume);
});
