import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expectedFor } from '../support/expected';
import { startHosted, type Hosted } from '../support/hosted';
import { asked, EXAMPLES, importInto, readExample, runExample } from '../support/example';

const SHEET = 'contacts.csv';
const OUT = 'contacts-enriched.csv';

type Row = Record<string, string>;

let host: Hosted;
let id: string;
let before: Row[];

const rowsIn = (file: string) => parse<Row>(readFileSync(join(host.files, file)), { columns: true, bom: true });

beforeAll(async () => {
	host = await startHosted({ sandbox: { settings: { hitRate: 0.8 } } });
	cpSync(join(EXAMPLES, SHEET), join(host.files, SHEET));
	before = rowsIn(SHEET);
	id = await importInto(host, readExample('csv-in-csv-out.json'));
	await runExample(host, id);
});

afterAll(async () => await host?.stop());

it('writes every row of the sheet, in order, and its columns as they were', () => {
	const columns = Object.keys(before[0]);
	const after = rowsIn(OUT);
	expect(after.map((row) => columns.map((column) => row[column]))).toEqual(
		before.map((row) => columns.map((column) => row[column])),
	);
});

it('writes the answer of its own person beside each row', () => {
	const settings = host.sandbox.settings();
	expect(
		rowsIn(OUT).map(({ enriched_status, enriched_personal_email }) => [enriched_status, enriched_personal_email]),
	).toEqual(
		before
			.map(({ linkedin }) => expectedFor(linkedin, settings))
			.map(({ status, personalEmail }) => [status, personalEmail ?? '']),
	);
});

it('asks each person once, a hundred at a time', () => {
	expect(asked(host)).toEqual([...new Set(asked(host))]);
	expect(host.sandbox.ledger.summary().requests).toBe(Math.ceil(asked(host).length / 100));
});

it('asks nobody again who was found, where the enriched sheet is the next one to read', async () => {
	const first = readFileSync(join(host.files, OUT));
	cpSync(join(host.files, OUT), join(host.files, SHEET));
	host.sandbox.ledger.clear();
	await runExample(host, id);
	expect(readFileSync(join(host.files, OUT))).toEqual(first);
	expect(asked(host).length).toBeGreaterThan(0);
	expect(host.sandbox.ledger.summary().tokensCharged).toBe(0);
});
