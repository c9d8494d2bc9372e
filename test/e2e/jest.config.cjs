const base = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['test/e2e'],
	testPathIgnorePatterns: [],
	globalSetup: './test/e2e/support/setUp.ts',
	globalTeardown: undefined,
	// One whole n8n at a time: each has a machine's memory and both of its cores to itself.
	maxWorkers: 1,
	testTimeout: 300_000,
	verbose: true,
	reporters: ['default', './test/e2e/support/assertionCount.cjs'],
};
