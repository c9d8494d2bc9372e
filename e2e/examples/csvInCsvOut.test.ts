import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { executionEnded } from '../../host/executions';
import { startHosted, type Hosted } from '../support/hosted';
import { EXAMPLES, importInto, readExample } from './example';

const SHEET = 'contacts.csv';
const OUT = 'contacts-enriched.csv';

type Row = Record<string, string>;

let host: Hosted;
let id: string;

const rowsIn = (file: string) => parse<Row>(readFileSync(join(host.files, file)), { columns: true });

async function run() {
	const { status } = await executionEnded(host.rest, await host.rest.run(id, 'Start'));
	return status;
}

beforeAll(async () => {
	host = await startHosted({ sandbox: { settings: { hitRate: 0.8 } } });
	cpSync(join(EXAMPLES, SHEET), join(host.files, SHEET));
	id = await importInto(host, readExample('csv-in-csv-out.json'));
});

afterAll(async () => await host?.stop());

it('writes every row of the sheet, in order, with the answer beside it', async () => {
	expect(await run()).toBe('success');
	const before = rowsIn(SHEET);
	const after = rowsIn(OUT);
	expect(after.map(({ name, linkedin }) => [name, linkedin])).toEqual(before.map(({ name, linkedin }) => [name, linkedin]));
	expect(after.every(({ enriched_status }) => enriched_status !== '')).toBe(true);
});
