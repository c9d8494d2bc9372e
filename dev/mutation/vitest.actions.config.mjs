import { forMutants } from './vitest.config.mjs';

export default forMutants({
	include: ['test/{actions,node}/**/*.test.ts'],
	// What n8n's loader adds to the packed node, what only concerns sending, and whole sheets with long waits: a mutant
	// that survives meets all others, one after the other.
	exclude: [
		'**/*{d,D}escription*',
		'test/node/credential/**',
		'test/node/**/*property*',
		'test/node/**/{answersBeyondContract,hostileCells,largeAnswers,onError,promises,resolveRuns}*',
	],
	// Loaded before the tests. Otherwise the first of them would seem to cover what runs when a file is loaded.
	setupFiles: ['', 'Trigger'].map((name) => `nodes/IdentityResolution/IdentityResolution${name}.node.ts`),
	env: { NODE_SOURCE: 'true' },
	testTimeout: 20_000,
});
