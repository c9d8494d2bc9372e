import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { makeUnfinished, removeLeftovers } from '../../../../dev/n8n/instance/leftovers';

let cache: string;

beforeEach(() => {
	cache = mkdtempSync(join(tmpdir(), 'leftovers-'));
});

afterEach(() => rmSync(cache, { recursive: true, force: true }));

it('removes what a process that is gone was installing, and nothing else', () => {
	const { pid: gone } = spawnSync(process.execPath, ['-e', '']);
	const installed = join(cache, 'n8n-1-abc');
	mkdirSync(installed);
	const underWay = makeUnfinished(installed);
	mkdirSync(join(cache, `n8n-1-abc-unfinished-${gone}-Ab12Cd`, 'node_modules'), { recursive: true });
	removeLeftovers(cache);
	expect(readdirSync(cache).sort()).toEqual([basename(installed), basename(underWay)]);
});
