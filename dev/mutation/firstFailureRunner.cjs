// Ends a run at the first file with a failing test. Jest's own `bail` would end the process, and Stryker's with it.
const { default: TestRunner } = require('jest-runner');

module.exports = class FirstFailureRunner extends TestRunner {
	async runTests(tests, watcher, options) {
		const off = this.on('test-file-success', ([, { numFailingTests }]) => {
			if (numFailingTests > 0) return watcher.setState({ interrupted: true });
		});
		try {
			await super.runTests(tests, watcher, options);
		} finally {
			off();
		}
	}
};
