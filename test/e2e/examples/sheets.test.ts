import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { rowsOf } from '../../../dev/n8n/instance/executions';
import { importExample, runExample, sentKeys, SHEET } from '../support/example';
import { expectOwnAnswers } from '../support/expected';
import { useHosted } from '../support/hosted';

type Row = Record<string, string>;

describe('csv-in-csv-out.json', () => {
	const OUT = 'contacts-enriched.csv';
	const host = useHosted({ sandbox: { settings: { hitRate: 0.8 } } });
	let id: string;
	let before: Row[];

	const rowsIn = (file: string) => parse<Row>(readFileSync(join(host.files, file)), { columns: true, bom: true });

	/** Without the time of the answer: the second run looks misses up again, which is free. */
	const withoutTimes = (rows: Row[]) => rows.map(({ enriched_answered_at: _time, ...row }) => row);

	beforeAll(async () => {
		id = await importExample(host, 'csv-in-csv-out.json');
		before = rowsIn(SHEET);
		await runExample(host, id);
	});

	it('writes every row in order with its own answer beside its own columns', () => {
		const after = rowsIn(OUT);
		expect(after).toHaveLength(before.length);
		expect(after).toMatchObject(before);
		expectOwnAnswers(
			after,
			before.map(({ linkedin }) => linkedin),
			host.sandbox.settings(),
		);
	});

	it('looks each person up once, in batches of 100', () => {
		const keys = sentKeys(host);
		expect(new Set(keys).size).toBe(keys.length);
		expect(host.sandbox.ledger.summary().requests).toBe(Math.ceil(keys.length / 100));
	});

	it('pays for no one again when it reads the enriched sheet', async () => {
		const first = withoutTimes(rowsIn(OUT));
		cpSync(join(host.files, OUT), join(host.files, SHEET));
		host.sandbox.ledger.clear();
		await runExample(host, id);
		expect(withoutTimes(rowsIn(OUT))).toEqual(first);
		expect(sentKeys(host).length).toBeGreaterThan(0);
		expect(host.sandbox.ledger.summary().tokensCharged).toBe(0);
	});
});

describe('start-here.json', () => {
	const host = useHosted();

	it('shows a hit, a duplicate, a miss, a blank and a typo for two lookups in one request', async () => {
		const execution = await runExample(host, await importExample(host, 'start-here.json'));
		const statuses = rowsOf(execution, 'Find personal emails').map(({ enriched_status: status }) => status);
		expect(statuses).toEqual(['found', 'found', 'not_found', 'skipped', 'invalid']);
		expect(host.sandbox.ledger.summary()).toMatchObject({ requests: 1, identifiersCharged: 1 });
		expect(sentKeys(host)).toHaveLength(2);
		expect(Object.keys(execution.runs).at(-1)).toBe('Make a CSV file');
	});
});
