import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import type { Sandbox } from '../../../dev/sandbox/server';
import { sandboxes } from '../../support/node/sandboxes';
import { ROOT, startSheetCommand } from '../../support/sheetCommand';

const folder = mkdtempSync(join(tmpdir(), 'start-'));
afterAll(() => rmSync(folder, { recursive: true }));
const startService = sandboxes();

const read = (file: string): string[][] => parse(readFileSync(file, 'utf8'));
const statusesIn = (file: string) =>
	read(file)
		.slice(1)
		.map(([, status]) => status);

/** A sheet of emails, and the command that enriches it. */
function sheetOf(name: string, ...emails: string[]) {
	const [file, out] = [join(folder, `${name}.csv`), join(folder, `${name}-enriched.csv`)];
	writeFileSync(file, ['email', ...emails, ''].join('\n'));
	const start = (sandbox: Pick<Sandbox, 'url' | 'key'>, ...flags: string[]) =>
		startSheetCommand(['--file', file, '--operation', 'findByEmail', '--out', out, ...flags], sandbox);
	return { file, out, start };
}

describe('npm start', () => {
	it('enriches the example sheet: all rows unchanged and in order, with added columns and a summary', async () => {
		const file = join(folder, 'example.csv');
		const { printed, ended } = startSheetCommand(['--out', file]);
		expect([await ended, printed.err]).toEqual([0, '']);
		const [header, ...rows] = read(file);
		const [before, ...cells] = read(join(ROOT, 'examples', 'contacts.csv'));
		expect(header.slice(0, before.length)).toEqual(before);
		expect(rows.map((row) => row.slice(0, before.length))).toEqual(cells);
		const total = (label: string) => Number(new RegExp(`^ *${label} +(\\d+)`, 'm').exec(printed.out)?.[1]);
		expect(['rows', 'found', 'tokens'].map(total)).toEqual([500, 358, 242]);
		expect(rows.filter((row) => row[header.indexOf('enriched_status')] === 'found')).toHaveLength(358);
	});

	it('defers the rest after --max-tokens; --skip-answered then sends only those and keeps the answers', async () => {
		const sandbox = await startService();
		const { out, start } = sheetOf('again', 'test-not-found@example.com', 'ada@example.com', 'basil@example.com');
		const first = start(sandbox, '--max-tokens', '1');
		await first.ended;
		expect(first.printed.out).toContain(`npm start -- --file ${out}, with your other flags`);
		expect(statusesIn(out)).toEqual(['not_found', 'found', 'deferred']);

		sandbox.ledger.clear();
		const complete = join(folder, 'complete.csv');
		const second = start(sandbox, '--file', out, '--skip-answered', '--out', complete);
		expect([await second.ended, sandbox.ledger.summary().requests]).toEqual([0, 1]);
		expect(statusesIn(complete)).toEqual(['not_found', 'found', 'found']);
		expect(read(complete).slice(1, 3)).toEqual(read(out).slice(1, 3));
	});

	it('reports with --dry-run what a run would send, and neither charges nor writes', async () => {
		const sandbox = await startService();
		const sheet = sheetOf('dry', 'ada@example.com');
		const { printed, ended } = sheet.start(sandbox, '--dry-run');
		expect([await ended, existsSync(sheet.out), sandbox.ledger.charges()]).toEqual([0, false, []]);
		expect(printed.out).toContain('Of 1 row a real run would send 1 distinct lookup in 1 request.');
	});

	it.each([
		['no such column', ['--column', 'Telex'], 'There is no column "Telex". The columns are: email'],
		['a wrong key', [], 'The service did not accept the API key'],
	])('reports %s in one line and writes nothing', async (_what, flags, sentence) => {
		const { out, start } = sheetOf('refused', 'ada@example.com');
		const { printed, ended } = start({ ...(await startService()), key: 'sandbox_wrong' }, ...flags);
		expect([await ended, printed.err.trim().split('\n')]).toEqual([1, [expect.stringContaining(sentence)]]);
		expect(existsSync(out)).toBe(false);
	});

	it('waits on Ctrl-C for requests in flight, writes their answers and sends no more', async () => {
		const sandbox = await startService({ latency: 1_500 });
		const emails = Array.from({ length: 30 }, (_, person) => `person-${person}@example.com`);
		const { child, printed, ended } = sheetOf('answered', ...emails).start(sandbox);
		const isSent = () => sandbox.ledger.summary().maxInFlight > 1 || child.exitCode !== null;
		await waitFor('The first requests', isSent);
		child.kill('SIGINT');
		expect([await ended, printed.err]).toEqual([130, '']);
		const { requests, lost } = sandbox.ledger.summary();
		expect(requests).toBeLessThan(30);
		const deferred = statusesIn(join(folder, 'answered-enriched-stopped.csv')).filter((one) => one === 'deferred');
		expect([deferred.length, lost]).toEqual([30 - requests, 0]);
	});

	it('writes the answers so far on a second Ctrl-C, for every row, and overwrites no earlier sheet', async () => {
		const { out, start } = sheetOf('sheet', 'ada@example.com', 'test-slow@example.com');
		const stopped = out.replace('.csv', '-stopped.csv');
		for (const earlier of [out, stopped]) writeFileSync(earlier, 'earlier');
		const { child, printed, ended } = start(await startService());
		for (const line of ['1 of 2 lookups answered', 'waiting for 1 request in flight']) {
			await waitFor(line, () => printed.out.includes(line) || child.exitCode !== null);
			child.kill('SIGINT');
		}
		expect([await ended, printed.err]).toEqual([130, '']);
		expect(statusesIn(out.replace('.csv', '-stopped-2.csv'))).toEqual(['found', 'deferred']);
		for (const earlier of [out, stopped]) expect(readFileSync(earlier, 'utf8')).toBe('earlier');
	});
});
