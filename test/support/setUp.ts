import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackNode } from '../../dev/n8n/engine/packedNode';

/** Once for all test files: packs the node, since they test what users install, and gives them a folder for temporary files. */
export default function setUp(): void {
	process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'identity-resolution-test-'));
	process.env.PACKED_NODE = unpackNode();
}
