/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['test'],
	globalSetup: './test/support/packNode.ts',
	globalTeardown: './test/support/removePackedNode.ts',
	// Types are checked by `npm run types`, once for the whole project.
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.project.json', diagnostics: false }] },
	testTimeout: 120_000,
};
