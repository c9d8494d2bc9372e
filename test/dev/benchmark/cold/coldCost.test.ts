import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coldCost } from '../../../../dev/benchmark/cold/coldCost';

it('leaves nothing behind where n8n cannot be run', async () => {
	const nowhere = join(tmpdir(), 'no-n8n');
	await expect(
		coldCost({ runtime: { path: process.execPath, env: {} }, folder: nowhere, cli: '', env: {} }),
	).rejects.toThrow('reflect-metadata');
	expect(readdirSync(tmpdir()).filter((name) => name.startsWith('cold-'))).toEqual([]);
});
