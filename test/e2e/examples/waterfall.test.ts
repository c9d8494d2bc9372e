import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf, type Execution } from '../../../dev/n8n/instance/executions';
import { expectedFor } from '../support/expected';
import { startHosted, type Hosted } from '../support/hosted';
import { EXAMPLES, importInto, readExample, runExample } from '../support/example';

let host: Hosted;
let execution: Execution;

beforeAll(async () => {
	host = await startHosted({ sandbox: { settings: { hitRate: 0.5 } } });
	cpSync(join(EXAMPLES, 'contacts.csv'), join(host.files, 'contacts.csv'));
	execution = await runExample(host, await importInto(host, readExample('waterfall.json')));
});

afterAll(async () => await host?.stop());

it('brings every row out once, in its place', () => {
	const sheet = rowsOf(execution, 'Rows of the Sheet');
	expect(sheet).toHaveLength(500);
	expect(rowsOf(execution, 'Enriched Rows').map(({ id }) => id)).toEqual(sheet.map(({ id }) => id));
});

it('keeps what the first tool found, right for every row', () => {
	const settings = host.sandbox.settings();
	const rows = rowsOf(execution, 'Enriched Rows');
	expect(
		rows.map(({ enriched_status, enriched_personal_email }) => [enriched_status, enriched_personal_email]),
	).toEqual(
		rows
			.map(({ linkedin }) => expectedFor(linkedin, settings))
			.map(({ status, personalEmail }) => [status, personalEmail]),
	);
});

it('asks the second tool only for rows that the first did not find', () => {
	const rows = rowsOf(execution, 'Enriched Rows');
	const found = rows.filter(({ enriched_found }) => enriched_found === true);
	const left = rows.filter(({ enriched_found }) => enriched_found !== true);
	expect(new Set(found.map(({ profile_status }) => profile_status))).toEqual(new Set(['skipped']));
	expect(left.some(({ profile_status }) => profile_status === 'found')).toBe(true);
	expect(left.filter(({ email, profile_status }) => Boolean(email) && profile_status === 'skipped')).toEqual([]);
	expect(host.sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
});
