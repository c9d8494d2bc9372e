// Mutation testing of what decides: is there a test that fails for each change that could be made to it?
export default {
	mutate: ['nodes/IdentityResolution/{api,run}/**/*.ts'],
	testRunner: 'jest',
	// Which tests are related to a file Jest knows only of files in its roots; what covers a mutant is measured instead.
	jest: { configFile: 'jest.mutation.config.js', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	ignorePatterns: ['dist', 'out', 'docs', 'examples', '.playground'],
	reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
	htmlReporter: { fileName: 'out/mutation/index.html' },
	jsonReporter: { fileName: 'out/mutation/report.json' },
	tempDirName: 'out/mutation/sandbox',
	clearTextReporter: { logTests: false, allowColor: false },
	thresholds: { high: 95, low: 90, break: 90 },
};
