import type { Config } from 'jest';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackNode } from '../../../dev/n8n/engine/packedNode';
import { installN8n } from '../../../dev/n8n/instance/install';
import { ENGINES } from '../../../dev/n8n/instance/releases';

export default async function engineSetUp(
	_global: unknown,
	{ globals }: { globals: Config['globals'] },
): Promise<void> {
	const release = ENGINES.find(({ folder }) => folder === globals?.engine);
	if (release === undefined) throw new Error(`There is no release ${String(globals?.engine)}`);
	const { folder } = await installN8n(release);
	process.env.N8N_ENGINE = folder;
	process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'identity-resolution-test-'));
	process.env.PACKED_NODE = unpackNode(folder);
}
