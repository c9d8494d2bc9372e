import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitOnSignal } from '../../dev/n8n/engine/exitOnSignal';
import { removePackedNode, unpackNode } from '../../dev/n8n/engine/packedNode';

/** Runs once before all tests. */
const setUp = () => setUpIn();
export default setUp;

/**
 * Packs the node (or unpacks NODE_TARBALL), and creates a temporary folder. The end of this process removes both, also
 * after Ctrl-C.
 * @param host the folder whose node_modules hold n8n: by default this project
 */
export function setUpIn(host?: string): void {
	const temporary = mkdtempSync(join(tmpdir(), 'identity-resolution-test-'));
	const packed = unpackNode(host);
	if (!existsSync(join(packed, 'dist')))
		process.stderr.write('The node is not built, so tests in test/node will fail: run `npm run build` first.\n');
	process.env.TMPDIR = temporary;
	process.env.PACKED_NODE = packed;
	// No test may need git, which refuses a tree of another user.
	process.env.GIT_DIR = join(temporary, 'no-git');
	exitOnSignal();
	process.once('exit', () => {
		removePackedNode(packed);
		rmSync(temporary, { recursive: true, force: true });
	});
}
