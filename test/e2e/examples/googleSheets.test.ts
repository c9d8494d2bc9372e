import { connect, importExample, runExample, sentKeys, withParameters } from '../support/example';
import { expectOwnAnswers } from '../support/expected';
import { useHosted } from '../support/hosted';
import { executionsOf, NEVER, publish, unpublish } from '../trigger/triggerWorkflow';
import { GOOGLE, GoogleSheet, SPREADSHEET } from './standIns/googleSheets';
import { useStandIns } from './standIns/standIns';

const IN = 'https://www.linkedin.com/in';
const DOCUMENT = { __rl: true, mode: 'id', value: SPREADSHEET };

/** Expects that no text became a formula and that no cell of the user was written. */
function expectOwnCellsOnly({ formats, writtenColumns }: GoogleSheet): void {
	expect([...formats]).toEqual(['RAW']);
	expect([...writtenColumns]).toContain('enriched_status');
	expect([...writtenColumns]).not.toEqual(expect.arrayContaining(['name']));
	expect([...writtenColumns]).not.toEqual(expect.arrayContaining(['linkedin']));
}

/** A row without the time of its answer. */
const withoutTime = ({ enriched_answered_at: _time, ...row }: Record<string, unknown>) => row;

describe('google-sheets-enrich.json', () => {
	const people = Array.from({ length: 12 }, (_, index) => `${IN}/sheet-person-${index}`);
	/** Twelve people twice, a blank and a typo. */
	const cells = [...people, '', 'https://www.example.com/in/ada-example', ...people];
	const rows = cells.map((linkedin, index) => ({ name: `Person ${index}`, linkedin }));
	const host = useHosted({ sandbox: { settings: { hitRate: 0.6 } } });
	const sheet = new GoogleSheet();
	useStandIns(sheet);
	let id: string;

	beforeAll(async () => {
		sheet.write(rows);
		const connected = await connect(host, GOOGLE);
		const document = { documentId: DOCUMENT };
		const chosen = withParameters({ 'Get contacts': document, 'Update contacts': document });
		id = await importExample(host, 'google-sheets-enrich.json', (workflow) => connected(chosen(workflow)));
	});

	it('writes its own answer into every row and keeps the columns of the sheet', async () => {
		await runExample(host, id);
		expect(sheet.rows()).toMatchObject(rows);
		expectOwnAnswers(sheet.rows(), cells, host.sandbox.settings());
		expect(new Set(sheet.rows().map(({ enriched_status }) => enriched_status))).toEqual(
			new Set(['found', 'not_found', 'skipped', 'invalid']),
		);
		expect(sentKeys(host)).toHaveLength(people.length);
		expect(new Set(sentKeys(host)).size).toBe(people.length);
		expectOwnCellsOnly(sheet);
	});

	it('looks up only new and deferred rows on the second run', async () => {
		const before = sheet.rows();
		sheet.write([{ ...before[0], enriched_status: 'deferred' }, ...before.slice(1)]);
		sheet.append({ name: 'New', linkedin: `${IN}/new-person-1` });
		host.sandbox.ledger.clear();
		await runExample(host, id);
		expect(sentKeys(host).sort()).toEqual(['linkedin:new-person-1', 'linkedin:sheet-person-0']);
		expect(sheet.rows().slice(0, before.length).map(withoutTime)).toEqual(before.map(withoutTime));
		expect(sheet.rows()[before.length].enriched_status).toMatch(/found/);
	});
});

