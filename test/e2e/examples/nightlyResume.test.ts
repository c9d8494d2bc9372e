import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf } from '../../../dev/n8n/instance/executions';
import { expectedFor } from '../support/expected';
import { asked, EXAMPLES, importInto, readExample, runExample } from '../support/example';
import { startHosted, type Hosted } from '../support/hosted';
import { Table } from '../support/table';

interface Row {
	contact: string;
	linkedin: string | null;
	status: string | null;
	personal_email: string | null;
}

const ENDED = ['found', 'not_found', 'invalid', 'skipped'];

let host: Hosted;
let id: string;
let sheet: Array<Record<string, unknown>>;

/** The rows of the example's table, in the order in which they were put in. */
const table = async () => await (await Table.open<Row>(host.rest, 'Nightly Contacts')).rows();

const night = async () => {
	host.sandbox.ledger.clear();
	return await runExample(host, id, 'Every Night');
};

beforeAll(async () => {
	host = await startHosted({ sandbox: { settings: { hitRate: 0.8, account: { tokens: 100 } } } });
	cpSync(join(EXAMPLES, 'contacts.csv'), join(host.files, 'contacts.csv'));
	id = await importInto(host, readExample('nightly-resume.json'));
	const execution = await runExample(host, id, 'First Time Only');
	sheet = rowsOf(execution, 'Rows of the Sheet');
});

afterAll(async () => await host?.stop());

it('puts the contacts into a table', async () => {
	expect((await table()).map(({ contact }) => contact)).toEqual(sheet.map(({ id: contact }) => contact));
});

it('answers in the first night what the balance allows, and writes down what is left', async () => {
	await night();
	const rows = await table();
	expect(host.sandbox.ledger.summary().tokensCharged).toBe(100);
	expect(rows.filter(({ status }) => status === 'found').length).toBeGreaterThanOrEqual(100);
	expect(rows.filter(({ status }) => status === 'deferred').length).toBeGreaterThan(0);
	expect(rows.filter(({ status }) => status === null)).toEqual([]);
});

it('goes on in the second night with what is left, and asks nothing again that was written down', async () => {
	const answered = (await table()).filter(({ status }) => status === 'found' || status === 'not_found');
	const keys = new Set(answered.map(({ linkedin }) => linkedin));
	host.sandbox.configure({ account: { tokens: 1_000 } });
	const execution = await night();
	expect(rowsOf(execution, 'Rows That Are Left').filter(({ linkedin }) => keys.has(linkedin as string))).toEqual([]);
	expect(asked(host)).toEqual([...new Set(asked(host))]);
	const settings = host.sandbox.settings();
	expect((await table()).map(({ status, personal_email }) => [status, personal_email])).toEqual(
		sheet
			.map(({ linkedin }) => expectedFor(linkedin, settings))
			.map(({ status, personalEmail }) => [status, personalEmail]),
	);
});

it('asks nothing in the third night', async () => {
	await night();
	expect(asked(host)).toEqual([]);
	expect(new Set((await table()).map(({ status }) => status))).toEqual(new Set(ENDED));
});

it('writes down what is wrong with a row, also where no other is left', async () => {
	await (
		await Table.open<Row>(host.rest, 'Nightly Contacts')
	).update({ linkedin: 'ask Ada', status: null }, { columnName: 'contact', condition: 'eq', value: 'C-0002' });
	await night();
	expect((await table()).find(({ contact }) => contact === 'C-0002')).toMatchObject({ status: 'invalid' });
});
