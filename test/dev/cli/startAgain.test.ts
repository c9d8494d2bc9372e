import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Sandbox } from '../../../dev/sandbox/server';
import { KEY_VARIABLE } from '../../../dev/cli/flags';
import { sandboxes } from '../../support/sandboxes';
import { start } from '../../support/sheetCommand';

const folder = mkdtempSync(join(tmpdir(), 'again-'));
afterAll(() => rmSync(folder, { recursive: true }));
const startService = sandboxes();

const HOUR = 3_600_000;

/** A sheet that is enriched in place, and how it is run. */
function sheetOf(name: string, lines: string[]) {
	const file = join(folder, name);
	writeFileSync(file, `${lines.join('\n')}\n`);
	const run = async ({ url, key }: Sandbox, ...flags: string[]) =>
		await start(['--file', file, '--operation', 'findByEmail', '--base-url', url, '--out', file, ...flags], {
			[KEY_VARIABLE]: key,
		});
	const rows = (): string[][] => {
		const cells: string[][] = parse(readFileSync(file, 'utf8'));
		return cells.slice(1);
	};
	return { file, run, rows };
}

it('with --skip-answered a second run sends nothing that was answered, and keeps it', async () => {
	const sandbox = await startService();
	const { run, rows } = sheetOf('again.csv', [
		'email',
		'test-not-found@example.com',
		'ada@example.com',
		'basil@example.com',
	]);
	await run(sandbox, '--max-tokens', '1');
	const before = rows();
	expect(before.map(([, status]) => status)).toEqual(['not_found', 'found', 'deferred']);

	sandbox.ledger.clear();
	const { code, out } = await run(sandbox, '--skip-answered');
	expect([code, sandbox.ledger.summary().requests]).toEqual([0, 1]);
	expect(rows().map(([, status]) => status)).toEqual(['not_found', 'found', 'found']);
	expect(rows().slice(0, 2)).toEqual(before.slice(0, 2));
	expect(out).toMatch(/rows +3\n +answered before +2\n +distinct lookups +1\n +requests +1\n +found +1\n/);
});

it('with --dry-run it says what a run would send, looks nothing up and writes nothing', async () => {
	const sandbox = await startService();
	const { file, run } = sheetOf('dry.csv', ['email', 'ada@example.com']);
	const { code, out } = await run(sandbox, '--dry-run');
	expect(code).toBe(0);
	expect(out).toContain('Of 1 row a real run would send 1 distinct lookup in 1 request.');
	expect(out).toContain('Nothing was written');
	expect(readFileSync(file, 'utf8')).toBe('email\nada@example.com\n');
	expect(sandbox.ledger.charges()).toEqual([]);
});

it('with --max-tokens it puts the rest off once they are spent, and says so', async () => {
	const sandbox = await startService();
	const { file, run, rows } = sheetOf('budget.csv', [
		'email',
		'ada@example.com',
		'basil@example.com',
		'cleo@example.com',
	]);
	const { out } = await run(sandbox, '--max-tokens', '1');
	expect(
		rows()
			.map(([, status]) => status)
			.sort(),
	).toEqual(['deferred', 'deferred', 'found']);
	expect(out).toContain('Max Tokens is reached, so the run stopped early.');
	expect(out).toContain(
		`put off. Do what their reason says; then, to ask only what is left: npm start -- --file ${file} --skip-answered`,
	);
});

it('says what may have been charged without an answer, why the run stopped early and when to come back', async () => {
	const sandbox = await startService({
		spent: { enrich: { records: 9, requests: 0 } },
		limits: { enrich: { records: { '5h': 10 } } },
	});
	const { run } = sheetOf('told.csv', [
		'email',
		'test-reset-charged@example.com',
		'ada@example.com',
		'basil@example.com',
	]);
	const began = Date.now();
	const { out } = await run(sandbox);
	expect(out).toContain('up to 60 s');
	expect(out).toMatch(/may have been made without an answer\. .*so the run stopped early\. Come back at /);
	const [, at = ''] = /Come back at ([\d-]+ [\d:]+) UTC/.exec(out) ?? [];
	expect(Date.parse(`${at.replace(' ', 'T')}Z`) - began).toBeGreaterThan(HOUR);
});

it('a run without anything to tell tells nothing beyond its counts', async () => {
	const { file, run } = sheetOf('plain.csv', ['email', 'ada@example.com']);
	const { out } = await run(await startService());
	expect(out).toMatch(new RegExp(`time +[\\d.]+ s\nWrote ${file}\n$`));
	expect(out).toContain('  1 of 1 lookup answered, 1 request\n');
	expect(existsSync(file)).toBe(true);
});

it('asks nothing where what is answered could not be written', async () => {
	const sandbox = await startService();
	const { file, run } = sheetOf('blocked.csv', ['email', 'ada@example.com']);
	const { code, err } = await run(sandbox, '--out', join(file, 'enriched.csv'));
	expect([code, err]).toEqual([1, expect.stringContaining("can't be written")]);
	expect(sandbox.ledger.summary().requests).toBe(0);
});
