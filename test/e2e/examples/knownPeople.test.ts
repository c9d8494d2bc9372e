import { rowsOf } from '../../../dev/n8n/instance/executions';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endOf, importExample, runExample, sentKeys, SHEET } from '../support/example';
import { defaultSettings } from '../../../dev/sandbox/settings';
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
		expect(await table.rows()).toEqual(before);
	});

	it('stores the people of 4,000 rows once, and writes only what is new or has changed', async () => {
		const profiles = Array.from({ length: 4_000 }, (_, at) => `https://www.linkedin.com/in/table-person-${at}`);
		const write = (count: number) =>
			writeFileSync(join(host.files, SHEET), ['linkedin', ...profiles.slice(0, count)].join('\n'));
		write(3_999);
		await runExample(host, id);
		const [first] = (await table.rows()).filter(({ person_key: key }) => key === 'linkedin:table-person-0');
		await table.update({ answers: '' }, [{ columnName: 'id', condition: 'eq', value: first.id }]);
		write(4_000);
		const execution = await runExample(host, id);
		expect(rowsOf(execution, 'New people').map(({ person_key: key }) => key)).toEqual([
			'linkedin:table-person-3999',
		]);
		expect(rowsOf(execution, 'Changed people').map(({ person_key: key }) => key)).toEqual([first.person_key]);
		const keys = (await table.rows()).map(({ person_key: key }) => key);
		expect(new Set(keys).size).toBe(keys.length);
		expect((await table.rows()).find(({ id: row }) => row === first.id)?.answers).not.toBe('');
	});

	it.each([
		['a dead key', { keys: ['another'] }, 0, /key/],
		['an empty balance', { account: { tokens: 0 } }, 0, /balance/],
		['a small balance', { account: { tokens: 3 } }, 3, /account: 7 \(insufficient_tokens\)/],
	])('stores what is paid for and fails with %s', async (cause, settings, found, message) => {
		const profiles = Array.from(
			{ length: 10 },
			(_, at) => `https://www.linkedin.com/in/${cause.replaceAll(' ', '-')}-${at}`,
		);
		writeFileSync(join(host.files, SHEET), ['linkedin', ...profiles].join('\n'));
		const before = (await table.rows()).length;
		host.sandbox.configure({ ...settings, hitRate: 1 });
		expect(await endOf(host, id)).toEqual(['error', expect.stringMatching(message)]);
		host.sandbox.configure(defaultSettings());
		expect((await table.rows()).length - before).toBe(found);
	});
});
