process.env.PROPERTY_CASES = '0.025';
const base = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	// What a test reaches by its imports lies in these: of a changed file, only the tests that reach it are run.
	rootDir: '../..',
	roots: ['test/api', 'test/run', 'test/support', 'nodes', 'dev/sandbox'],
	// Whole sheets under every guard, and giant answers: most of the time, and what they look at is how long something
	// takes.
	testPathIgnorePatterns: ['rateLimits', 'runThrottle', 'hostileSizes'],
	// Many mutants keep a run waiting forever. Without a mutant, no test takes half as long.
	testTimeout: 15_000,
	globalSetup: undefined,
	globalTeardown: undefined,
	testSequencer: './dev/mutation/quickFirst.cjs',
	runner: './dev/mutation/firstFailureRunner.cjs',
	testEnvironment: './dev/mutation/firstFailureEnvironment.cjs',
};
