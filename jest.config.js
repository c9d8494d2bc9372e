/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['test'],
	globalSetup: './test/support/setUp.ts',
	globalTeardown: './test/support/tearDown.ts',
	// Types are checked by `npm run types`, once for the whole project.
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.project.json', diagnostics: false }] },
	testTimeout: 120_000,
};
