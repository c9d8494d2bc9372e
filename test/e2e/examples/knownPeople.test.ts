import { rowsOf } from '../../../dev/n8n/instance/executions';
import { importExample, runExample, sentKeys } from '../support/example';
import { expectOwnAnswers } from '../support/expected';
import { useHosted } from '../support/hosted';
import { Table } from '../support/table';

const ROWS = 120;
const FIND = 'Find personal emails';

describe('known-people-table.json', () => {
	const host = useHosted({ sandbox: { settings: { hitRate: 0.7 } } });
	let id: string;
	let table: Table;

	beforeAll(async () => {
		id = await importExample(host, 'known-people-table.json', undefined, ROWS);
	});

	afterAll(async () => await table.drop());

	it('looks up everybody in the first run, whose table is empty, and stores each person once', async () => {
		const execution = await runExample(host, id);
		const rows = rowsOf(execution, FIND);
		expect(rows).toHaveLength(ROWS);
		expectOwnAnswers(
			rows,
			rows.map(({ linkedin }) => linkedin),
			host.sandbox.settings(),
		);
		table = await Table.open(host.rest, 'Known People');
		const keys = (await table.rows()).map(({ person_key: key }) => key);
		expect(new Set(keys).size).toBe(keys.length);
		expect(new Set(keys)).toEqual(new Set(sentKeys(host)));
	});

	it('sends nothing for known people, found or not, and returns their answers', async () => {
		const before = await table.rows();
		host.sandbox.ledger.clear();
		const rows = rowsOf(await runExample(host, id), FIND);
		expect(sentKeys(host)).toEqual([]);
		expectOwnAnswers(
			rows,
			rows.map(({ linkedin }) => linkedin),
			host.sandbox.settings(),
		);
		expect((await table.rows()).map(({ answers }) => answers)).toEqual(before.map(({ answers }) => answers));
	});
});
