const base = require('./jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	// What tests the pure floors by themselves: nothing is packed and nothing goes over a wire.
	roots: ['test/api', 'test/run'],
	// Whole sheets under every guard, and giant answers: most of the time, and what they look at is how long something takes.
	testPathIgnorePatterns: ['rateGuards', 'runPace', 'windows.property', 'hostileSizes'],
	globalSetup: undefined,
	globalTeardown: undefined,
	moduleNameMapper: { '^fast-check$': '<rootDir>/test/support/fewRuns.cjs' },
	testSequencer: './test/support/quickFirst.cjs',
};
