import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeTypes } from '../../dev/n8n/engine/nodeTypes';
import { removePackedNode, unpackNode } from '../../dev/n8n/engine/packedNode';

const folder = unpackNode();
afterAll(() => removePackedNode(folder));

it.each(['IdentityResolution', 'IdentityResolutionTrigger'])(
	'%s refuses to load beside a zod without zod/v4, and says what to update',
	async (node) => {
		const n8n = { nodes: [`dist/nodes/IdentityResolution/${node}.node.js`] };
		writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'a-package', version: '1.0.0', n8n }));
		const zod = join(folder, 'node_modules', 'zod');
		mkdirSync(zod, { recursive: true });
		writeFileSync(join(zod, 'package.json'), '{"name": "zod", "version": "3.24.1", "exports": "./index.js"}');
		await expect(NodeTypes.load(folder)).rejects.toThrow(
			/^n8n-nodes-identity-resolution needs n8n 1\.115 or later, for zod\/v4\./,
		);
	},
);
