import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackNode } from '../../dev/n8n/engine/packedNode';

/** Runs once for all test files: packs the node (or unpacks NODE_TARBALL), and creates a folder for temporary files. */
export default function setUp(): void {
	process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'identity-resolution-test-'));
	process.env.PACKED_NODE = unpackNode();
}
