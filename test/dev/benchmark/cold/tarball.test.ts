import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeEmptyPackage } from '../../../../dev/benchmark/cold/emptyPackage';
import { readTarball, tarballOf } from '../../../../dev/benchmark/cold/tarball';

it('reads what npm tells of a tarball', () => {
	const told = JSON.stringify([{ name: 'n8n-nodes-empty', size: 470, unpackedSize: 608, entryCount: 3, files: [] }]);
	expect(readTarball(told)).toEqual({ packed: 470, unpacked: 608, files: 3 });
});

it('refuses what tells no size', () => {
	expect(() => readTarball(JSON.stringify([{ name: 'n8n-nodes-empty' }]))).toThrow('did not tell the sizes');
});

it('asks npm, which would pack the empty package whole, and writes nothing', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'tarball-'));
	try {
		writeEmptyPackage(folder);
		const { packed, unpacked, files } = await tarballOf(folder);
		expect(files).toBe(3);
		expect(packed).toBeGreaterThan(0);
		expect(unpacked).toBeGreaterThan(packed);
		expect(readdirSync(folder).sort()).toEqual(['dist', 'package.json']);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
