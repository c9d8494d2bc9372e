import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { olderEngine, TESTS_OF_RELEASES } from './test/e2e/compat/olderEngine.mjs';
import { n8nPackages } from './test/support/n8nPackages.mjs';

const PROJECT = import.meta.dirname;
const MINUTE = 60_000;

/** What all tests need. */
export const base = {
	resolve: { alias: { 'fast-check': path.join(PROJECT, 'test', 'support', 'fastCheck.cjs') } },
	test: {
		globals: true,
		// The files of a process share what they import: n8n's engine takes seconds to load.
		isolate: false,
		// Node.js loads these itself, because they are CommonJS.
		server: { deps: { external: [/node_modules/, /\.cjs$/] } },
		slowTestThreshold: MINUTE,
	},
};

const project = (test) => ({ extends: true, plugins: [n8nPackages(() => PROJECT)], test });

const wholeN8n = (name, folders, setUp) =>
	project({
		name,
		include: folders.map((folder) => `test/e2e/${folder}/*.test.ts`),
		globalSetup: [setUp],
		// A file may first install Chromium or PostgreSQL.
		testTimeout: 10 * MINUTE,
		hookTimeout: 10 * MINUTE,
	});

const TESTS_OF_NODE = ['test/{node,credentials}/**/*.test.ts'];

// `npm test` runs the project quick, `npm run verify` all of them.
export default defineConfig({
	...base,
	test: {
		...base.test,
		// More than the cores: tests in n8n's engine spend some of their time waiting for answers.
		maxWorkers: Math.ceil(1.5 * availableParallelism()),
		execArgv: ['--max-semi-space-size=64'],
		testTimeout: 2 * MINUTE,
		hookTimeout: 2 * MINUTE,
		projects: [
			project({
				name: 'quick',
				include: ['test/**/*.test.ts'],
				exclude: ['test/e2e/**', 'test/dev/commands/**'],
				globalSetup: ['test/support/setUp.ts'],
			}),
			project({
				name: 'commands',
				include: ['test/dev/commands/*.test.ts'],
				globalSetup: ['test/support/setUp.ts'],
			}),
			wholeN8n('shared', ['agent', 'canvas', 'examples', 'pictures', 'runs'], 'test/e2e/support/sharedN8n.ts'),
			wholeN8n('own', ['playground', 'queue', 'secrets', 'trigger'], 'test/e2e/support/installed.ts'),
			wholeN8n('compat', ['compat'], 'test/e2e/compat/installed.ts'),
			olderEngine('newer', 'n8n-1.123', TESTS_OF_NODE),
			olderEngine('older', 'n8n-1.115', TESTS_OF_NODE),
			olderEngine('oldest', 'n8n-1.115', TESTS_OF_RELEASES),
		],
	},
});
