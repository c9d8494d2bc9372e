import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { removePackedNode } from '../../dev/n8n/engine/packedNode';

export default function tearDown(): void {
	if (process.env.PACKED_NODE) removePackedNode(process.env.PACKED_NODE);
	if (tmpdir() === process.env.TMPDIR) rmSync(tmpdir(), { recursive: true, force: true });
}
