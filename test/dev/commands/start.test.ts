import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Sandbox } from '../../../dev/sandbox/server';
import { sandboxes } from '../../support/node/sandboxes';
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

const rowsIn = (file: string) => read(file).slice(1);
const statusesIn = (file: string) => rowsIn(file).map(([, status]) => status);

/** A sheet of emails, and the file that a run of it writes. */
function sheetOf(name: string, ...emails: string[]) {
	const [file, out] = [join(folder, `${name}.csv`), join(folder, `${name}-enriched.csv`)];
	writeFileSync(file, ['email', ...emails, ''].join('\n'));
	const run = async (sandbox: Sandbox, ...flags: string[]) =>
		await start(['--file', file, '--operation', 'findByEmail', '--out', out, ...flags], sandbox);
	return { file, out, run };
}

describe('npm start', () => {
	it('enriches the example sheet: all rows unchanged and in order, with added columns and a summary', async () => {
		const file = join(folder, 'example.csv');
		const sandbox = await startService();
		const { code, out } = await start(['--out', file], sandbox);
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
		expect(total('requests')).toBe(sandbox.ledger.summary().requests);
	});

	it('defers the rest after --max-tokens; --skip-answered then sends only those and keeps the answers', async () => {
		const sandbox = await startService();
		const { out, run } = sheetOf('again', 'test-not-found@example.com', 'ada@example.com', 'basil@example.com');
		const first = await run(sandbox, '--max-tokens', '1');
		expect(first.out).toMatch(/^Max Tokens is reached/m);
		expect(first.out).toContain(`npm start -- --file ${out}, with your other flags`);
		expect(statusesIn(out)).toEqual(['not_found', 'found', 'deferred']);

		sandbox.ledger.clear();
		const complete = join(folder, 'complete.csv');
		const second = await run(sandbox, '--file', out, '--skip-answered', '--out', complete);
		expect([second.code, sandbox.ledger.summary().requests]).toEqual([0, 1]);
		expect(statusesIn(complete)).toEqual(['not_found', 'found', 'found']);
		expect(rowsIn(complete).slice(0, 2)).toEqual(rowsIn(out).slice(0, 2));
		expect(second.out).toMatch(
			/found +2 \(1 of them answered before\)\n +not found +1 \(1 of them answered before\)\n/,
		);
	});

	it('resolves by all identifiers of a row, which are of two people here, and keeps blank lines', async () => {
		const sandbox = await startService();
		const [file, out] = [join(folder, 'people.csv'), join(folder, 'people-enriched.csv')];
		writeFileSync(file, 'LinkedIn,Email\nhttps://www.linkedin.com/in/test-not-found,ada@example.com\n\n');
		const flags = ['--operation', 'resolve', '--want', 'company,personalEmail'];
		const { code } = await start(['--file', file, '--out', out, ...flags], sandbox);
		expect([code, rowsIn(out).map((row) => row[2])]).toEqual([0, ['conflict', 'skipped']]);
		expect(Object.keys(sandbox.ledger.summary().byTool)).toEqual(
			expect.arrayContaining(['linkedin_to_best_personal_email_usa', 'reverse_email_lookup']),
		);
	});

	it('reports with --dry-run what a run would send, and neither charges nor writes', async () => {
		const sandbox = await startService();
		const sheet = sheetOf('dry', 'ada@example.com');
		const { code, out } = await sheet.run(sandbox, '--dry-run');
		expect(code).toBe(0);
		expect(out).toContain('Of 1 row a real run would send 1 distinct lookup in 1 request.');
		expect(out).toContain('Nothing was written');
		expect(out).not.toContain('answered');
		expect(existsSync(sheet.out)).toBe(false);
		expect(sandbox.ledger.charges()).toEqual([]);
	});

	it('writes its answers if nobody reads its output any more', async () => {
		const sandbox = await startService({ latency: 500 });
		const { file, out } = sheetOf('unread', 'ada@example.com');
		const args = ['--file', file, '--operation', 'findByEmail', '--out', out];
		const { child, ended } = startSheetCommand(args, sandbox);
		child.stdout.once('data', () => child.stdout.destroy());
		expect(await ended).toBe(0);
		expect(statusesIn(out)).toEqual(['found']);
	});

	it('sends nothing if its file is the sheet itself', async () => {
		const sandbox = await startService();
		const { file, run } = sheetOf('blocked', 'ada@example.com');
		const { code, err } = await run(sandbox, '--out', file);
		expect([code, err]).toEqual([1, expect.stringContaining('your own sheet is never overwritten')]);
		expect(sandbox.ledger.summary().requests).toBe(0);
	});

	it.each([
		['no such column', ['--column', 'Telex'], 'There is no column "Telex". Columns that may hold emails: "email"'],
		['a wrong key', [], 'The service did not accept the API key'],
	])('reports %s in one line and writes nothing', async (_what, flags, sentence) => {
		const { out, run } = sheetOf('refused', 'ada@example.com');
		const { code, err } = await run({ ...(await startService()), key: 'sandbox_wrong' }, ...flags);
		expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringContaining(sentence)]]);
		expect(existsSync(out)).toBe(false);
	});
});
