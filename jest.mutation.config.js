const base = require('./jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	// What a test reaches by its imports lies in these: of a changed file, only the tests that reach it are run.
	roots: ['test/api', 'test/run', 'test/support', 'nodes', 'sandbox', 'simulate'],
	// Whole sheets under every guard, and giant answers: most of the time, and what they look at is how long something takes.
	testPathIgnorePatterns: ['rateGuards', 'runPace', 'windows.property', 'hostileSizes'],
	globalSetup: undefined,
	globalTeardown: undefined,
	moduleNameMapper: { '^fast-check$': '<rootDir>/test/support/mutation/fewRuns.cjs' },
	testSequencer: './test/support/mutation/quickFirst.cjs',
	runner: './test/support/mutation/firstFailureRunner.cjs',
	testEnvironment: './test/support/mutation/firstFailureEnvironment.cjs',
};
