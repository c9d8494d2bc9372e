process.env.NODE_SOURCE = 'true';
const base = require('./jest.config.cjs');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	testTimeout: 60_000,
	roots: ['test/actions', 'test/node', 'test/support', 'nodes', 'credentials', 'dev'],
	// What n8n's loader adds to the packed node, what only concerns sending, and whole sheets with long waits.
	testPathIgnorePatterns: ['[dD]escription', 'test/node/credential/', 'accountFailures'],
};
