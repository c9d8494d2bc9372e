// Skips what is left of a file once a test in it has failed: one test is enough to catch a mutant.
const Environment = require('../../test/support/jest/environment.cjs');

/** Characters of a failure in Stryker's report, which has those of all mutants. Some quote texts of megabytes. */
const MAX_MESSAGE = 300;

module.exports = class FirstFailureEnvironment extends Environment {
	async handleTestEvent({ name, test }) {
		if (name === 'test_start' && this.isFailed) test.mode = 'skip';
		if (name !== 'test_done' || test.errors.length === 0) return;
		this.isFailed = true;
		const [error] = test.errors.flat();
		test.errors = [new Error(String(error?.message ?? error).slice(0, MAX_MESSAGE))];
	}
};
