import { runCommand } from '../../../dev/n8n/instance/command';
import { installN8n, nodeRuntime } from '../../../dev/n8n/instance/install';
import { ON_NODE_20 } from '../../../dev/n8n/instance/releases';

const own = Number(process.versions.node.split('.')[0]);

it('nodeRuntime returns the Node.js of this process if the release supports it, otherwise the installed one', async () => {
	const { folder } = await installN8n(ON_NODE_20);
	const supported = { ...ON_NODE_20, oldestNode: own, newestNode: own };
	expect(nodeRuntime(folder, supported).path).toBe(process.execPath);
	for (const offset of [-1, 1]) {
		const release = { ...ON_NODE_20, oldestNode: own + offset, newestNode: own + offset };
		const { path } = nodeRuntime(folder, release);
		expect(path).not.toBe(process.execPath);
		const version = await runCommand({ command: path, args: ['--version'], cwd: folder });
		const major = Number(/^v(\d+)/.exec(version)?.[1]);
		expect(major).toBeGreaterThanOrEqual(ON_NODE_20.oldestNode);
		expect(major).toBeLessThanOrEqual(ON_NODE_20.newestNode ?? major);
	}
});
