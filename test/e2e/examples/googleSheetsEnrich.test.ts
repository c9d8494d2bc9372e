import { rowsOf } from '../../../dev/n8n/instance/executions';
import { expectedFor } from '../support/expected';
import { startHosted, type Hosted } from '../support/hosted';
import { asked, importInto, readExample, runExample } from '../support/example';
import { startStandIns, withStandIns, type StandIns } from './standIns';

type Row = Record<string, unknown>;

/** The first twelve people twice, a blank, a typo. */
const CELLS = [...people(12), '', 'https://www.example.com/in/nobody', ...people(12)];

let host: Hosted;
let google: StandIns;
let sheet: Row[];
let id: string;

function people(count: number): string[] {
	return Array.from({ length: count }, (_, index) => `https://www.linkedin.com/in/sheet-person-${index}`);
}

beforeAll(async () => {
	host = await startHosted({ sandbox: { settings: { hitRate: 0.6 } } });
	sheet = CELLS.map((linkedin, index) => ({ row_number: index + 2, name: `Person ${index}`, linkedin }));
	google = await startStandIns({
		'Rows of the Sheet': () => sheet,
		'Write Back': ({ item }) => {
			const row = sheet.findIndex(({ row_number }) => row_number === item.row_number);
			sheet[row] = { ...sheet[row], ...item };
			return item;
		},
	});
	id = await importInto(host, withStandIns(readExample('google-sheets-enrich.json'), google));
});

afterAll(async () => {
	await google?.close();
	await host?.stop();
});

it('writes into every row what is known of its own person, and leaves the columns of the sheet as they were', async () => {
	await runExample(host, id);
	const settings = host.sandbox.settings();
	expect(sheet.map(({ linkedin }) => linkedin)).toEqual(CELLS);
	expect(sheet.map(({ name }) => name)).toEqual(CELLS.map((_, index) => `Person ${index}`));
	expect(
		sheet.map(({ enriched_status, enriched_personal_email }) => [enriched_status, enriched_personal_email]),
	).toEqual(
		CELLS.map((cell) => expectedFor(cell, settings)).map(({ status, personalEmail }) => [status, personalEmail]),
	);
	expect(new Set(sheet.map(({ enriched_status }) => enriched_status))).toEqual(
		new Set(['found', 'not_found', 'skipped', 'invalid']),
	);
});

it('asked each person once', () => {
	expect(asked(host).sort()).toEqual([...new Set(asked(host))].sort());
	expect(asked(host)).toHaveLength(12);
});

it('asks only what is left on the second run: rows that were added, and rows that were put off', async () => {
	const before = sheet.map((row) => ({ ...row }));
	sheet.push({ row_number: 100, name: 'New', linkedin: 'https://www.linkedin.com/in/new-person-1' });
	sheet[0] = { ...sheet[0], enriched_status: 'deferred' };
	host.sandbox.ledger.clear();
	await runExample(host, id);
	expect(asked(host).sort()).toEqual(['linkedin:new-person-1', 'linkedin:sheet-person-0']);
	expect(sheet.slice(0, before.length)).toEqual(before);
	expect(sheet[before.length].enriched_status).not.toBeUndefined();
});

it('asks nothing where nothing is left', async () => {
	host.sandbox.ledger.clear();
	const execution = await runExample(host, id);
	expect(asked(host)).toEqual([]);
	expect(rowsOf(execution, 'Find Best Email')).toHaveLength(sheet.length);
});
