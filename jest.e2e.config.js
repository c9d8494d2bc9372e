const base = require('./jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	roots: ['e2e'],
	globalSetup: './e2e/support/setUp.ts',
	globalTeardown: undefined,
	// One whole n8n at a time: each has a machine's memory and both of its cores to itself.
	maxWorkers: 1,
	testTimeout: 300_000,
	verbose: true,
	reporters: ['default', './e2e/support/assertionCount.cjs'],
};
