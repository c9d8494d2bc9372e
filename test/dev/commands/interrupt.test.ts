import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxes } from '../../support/sandboxes';
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
	] as const)('ends at once on $signal $when, without a file or an unpacked node', async ({ when, signal, code }) => {
		const sandbox = await startService({ latency: 600_000 });
		const before = unpackedNodes();
		const { child, printed, ended } = startSheetCommand(['--out', join(folder, 'nothing.csv')], sandbox);
		await waitFor('The first lines', () => {
			if (child.exitCode !== null) return true;
			return when === 'before the run' ? printed.out.includes('Running') : sandbox.ledger.summary().requests > 0;
		});
		child.kill(signal);
		expect([await ended, printed.err]).toEqual([code, '']);
		expect(printed.out).toMatch(/nothing was written/i);
		expect(readdirSync(folder)).toEqual([]);
		const remaining = unpackedNodes().filter((name) => !before.includes(name));
		await waitFor('The removal of the unpacked node', () =>
			unpackedNodes().every((name) => !remaining.includes(name)),
		);
	});

	it('writes the answers so far on Ctrl-C, for every row of the sheet, and overwrites no earlier sheet', async () => {
		const sandbox = await startService();
		const [file, out, stopped] = ['sheet', 'enriched', 'enriched-stopped'].map((name) =>
			join(folder, `${name}.csv`),
		);
		writeFileSync(file, 'id,email\n1,ada@example.com\n2,test-slow@example.com\n3,\n');
		for (const earlier of [out, stopped]) writeFileSync(earlier, 'earlier');
		const args = ['--file', file, '--operation', 'findByEmail', '--out', out];
		const { child, printed, ended } = startSheetCommand(args, sandbox);
		await waitFor(
			'The first answer',
			() => printed.out.includes('1 of 2 lookups answered') || child.exitCode !== null,
		);
		child.kill('SIGINT');
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
