// The order in which tests meet a mutant: its file's own tables, then other tables, then whole runs and properties.
// What a table catches costs milliseconds then.
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Tests in n8n's engine that wait for retries and pauses in real time. */
const WAITING =
	/test\/node\/(\w+\/)?(onError|tools|resolveRuns|resolveRounds|promises|trigger|limits|hostileCells|answersBeyondContract)\./;
const WHOLE_RUN = /test\/node\/|property|hostile|\/run[A-Z]?[^/]*\.test\.ts$|unlimitedWindows/;

module.exports = class QuickFirst extends Sequencer {
	constructor(options) {
		super(options);
		const { findRelatedTests, nonFlagArgs } = options.globalConfig;
		this.changed = findRelatedTests ? nonFlagArgs.map((file) => path.basename(file, '.ts')) : [];
	}

	sort(tests) {
		const rank = ({ path: test }) => {
			if (this.changed.includes(path.basename(test, '.test.ts'))) return 0;
			if (WAITING.test(test)) return 3;
			return WHOLE_RUN.test(test) ? 2 : 1;
		};
		return [...tests].sort((one, other) => rank(one) - rank(other) || one.path.localeCompare(other.path));
	}
};
