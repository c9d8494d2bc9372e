import { createRequire } from 'node:module';
import path from 'node:path';

const N8N_PACKAGE = /^(?:n8n-core|n8n-workflow|@n8n)(?:\/|$)/;

/**
 * Lets tests import n8n's packages as n8n itself loads them: the CommonJS files, as the others do not load in Node.js.
 * @param {() => string} folderOf returns the folder whose node_modules hold them
 * @returns {import('vite').Plugin}
 */
export const n8nPackages = (folderOf) => ({
	name: 'n8n-packages',
	enforce: 'pre',
	resolveId: (imported) =>
		N8N_PACKAGE.test(imported) ? createRequire(path.join(folderOf(), 'any.js')).resolve(imported) : null,
});
