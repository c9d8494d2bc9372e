// Skips what is left of a file once a test in it has failed: a mutant is caught by one test, the rest costs only time.
const { TestEnvironment } = require('jest-environment-node');

module.exports = class FirstFailureEnvironment extends TestEnvironment {
	async handleTestEvent(event) {
		if (event.name === 'test_done' && event.test.errors.length > 0) this.failed = true;
		if (event.name === 'test_start' && this.failed) event.test.mode = 'skip';
	}
};
