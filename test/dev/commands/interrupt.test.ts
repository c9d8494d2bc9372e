import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxes } from '../../support/node/sandboxes';
import { ROOT, startSheetCommand } from '../../support/sheetCommand';
import { waitFor } from '../../../dev/n8n/instance/waitFor';

const folder = mkdtempSync(join(tmpdir(), 'interrupt-'));
afterAll(() => rmSync(folder, { recursive: true }));
const startService = sandboxes();

/** The folders of unpacked nodes. Other tests may add and remove some at the same time. */
const unpackedNodes = () => readdirSync(join(ROOT, 'node_modules', '.cache', 'packed-node'));

describe('npm start', () => {
	it.each([
		{ when: 'before the run', signal: 'SIGINT', code: 130 },
		{ when: 'before the first answer', signal: 'SIGTERM', code: 143 },
		{ when: 'before the first answer', signal: 'SIGHUP', code: 129 },
		{ when: 'as the second one, in the middle of an answer', signal: 'SIGINT', code: 130 },
	] as const)('ends at once on $signal $when, without a file or an unpacked node', async ({ when, signal, code }) => {
		const isSecond = when.startsWith('as the second');
		const sandbox = await startService(isSecond ? { faults: [{ kind: 'drip' }] } : { latency: 600_000 });
		const before = unpackedNodes();
		const { child, printed, ended } = startSheetCommand(['--out', join(folder, 'nothing.csv')], sandbox);
		const waitUntil = async (isReached: () => boolean) =>
			await waitFor('The moment for the signal', () => child.exitCode !== null || isReached());
		await waitUntil(() =>
			when === 'before the run' ? printed.out.includes('Running') : sandbox.ledger.summary().maxInFlight > 0,
		);
		if (isSecond) {
			child.kill('SIGINT');
			await waitUntil(() => printed.out.includes('waiting for 1 request in flight'));
		}
		child.kill(signal);
		expect([await ended, printed.err]).toEqual([code, '']);
		expect(printed.out).toMatch(/nothing was written/i);
		expect(readdirSync(folder)).toEqual([]);
		const remaining = unpackedNodes().filter((name) => !before.includes(name));
		await waitFor('The removal of the unpacked node', () =>
			unpackedNodes().every((name) => !remaining.includes(name)),
		);
	});

	it('waits on Ctrl-C for requests in flight, writes their answers and sends no more', async () => {
		const sandbox = await startService({ latency: 1_500 });
		const [file, out] = ['people', 'answered'].map((name) => join(folder, `${name}.csv`));
		const emails = Array.from({ length: 30 }, (_, person) => `person-${person}@example.com`);
		writeFileSync(file, ['email', ...emails, ''].join('\n'));
		const args = ['--file', file, '--operation', 'findByEmail', '--out', out];
		const { child, printed, ended } = startSheetCommand(args, sandbox);
		const isSent = () => sandbox.ledger.summary().maxInFlight > 1 || child.exitCode !== null;
		await waitFor('The first requests', isSent);
		child.kill('SIGINT');
		expect([await ended, printed.err]).toEqual([130, '']);
		expect(printed.out).toMatch(/^Stopping: waiting .* requests in flight\. A second Ctrl-C ends at once$/m);
		const rows = readFileSync(join(folder, 'answered-stopped.csv'), 'utf8').trim().split('\n').slice(1);
		const { requests, lost } = sandbox.ledger.summary();
		expect(requests).toBeLessThan(30);
		expect([rows.filter((row) => row.includes(',deferred,')).length, lost]).toEqual([30 - requests, 0]);
	});

	it('writes the answers so far on a second Ctrl-C, for every row, and overwrites no earlier sheet', async () => {
		const sandbox = await startService();
		const [file, out, stopped] = ['sheet', 'enriched', 'enriched-stopped'].map((name) =>
			join(folder, `${name}.csv`),
		);
		writeFileSync(file, 'id,email\n1,ada@example.com\n2,test-slow@example.com\n3,\n');
		for (const earlier of [out, stopped]) writeFileSync(earlier, 'earlier');
		const args = ['--file', file, '--operation', 'findByEmail', '--out', out];
		const { child, printed, ended } = startSheetCommand(args, sandbox);
		for (const line of ['1 of 2 lookups answered', 'waiting for 1 request in flight']) {
			await waitFor(line, () => printed.out.includes(line) || child.exitCode !== null);
			child.kill('SIGINT');
		}
		expect([await ended, printed.err]).toEqual([130, '']);
		const rows = readFileSync(join(folder, 'enriched-stopped-2.csv'), 'utf8').trim().split('\n').slice(1);
		expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual([
			['1', 'ada@example.com', 'found'],
			['2', 'test-slow@example.com', 'deferred'],
			['3', '', 'skipped'],
		]);
		for (const earlier of [out, stopped]) expect(readFileSync(earlier, 'utf8')).toBe('earlier');
		expect(printed.out).toContain('requests in flight may have been charged');
	});
});
