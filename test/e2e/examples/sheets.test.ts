import { cpSync, readFileSync, writeFileSync } from 'node:fs';
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

describe('linkedin-connections.json', () => {
	const host = useHosted();
	const TITLES = 'First Name,Last Name,URL,Email Address,Company,Position,Connected On';
	/** LinkedIn quotes its note, which has commas, and writes no URL of members who have left. */
	const EXPORT = `\uFEFFNotes:
"When exporting your connection data, you may notice that some of the email addresses are missing. You will only see email addresses for connections who allow it, as ""Settings"" explains."

${TITLES}
Ada,Example,https://www.linkedin.com/in/test-found,,"Example, Inc.",Founder,04 Nov 2026
Bea,Example,https://www.linkedin.com/in/test-not-found,,Example,"Head of ""Growth""",03 Nov 2026
,,,,,,02 Nov 2026
Ada,Example,https://www.linkedin.com/in/test-found,,"Example, Inc.",Founder,01 Nov 2026
`;
	const written = () => readFileSync(join(host.files, 'connections-enriched.csv'), 'utf8');

	it('starts at the titles and writes every connection with its own answer', async () => {
		writeFileSync(join(host.files, 'Connections.csv'), EXPORT);
		await runExample(host, await importExample(host, 'linkedin-connections.json'));
		expect(written().replace('\uFEFF', '')).toMatch(new RegExp(`^${TITLES},enriched_status`));
		const rows = parse<Row>(written(), { columns: true, bom: true });
		expect(rows.map((row) => [row.URL, row.Position, row.enriched_status])).toEqual([
			['https://www.linkedin.com/in/test-found', 'Founder', 'found'],
			['https://www.linkedin.com/in/test-not-found', 'Head of "Growth"', 'not_found'],
			['', '', 'skipped'],
			['https://www.linkedin.com/in/test-found', 'Founder', 'found'],
		]);
		expect(rows.map(({ Company }) => Company)).toEqual(['Example, Inc.', 'Example', '', 'Example, Inc.']);
		expect(rows[0].enriched_work_email).toMatch(/@/);
		expect(rows[3].enriched_work_email).toBe(rows[0].enriched_work_email);
		expect(sentKeys(host).sort()).toEqual(['linkedin:test-found', 'linkedin:test-not-found']);
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
