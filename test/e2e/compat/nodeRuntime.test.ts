import { runCommand } from '../../../dev/n8n/instance/command';
import { installN8n, nodeRuntime } from '../../../dev/n8n/instance/install';
import { ON_NODE_20 } from '../../../dev/n8n/instance/releases';

const { folder } = ON_NODE_20;
const own = Number(process.versions.node.split('.')[0]);

describe(`the Node.js of ${folder}`, () => {
	let installed: string;

	beforeAll(async () => {
		({ folder: installed } = await installN8n(ON_NODE_20));
	});

	it("is this process's own where that fits", () => {
		expect(nodeRuntime(installed, { ...ON_NODE_20, oldestNode: own, newestNode: own }).path).toBe(process.execPath);
	});

	it.each([
		['too old', { oldestNode: own + 1, newestNode: own + 2 }],
		['too new', { oldestNode: own - 2, newestNode: own - 1 }],
	])("is npm's where our own is %s, and of a version that fits", async (_why, range) => {
		const { path } = nodeRuntime(installed, { ...ON_NODE_20, ...range });
		const major = Number(
			(
				await runCommand({ command: path, args: ['-p', 'process.versions.node.split(".")[0]'], cwd: installed })
			).trim(),
		);
		expect(path).not.toBe(process.execPath);
		expect(major).toBeGreaterThanOrEqual(ON_NODE_20.oldestNode);
		expect(major).toBeLessThanOrEqual(ON_NODE_20.newestNode ?? major);
	});
});
