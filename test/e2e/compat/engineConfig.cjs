const base = require('../../../jest.config.js');

/**
 * The node's own tests on the engine of an older n8n: tests and harness take n8n's packages from there, and the packed node
 * is unpacked where it finds the n8n-workflow and the zod of that n8n.
 * @param {string} engine the folder of its release below dev/n8n/instance/
 * @returns {import('jest').Config}
 */
module.exports = (engine) => ({
	...base,
	displayName: engine,
	rootDir: '../../..',
	roots: ['test/node', 'test/credentials', 'test/e2e/compat'],
	testPathIgnorePatterns: [],
	testMatch: ['**/test/**/*.test.ts', '**/*.engine.ts'],
	resolver: './test/e2e/compat/engineResolver.cjs',
	globals: { engine },
	globalSetup: './test/e2e/compat/engineSetUp.ts',
});
