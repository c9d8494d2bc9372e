// Mutation testing of what decides: is there a test that fails for each change that could be made to it?
import { mutated } from './sample.mjs';

export default {
	mutate: mutated('api', 'run'),
	testRunner: 'vitest',
	vitest: { configFile: 'dev/mutation/vitest.config.mjs' },
	coverageAnalysis: 'perTest',
	ignorePatterns: ['dist*', 'out', 'docs', 'examples', '.playground'],
	// A mutant that loops for ever is found by how often it is passed; these are for the ones that wait.
	timeoutMS: 4_000,
	timeoutFactor: 1.25,
	reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
	htmlReporter: { fileName: 'out/mutation/index.html' },
	jsonReporter: { fileName: 'out/mutation/report.json' },
	tempDirName: 'out/mutation/sandbox',
	clearTextReporter: { logTests: false, allowColor: false },
	thresholds: { high: 95, low: 90, break: 90 },
};
