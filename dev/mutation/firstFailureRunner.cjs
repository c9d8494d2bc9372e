// Runs only the files with a test that a mutant needs, and ends with the first failing test. Jest itself would load
// every file to find that none of its tests match, and its `bail` would end Stryker's process with its own.
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { basename } = require('node:path');
const { default: TestRunner } = require('jest-runner');

/** What Stryker's first run, which runs everything, has shown of each file: the names of its tests, and its time in ms. */
const SHOWN = 'mutation-tests.json';

module.exports = class FirstFailureRunner extends TestRunner {
	async runTests(tests, watcher, options) {
		if (!existsSync(SHOWN)) return await this.#runAll(tests, watcher, options);
		const shown = JSON.parse(readFileSync(SHOWN, 'utf8'));
		// A mutant of what runs when a file is loaded needs all tests, and has no pattern.
		const pattern = new RegExp(this._globalConfig.testNamePattern ?? '', 'i');
		const needed = tests.filter(({ path }) => shown[path].names.some((name) => pattern.test(name)));
		const changed = this._globalConfig.nonFlagArgs.map((file) => basename(file, '.ts'));
		const isOwn = ({ path }) => changed.includes(basename(path, '.test.ts'));
		// The tests of the changed file first, then the quickest.
		needed.sort((one, other) => isOwn(other) - isOwn(one) || shown[one.path].time - shown[other.path].time);
		await this.#runUntilFailure(needed, watcher, options);
	}

	async #runAll(tests, watcher, options) {
		const shown = {};
		const off = this.on('test-file-success', ([{ path }, { perfStats, testResults }]) => {
			shown[path] = { names: testResults.map(({ fullName }) => fullName), time: perfStats.end - perfStats.start };
		});
		await super.runTests(tests, watcher, options);
		off();
		writeFileSync(SHOWN, JSON.stringify(shown));
	}

	async #runUntilFailure(tests, watcher, options) {
		let isFailed = false;
		const offs = [
			this.on('test-file-success', ([, { numFailingTests }]) => (isFailed ||= numFailingTests > 0)),
			this.on('test-file-failure', () => (isFailed = true)),
		];
		for (const test of tests) {
			if (!isFailed) await super.runTests([test], watcher, options);
		}
		for (const off of offs) off();
	}
};
