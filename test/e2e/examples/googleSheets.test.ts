import { importExample, runExample, sentKeys } from '../support/example';
import { expectOwnAnswers } from '../support/expected';
import { useHosted } from '../support/hosted';
import { START, useStandIns } from './standIns';

type Row = Record<string, unknown>;

const IN = 'https://www.linkedin.com/in';

describe('google-sheets-enrich.json', () => {
	const people = Array.from({ length: 12 }, (_, index) => `${IN}/sheet-person-${index}`);
	/** Twelve people twice, a blank and a typo. */
	const cells = [...people, '', 'https://www.example.com/in/nobody', ...people];
	const sheet: Row[] = cells.map((linkedin, index) => ({ row_number: index + 2, name: `Person ${index}`, linkedin }));
	const host = useHosted({ sandbox: { settings: { hitRate: 0.6 } } });
	const google = useStandIns({
		'Rows of the Sheet': () => sheet,
		'Write Back': ({ item }) => {
			const row = sheet.findIndex(({ row_number }) => row_number === item.row_number);
			sheet[row] = { ...sheet[row], ...item };
			return item;
		},
	});
	let id: string;

	beforeAll(async () => {
		id = await importExample(host, 'google-sheets-enrich.json', google.replaceIn);
	});

	it('writes its own answer into every row and keeps the columns of the sheet', async () => {
		const before = sheet.map((row) => ({ ...row }));
		await runExample(host, id);
		expect(sheet).toMatchObject(before);
		expectOwnAnswers(sheet, cells, host.sandbox.settings());
		expect(new Set(sheet.map(({ enriched_status }) => enriched_status))).toEqual(
			new Set(['found', 'not_found', 'skipped', 'invalid']),
		);
		expect(sentKeys(host)).toHaveLength(people.length);
		expect(new Set(sentKeys(host)).size).toBe(people.length);
	});

	it('looks up only new and deferred rows on the second run', async () => {
		const before = sheet.map((row) => ({ ...row }));
		sheet.push({ row_number: 100, name: 'New', linkedin: `${IN}/new-person-1` });
		sheet[0] = { ...sheet[0], enriched_status: 'deferred' };
		host.sandbox.ledger.clear();
		await runExample(host, id);
		expect(sentKeys(host).sort()).toEqual(['linkedin:new-person-1', 'linkedin:sheet-person-0']);
		expect(sheet.slice(0, before.length)).toEqual(before);
		expect(sheet[before.length].enriched_status).toEqual(expect.any(String));
	});
});

describe('google-sheets-trigger.json', () => {
	const newRows = [
		{ row_number: 7, name: 'Ada', linkedin: `${IN}/test-found` },
		{ row_number: 8, name: 'Nobody', linkedin: `${IN}/test-not-found` },
		{ row_number: 9, name: 'Blank', linkedin: '' },
		{ row_number: 10, name: 'Ada again', linkedin: 'linkedin.com/in/test-found/' },
	];
	const host = useHosted();
	const google = useStandIns({ 'New Row': () => newRows, 'Write Back': ({ item }) => item });

	it('looks new rows up together and writes each one back to its own place', async () => {
		await runExample(host, await importExample(host, 'google-sheets-trigger.json', google.replaceIn), START);
		const written = google.calls.filter(({ node }) => node === 'Write Back').map(({ item }) => item);
		const statuses = ['found', 'not_found', 'skipped', 'found'];
		expect(written.sort((one, other) => Number(one.row_number) - Number(other.row_number))).toMatchObject(
			newRows.map((row, index) => ({ ...row, enriched_status: statuses[index] })),
		);
		expect(written[0].enriched_full_name).toEqual(expect.any(String));
		expect(written[3].enriched_full_name).toBe(written[0].enriched_full_name);
		expect(sentKeys(host).sort()).toEqual(['linkedin:test-found', 'linkedin:test-not-found']);
	});
});
