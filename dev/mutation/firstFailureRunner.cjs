// Runs only the files with a test that a mutant needs, and ends at the first file with a failing test. Jest itself
// would load every file to find that none of its tests match, and its `bail` would end the process, and Stryker's with
// it.
const { readFileSync, writeFileSync } = require('node:fs');
const { default: TestRunner } = require('jest-runner');

/** The names of all tests by file, from Stryker's first run, which has no pattern. */
const NAMES = 'mutation-test-names.json';

module.exports = class FirstFailureRunner extends TestRunner {
	async runTests(tests, watcher, options) {
		const { testNamePattern } = this._globalConfig;
		const names = testNamePattern ? JSON.parse(readFileSync(NAMES, 'utf8')) : {};
		const pattern = new RegExp(testNamePattern ?? '', 'i');
		const needed = testNamePattern
			? tests.filter(({ path }) => (names[path] ?? []).some((name) => pattern.test(name)))
			: tests;
		const off = this.on('test-file-success', ([{ path }, { numFailingTests, testResults }]) => {
			names[path] = testResults.map(({ fullName }) => fullName);
			if (numFailingTests > 0) return watcher.setState({ interrupted: true });
		});
		try {
			await super.runTests(needed, watcher, options);
			if (!testNamePattern) writeFileSync(NAMES, JSON.stringify(names));
		} finally {
			off();
		}
	}
};
