import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const EMPTY_PACKAGE = 'n8n-nodes-empty';

const MANIFEST = {
	name: EMPTY_PACKAGE,
	version: '0.1.0',
	n8n: { n8nNodesApiVersion: 1, nodes: ['dist/Empty.node.js'], credentials: [] },
};

const NODE = `'use strict';
exports.Empty = class Empty {
	description = {
		displayName: 'Empty',
		name: 'empty',
		icon: 'file:empty.svg',
		group: ['transform'],
		version: 1,
		description: 'Hands on what it gets',
		defaults: { name: 'Empty' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	};
	async execute() {
		return [this.getInputData()];
	}
};
`;

const ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60"><circle cx="30" cy="30" r="20"/></svg>\n';

/** Writes the least that n8n takes for a package of nodes: a manifest, one node without parameters, its icon. */
export function writeEmptyPackage(folder: string): void {
	mkdirSync(join(folder, 'dist'), { recursive: true });
	writeFileSync(join(folder, 'package.json'), JSON.stringify(MANIFEST));
	writeFileSync(join(folder, 'dist', 'Empty.node.js'), NODE);
	writeFileSync(join(folder, 'dist', 'empty.svg'), ICON);
}
