import { rowsOf } from '../../../dev/n8n/instance/executions';
import { importExample, runExample, sentKeys } from '../support/example';
import { expectedFor } from '../support/expected';
import { useHosted } from '../support/hosted';
import { Table } from '../support/table';

interface Row {
	contact: string;
	linkedin: string | null;
	status: string | null;
	personal_email: string | null;
}

const host = useHosted({ sandbox: { settings: { hitRate: 0.8, account: { tokens: 100 } } } });
let id: string;
let sheet: Array<Record<string, unknown>>;
let table: Table<Row>;

const night = async () => {
	host.sandbox.ledger.clear();
	return await runExample(host, id, 'Every Night');
};

beforeAll(async () => {
	id = await importExample(host, 'nightly-resume.json');
	sheet = rowsOf(await runExample(host, id, 'First Time Only'), 'Rows of the Sheet');
	table = await Table.open<Row>(host.rest, 'Nightly Contacts');
});

it('copies the contacts into a table', async () => {
	expect((await table.rows()).map(({ contact }) => contact)).toEqual(sheet.map(({ id: contact }) => contact));
});

it('looks up in the first night what the balance allows, and defers the rest', async () => {
	await night();
	const rows = await table.rows();
	const count = (wanted: string | null) => rows.filter(({ status }) => status === wanted).length;
	expect(host.sandbox.ledger.summary().tokensCharged).toBe(100);
	expect(count('found')).toBeGreaterThanOrEqual(100);
	expect(count('deferred')).toBeGreaterThan(0);
	expect(count(null)).toBe(0);
});

it('looks up the deferred rows in the second night and no row that has an answer', async () => {
	const done = (await table.rows()).filter(({ status }) => status === 'found' || status === 'not_found');
	const answered = new Set<unknown>(done.map(({ linkedin }) => linkedin));
	host.sandbox.configure({ account: { tokens: 1_000 } });
	const execution = await night();
	expect(rowsOf(execution, 'Rows That Are Left').filter(({ linkedin }) => answered.has(linkedin))).toEqual([]);
	expect(new Set(sentKeys(host)).size).toBe(sentKeys(host).length);
	const settings = host.sandbox.settings();
	expect(
		(await table.rows()).map(({ status, personal_email: personalEmail }) => ({ status, personalEmail })),
	).toEqual(sheet.map(({ linkedin }) => expectedFor(linkedin, settings)));
});

it('sends nothing in the third night', async () => {
	await night();
	expect(sentKeys(host)).toEqual([]);
});

it('writes the status of a typo into the table even if no other row is left', async () => {
	const typo = { columnName: 'contact', condition: 'eq', value: 'C-0002' } as const;
	await table.update({ linkedin: 'ask Ada', status: null }, typo);
	await night();
	expect(await table.rows(typo)).toMatchObject([{ status: 'invalid' }]);
});
