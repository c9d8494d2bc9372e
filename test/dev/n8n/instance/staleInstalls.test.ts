import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createUnfinished, removeStaleInstalls } from '../../../../dev/n8n/instance/install';

const cache = mkdtempSync(join(tmpdir(), 'stale-installs-'));

afterAll(() => rmSync(cache, { recursive: true, force: true }));

it('removeStaleInstalls removes only the unfinished installs of processes that have ended', () => {
	const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
	const complete = join(cache, 'n8n-1-abc');
	mkdirSync(complete);
	const running = createUnfinished(complete);
	mkdirSync(join(cache, `n8n-1-abc-unfinished-${ended}-Ab12Cd`, 'node_modules'), { recursive: true });
	removeStaleInstalls(cache);
	expect(readdirSync(cache).sort()).toEqual([basename(complete), basename(running)]);
});
