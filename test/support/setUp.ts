import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackNode } from '../../dev/n8n/engine/packedNode';

/** Runs once before all tests: packs the node (or unpacks NODE_TARBALL) and creates a temporary folder. */
export default function setUp(): void {
	process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'identity-resolution-test-'));
	process.env.PACKED_NODE = unpackNode();
	if (!existsSync(join(process.env.PACKED_NODE, 'dist')))
		process.stderr.write('The node is not built, so tests in test/node will fail: run `npm run build` first.\n');
}
