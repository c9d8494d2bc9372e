process.env.NODE_SOURCE = 'true';
const base = require('./jest.config.cjs');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	testTimeout: 20_000,
	roots: ['test/actions', 'test/node', 'test/support', 'nodes', 'credentials', 'dev'],
	// What n8n's loader adds to the packed node, what only concerns sending, and whole sheets with long waits: a mutant
	// that survives meets all others, one after the other.
	testPathIgnorePatterns: [
		'[dD]escription',
		'test/node/credential/',
		'test/node/.*property',
		'test/node/(\\w+/)?(answersBeyondContract|hostileCells|onError|promises|resolveRuns)',
	],
};
