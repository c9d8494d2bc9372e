// Mutation testing of `actions/`. The tests of its files come first, then those that run the node in n8n's engine, from
// its source, because the packed build can't be changed.
import process from 'node:process';
import { mutated } from './sample.mjs';
import base from './stryker.config.mjs';

process.env.TESTS = 'actionsMutation';
process.env.NODE_SOURCE = 'true';

export default {
	...base,
	mutate: mutated('actions'),
	// Texts and tables are read when a file is loaded: each mutant of them would run all tests.
	ignoreStatic: true,
	// The tests wait more than they compute, but must not be so slow that survivors count as timeouts.
	concurrency: 3,
	timeoutMS: 30_000,
	timeoutFactor: 3,
	htmlReporter: { fileName: 'out/mutation/actions.html' },
	jsonReporter: { fileName: 'out/mutation/actions.json' },
	tempDirName: 'out/mutation/actionsSandbox',
};
