/** Prints at the end how many tests and assertions stand behind each file. */
module.exports = class AssertionCount {
	onRunComplete(_contexts, { testResults }) {
		const rows = testResults.map(({ testFilePath, testResults: tests }) => ({
			file: testFilePath.replace(/^.*[\\/]e2e[\\/]/, ''),
			tests: tests.length,
			assertions: tests.reduce((sum, { numPassingAsserts }) => sum + numPassingAsserts, 0),
		}));
		console.log('\nTests  Assertions');
		for (const { file, tests, assertions } of rows.sort((one, other) => one.file.localeCompare(other.file))) {
			console.log(`${String(tests).padStart(5)}  ${String(assertions).padStart(10)}  ${file}`);
		}
	}
};
