const base = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['test/e2e'],
	testPathIgnorePatterns: [],
	globalSetup: './test/e2e/support/setUp.ts',
	globalTeardown: './test/e2e/support/tearDown.ts',
	// One file at a time: the files share an n8n and the two cores of a usual machine.
	maxWorkers: 1,
	// A file may first install Chromium, PostgreSQL or another n8n.
	testTimeout: 600_000,
	verbose: true,
};
