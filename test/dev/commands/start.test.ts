import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Sandbox } from '../../../dev/sandbox/server';
import { sandboxes } from '../../support/sandboxes';
import { ROOT, startSheetCommand } from '../../support/sheetCommand';

const folder = mkdtempSync(join(tmpdir(), 'start-'));
afterAll(() => rmSync(folder, { recursive: true }));
const startService = sandboxes();

const EXAMPLE = join(ROOT, 'examples', 'contacts.csv');
const read = (file: string): string[][] => parse(readFileSync(file, 'utf8'));

async function start(...command: Parameters<typeof startSheetCommand>) {
	const { printed, ended } = startSheetCommand(...command);
	const code = await ended;
	return { code, ...printed };
}

/** A sheet that runs enrich in place. */
function sheetOf(name: string, ...emails: string[]) {
	const file = join(folder, name);
	writeFileSync(file, ['email', ...emails, ''].join('\n'));
	const run = async (sandbox: Sandbox, ...flags: string[]) =>
		await start(['--file', file, '--operation', 'findByEmail', '--out', file, ...flags], sandbox);
	const rows = () => read(file).slice(1);
	return { file, run, rows, statuses: () => rows().map(([, status]) => status) };
}

describe('npm start', () => {
	it('enriches the example sheet: all rows unchanged and in order, with added columns and a summary', async () => {
		const file = join(folder, 'example.csv');
		const { code, out } = await start(['--out', file]);
		expect(code).toBe(0);
		const [header, ...rows] = read(file);
		const [before, ...cells] = read(EXAMPLE);
		expect(header.slice(0, before.length)).toEqual(before);
		expect(rows.map((row) => row.slice(0, before.length))).toEqual(cells);

		const total = (label: string) => Number(new RegExp(`^ *${label} +(\\d+)`, 'm').exec(out)?.[1]);
		const status = header.indexOf('enriched_status');
		const count = (value: string) => rows.filter((row) => row[status] === value).length;
		const statuses = ['found', 'not_found', 'skipped', 'invalid', 'failed', 'deferred'];
		expect(statuses.map((value) => total(value.replace('_', ' ')))).toEqual(statuses.map(count));
		expect([total('rows'), statuses.map(count).reduce((sum, one) => sum + one)]).toEqual([500, 500]);
		expect(count('found')).toBeGreaterThan(100);
	});

	it('defers the rest after --max-tokens; --skip-answered then sends only those and keeps the answers', async () => {
		const sandbox = await startService();
		const { file, run, rows, statuses } = sheetOf(
			'again.csv',
			'test-not-found@example.com',
			'ada@example.com',
			'basil@example.com',
		);
		const first = await run(sandbox, '--max-tokens', '1');
		expect(first.out).toMatch(/^Max Tokens is reached/m);
		expect(first.out).toContain(`npm start -- --file ${file} --skip-answered`);
		const before = rows();
		expect(statuses()).toEqual(['not_found', 'found', 'deferred']);

		sandbox.ledger.clear();
		const second = await run(sandbox, '--skip-answered');
		expect([second.code, sandbox.ledger.summary().requests]).toEqual([0, 1]);
		expect(statuses()).toEqual(['not_found', 'found', 'found']);
		expect(rows().slice(0, 2)).toEqual(before.slice(0, 2));
		expect(second.out).toMatch(/rows +3\n +answered before +2\n +distinct lookups +1\n +requests +1\n +found +1\n/);
	});

	it('reports with --dry-run what a run would send, and neither charges nor writes', async () => {
		const sandbox = await startService();
		const { run, rows } = sheetOf('dry.csv', 'ada@example.com');
		const { code, out } = await run(sandbox, '--dry-run');
		expect(code).toBe(0);
		expect(out).toContain('Of 1 row a real run would send 1 distinct lookup in 1 request.');
		expect(out).toContain('Nothing was written');
		expect(rows()).toEqual([['ada@example.com']]);
		expect(sandbox.ledger.charges()).toEqual([]);
	});

	it('sends nothing if its file cannot be written', async () => {
		const sandbox = await startService();
		const { file, run } = sheetOf('blocked.csv', 'ada@example.com');
		const { code, err } = await run(sandbox, '--out', join(file, 'enriched.csv'));
		expect([code, err]).toEqual([1, expect.stringContaining("can't be written")]);
		expect(sandbox.ledger.summary().requests).toBe(0);
	});

	it.each([
		['an unknown column', ['--column', 'Telex'], 'There is no column "Telex". The sheet has "email".'],
		['a wrong key', [], 'The service did not accept the API key'],
	])('reports %s in one sentence and leaves the sheet unchanged', async (_what, flags, sentence) => {
		const { run, rows } = sheetOf('refused.csv', 'ada@example.com');
		const { code, err } = await run({ ...(await startService()), key: 'sandbox_wrong' }, ...flags);
		expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringContaining(sentence)]]);
		expect(rows()).toEqual([['ada@example.com']]);
	});
});
