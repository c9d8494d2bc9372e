const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['test'],
	// Whole n8ns and whole programs are tested in the gate: see dev/scripts/verify.mjs.
	testPathIgnorePatterns: ['<rootDir>/test/e2e/', '<rootDir>/test/dev/commands/'],
	moduleNameMapper: { '^fast-check$': '<rootDir>/test/support/fastCheck.cjs' },
	globalSetup: './test/support/setUp.ts',
	globalTeardown: './test/support/tearDown.ts',
	// Types are checked by `npm run types`, once for the whole project.
	transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }] },
	// More than the cores: tests in n8n's engine spend much of their time waiting for answers.
	maxWorkers: Math.ceil(1.5 * availableParallelism()),
	testTimeout: 120_000,
};
