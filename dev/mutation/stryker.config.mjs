// Mutation testing of what decides: is there a test that fails for each change that could be made to it?
import process from 'node:process';
import { mutated } from './sample.mjs';

// Chooses the tests in jest.config.mjs.
process.env.TESTS = 'mutation';
process.env.PROPERTY_CASES = '0.025';

export default {
	mutate: mutated('api', 'run'),
	testRunner: 'jest',
	jest: { configFile: 'jest.config.mjs' },
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