describe('google-sheets-trigger.json', () => {
	const known = { name: 'Known', linkedin: `${IN}/known-person`, enriched_status: 'not_found' };
	/** Another run may be looking it up. */
	const inFlight = { name: 'In flight', linkedin: `${IN}/person-in-flight`, enriched_status: '' };
	/** Two rows with the same cell, and two blanks: only the row number tells them apart. */
	const newRows = [
		{ name: 'Ada', linkedin: `${IN}/test-found` },
		{ name: 'Unknown', linkedin: `${IN}/test-not-found` },
		{ name: 'Blank', linkedin: '' },
		{ name: 'Ada again', linkedin: `${IN}/test-found` },
		{ name: 'Another blank', linkedin: '' },
	];
	const host = useHosted();
	const sheet = new GoogleSheet();
	useStandIns(sheet);

	it('looks up only the new rows, together, and fills each in its own place', async () => {
		sheet.write([known, inFlight]);
		const connected = await connect(host, GOOGLE);
		const sheetName = { __rl: true, mode: 'name', value: 'Contacts' };
		const chosen = withParameters({
			'New rows': { documentId: DOCUMENT, sheetName, pollTimes: NEVER },
			'Get contacts': { documentId: DOCUMENT },
			'Update contacts': { documentId: DOCUMENT },
		});
		const id = await importExample(host, 'google-sheets-trigger.json', (workflow) => connected(chosen(workflow)));
		await publish(host.rest, id);
		for (const row of newRows) sheet.append(row);
		await unpublish(host.rest, id);
		await publish(host.rest, id);
		const [execution] = await executionsOf(host.rest, id, 1);
		expect(execution.status).toBe('success');
		const statuses = ['not_found', '', 'found', 'not_found', 'skipped', 'found', 'skipped'];
		const rows = [known, inFlight, ...newRows];
		expect(sheet.rows()).toMatchObject(rows.map((row, index) => ({ ...row, enriched_status: statuses[index] })));
		const names = new Set([2, 5].map((row) => sheet.rows()[row].enriched_full_name));
		expect([...names]).toEqual([expect.stringMatching(/\w/)]);
		expectOwnCellsOnly(sheet);
		expect(sentKeys(host).sort()).toEqual(['linkedin:test-found', 'linkedin:test-not-found']);
		await unpublish(host.rest, id);
	});
});

describe('google-sheets-known-people.json', () => {
	const host = useHosted({ sandbox: { settings: { hitRate: 0.7 } } });
	const sheet = new GoogleSheet('Known People');
	useStandIns(sheet);
	const rowsOf = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, index) => ({ linkedin: `${IN}/sheet-person-${from + index}` }));
	let id: string;

	beforeAll(async () => {
		sheet.clear('Known People', ['person_key', 'resume', 'answered_at', 'suppressed']);
		const document = { documentId: DOCUMENT };
		const names = ['Get contacts', 'Get known people', 'Update contacts', 'Remember people'];
		const chosen = withParameters(Object.fromEntries(names.map((name) => [name, document])));
		const connected = await connect(host, GOOGLE);
		id = await importExample(host, 'google-sheets-known-people.json', (workflow) => connected(chosen(workflow)));
	});

	it('stores each person of the first sheet once', async () => {
		sheet.write([...rowsOf(0, 10), ...rowsOf(0, 3)]);
		await runExample(host, id);
		expectOwnAnswers(
			sheet.rows(),
			sheet.rows().map(({ linkedin }) => linkedin),
			host.sandbox.settings(),
		);
		const keys = sheet.rows('Known People').map(({ person_key: key }) => key);
		expect(keys).toEqual(sentKeys(host));
		expectOwnCellsOnly(sheet);
		expect(new Set(keys).size).toBe(10);
	});

	it('pays only for the people of another sheet who are new, and never sends one who is marked', async () => {
		sheet.write(rowsOf(4, 14));
		const [marked] = rowsOf(13, 14);
		const known = sheet.rows('Known People');
		sheet.clear('Known People', ['person_key', 'resume', 'answered_at', 'suppressed']);
		for (const row of [...known, { person_key: marked.linkedin, suppressed: 'yes' }])
			sheet.append(row, 'Known People');
		host.sandbox.ledger.clear();
		await runExample(host, id);
		expect(sentKeys(host)).toEqual([10, 11, 12].map((index) => `linkedin:sheet-person-${index}`));
		expect(sheet.rows().at(-1)).toMatchObject({ ...marked, enriched_status: 'skipped' });
		expect(sheet.rows('Known People')).toHaveLength(10 + 1 + 3);
	});
});
