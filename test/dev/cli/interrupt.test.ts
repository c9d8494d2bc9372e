import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEY_VARIABLE } from '../../../dev/cli/flags';
import { sandboxes } from '../../support/sandboxes';
import { startInterruptible } from '../../support/sheetCommand';
import { unpackedNodes } from '../../support/unpackedNodes';
import { until } from '../../support/until';

const folder = mkdtempSync(join(tmpdir(), 'interrupt-'));
afterAll(() => rmSync(folder, { recursive: true }));
const startService = sandboxes();

/** What can be seen of a run from without. */
interface Seen {
	out: string;
	requests: number;
}

describe('Ctrl-C, or SIGTERM,', () => {
	it.each([
		{
			when: 'before the run',
			signal: 'SIGINT' as const,
			code: 130,
			isUnderWay: ({ out }: Seen) => out.includes('Running'),
		},
		{
			when: 'before the run',
			signal: 'SIGTERM' as const,
			code: 143,
			isUnderWay: ({ out }: Seen) => out.includes('Running'),
		},
		{
			when: 'before anything was answered',
			signal: 'SIGINT' as const,
			code: 130,
			isUnderWay: ({ requests }: Seen) => requests > 0,
		},
		{
			when: 'before anything was answered',
			signal: 'SIGTERM' as const,
			code: 143,
			isUnderWay: ({ requests }: Seen) => requests > 0,
		},
	])(
		'$when ends it at once ($signal), and leaves neither a file nor the unpacked node behind',
		async ({ signal, code, isUnderWay }) => {
			const sandbox = await startService({ latency: 600_000 });
			const before = unpackedNodes();
			const { child, said, ended } = startInterruptible(
				['--base-url', sandbox.url, '--out', join(folder, 'nothing.csv')],
				{ [KEY_VARIABLE]: sandbox.key },
			);
			await until(
				() =>
					isUnderWay({ out: said.out, requests: sandbox.ledger.summary().requests }) ||
					child.exitCode !== null,
			);
			child.kill(signal);
			expect([await ended, said.err]).toEqual([code, '']);
			expect(said.out).toMatch(/nothing was written/i);
			expect(readdirSync(folder)).toEqual([]);
			await until(() => unpackedNodes().every((name) => before.includes(name)));
		},
	);

	it('writes what was answered until then, every row of the sheet, beside what an earlier run wrote', async () => {
		const sandbox = await startService();
		const file = join(folder, 'sheet.csv');
		const out = join(folder, 'enriched.csv');
		writeFileSync(file, 'id,email\n1,ada@example.com\n2,test-slow@example.com\n3,\n');
		const stopped = join(folder, 'enriched-stopped.csv');
		for (const earlier of [out, stopped]) writeFileSync(earlier, 'earlier');
		const { child, said, ended } = startInterruptible(
			['--file', file, '--operation', 'findByEmail', '--base-url', sandbox.url, '--out', out],
			{ [KEY_VARIABLE]: sandbox.key },
		);
		await until(() => said.out.includes('1 of 2 lookups answered') || child.exitCode !== null);
		child.kill('SIGINT');
		expect([await ended, said.err]).toEqual([130, '']);
		const rows = readFileSync(join(folder, 'enriched-stopped-2.csv'), 'utf8').trim().split('\n').slice(1);
		expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual([
			['1', 'ada@example.com', 'found'],
			['2', 'test-slow@example.com', 'deferred'],
			['3', '', 'skipped'],
		]);
		for (const earlier of [out, stopped]) expect(readFileSync(earlier, 'utf8')).toBe('earlier');
		expect(said.out).toContain('what was under way may have been charged');
	});
});
