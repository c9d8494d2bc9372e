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
	env: { NODE_SOURCE: 'true' },
	testTimeout: 20_000,
});
