import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type Execution, rowsOf } from '../../../dev/n8n/instance/executions';
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
		const first = readFileSync(join(host.files, OUT));
		cpSync(join(host.files, OUT), join(host.files, SHEET));
		host.sandbox.ledger.clear();
		await runExample(host, id);
		expect(readFileSync(join(host.files, OUT))).toEqual(first);
		expect(sentKeys(host).length).toBeGreaterThan(0);
		expect(host.sandbox.ledger.summary().tokensCharged).toBe(0);
	});
});

describe('waterfall.json', () => {
	const host = useHosted({ sandbox: { settings: { hitRate: 0.5 } } });
	let execution: Execution;

	beforeAll(async () => {
		execution = await runExample(host, await importExample(host, 'waterfall.json'));
	});

	it('returns every row once and in order, with what the first tool found', () => {
		const sheet = rowsOf(execution, 'Rows of the Sheet');
		const rows = rowsOf(execution, 'Enriched Rows');
		expect(sheet).toHaveLength(500);
		expect(rows.map(({ id }) => id)).toEqual(sheet.map(({ id }) => id));
		expectOwnAnswers(
			rows,
			sheet.map(({ linkedin }) => linkedin),
			host.sandbox.settings(),
		);
	});

	it('uses the second tool only for rows that the first tool did not find', () => {
		const rows = rowsOf(execution, 'Enriched Rows');
		const found = rows.filter(({ enriched_found }) => enriched_found === true);
		const missed = rows.filter(({ enriched_found }) => enriched_found !== true);
		expect(new Set(found.map(({ profile_status }) => profile_status))).toEqual(new Set(['skipped']));
		expect(missed.some(({ profile_status }) => profile_status === 'found')).toBe(true);
		expect(missed.filter(({ email, profile_status }) => Boolean(email) && profile_status === 'skipped')).toEqual(
			[],
		);
		expect(host.sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	});
});
