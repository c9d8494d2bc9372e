import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const MINUTE = 60_000;

const COMMANDS = '<rootDir>/test/dev/commands/';
const WHOLE_N8N = '<rootDir>/test/e2e/';

/** Types are checked by `npm run types`, once for the whole project. */
const TYPESCRIPT = { '\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }] };

/** zod is not among them: it compares the objects of a test with its own classes. */
const SHARED_PACKAGE = '/node_modules/(?:n8n-core|n8n-workflow|@n8n/[^/]+|fastify|fast-check)/.*\\.[cm]?js$';

/** Each file has its own context and loads everything again, n8n's engine too. */
const isolated = {
	roots: ['<rootDir>/test'],
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: [COMMANDS, WHOLE_N8N],
	moduleNameMapper: {
		'^fast-check$': '<rootDir>/test/support/fastCheck.cjs',
		// `npm run verify -- zod` tries another version.
		...(process.env.ZOD && { '^zod/v4$': `<rootDir>/node_modules/${process.env.ZOD}/v4` }),
	},
	transform: TYPESCRIPT,
	globalSetup: '<rootDir>/test/support/setUp.ts',
	// Node.js looks up properties of a context's global object slowly.
	sandboxInjectedGlobals: ['JSON', 'Math', 'Object'],
	testEnvironmentOptions: { globalsCleanup: 'off' },
	// More than the cores: tests in n8n's engine spend some of their time waiting for answers.
	maxWorkers: Math.ceil(1.5 * availableParallelism()),
	testTimeout: 2 * MINUTE,
	slowTestThreshold: 60,
};

/** Each file has its own context, and shares the packages that take long to load with the other files of its process. */
const quick = {
	...isolated,
	testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
	transform: { ...TYPESCRIPT, [SHARED_PACKAGE]: '<rootDir>/test/support/jest/loadPackage.cjs' },
	transformIgnorePatterns: ['/node_modules/\\.cache/'],
};

/** One file at a time. */
const oneByOne = { ...quick, maxWorkers: 1 };

const commands = { ...oneByOne, testMatch: [`${COMMANDS}*.test.ts`], testPathIgnorePatterns: [] };

const wholeN8n = (folders, setUp) => ({
	...oneByOne,
	testMatch: folders.map((folder) => `${WHOLE_N8N}${folder}/*.test.ts`),
	testPathIgnorePatterns: [],
	globalSetup: setUp,
	globalTeardown: `${WHOLE_N8N}support/tearDown.ts`,
	// A file may first install Chromium or PostgreSQL.
	testTimeout: 10 * MINUTE,
});

const nodeTest = (name) => `<rootDir>/test/node/${name}.test.ts`;

/** The tests of what differs between releases of n8n, for every change. `compat` runs all tests of the node. */
const TESTS_OF_RELEASES = [
	// Panel, outputs, hints, cancellation, the trigger's state, and AI tools.
	...['panel/description', 'panel/notices', 'onError', 'options', 'stop'].map(nodeTest),
	...['account/account', 'agent', 'known/knownAnswers', 'tools/tools', 'trigger'].map(nodeTest),
	// Credentials and the HTTP helper.
	...['foreignNodes', 'credentialRedirects'].map((name) => nodeTest(`credential/${name}`)),
	'<rootDir>/test/credentials/identityResolutionApi.test.ts',
];
for (const file of TESTS_OF_RELEASES) {
	if (!existsSync(file.replace('<rootDir>', import.meta.dirname))) throw new Error(`${file} is missing`);
}

/** Tests of the packed node on the engine of an older n8n. @param release its folder in dev/n8n/instance/ */
const olderEngine = (release, tests) => ({
	...quick,
	testMatch: [...tests, `${WHOLE_N8N}compat/release.engine.ts`],
	testPathIgnorePatterns: [],
	resolver: `${WHOLE_N8N}compat/olderEngine.cjs`,
	globals: { release },
	globalSetup: `${WHOLE_N8N}compat/engineSetUp.ts`,
});

const TESTS_OF_NODE = ['<rootDir>/test/{node,credentials}/**/*.test.ts'];

/** Tests for mutants. Each has a short timeout, because many mutants keep a run waiting for ever. */
const mutants = (folders, { ignored, setupFiles = [], testTimeout }) => ({
	...quick,
	// Jest finds the tests of a file only through files in its roots.
	roots: ['<rootDir>/test', '<rootDir>/nodes', '<rootDir>/dev'],
	testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
	testPathIgnorePatterns: ignored,
	setupFiles,
	runner: '<rootDir>/dev/mutation/firstFailureRunner.cjs',
	// Stryker extends it, and does not know <rootDir>.
	testEnvironment: join(import.meta.dirname, 'dev/mutation/firstFailureEnvironment.cjs'),
	// Stryker runs Jest once for each mutant.
	globalSetup: undefined,
	testTimeout,
});

/** What the environment variable TESTS chooses. `npm test` runs `quick`, `npm run verify` all of them. */
const KINDS = {
	quick,
	isolated,
	commands,
	shared: wholeN8n(['agent', 'canvas', 'examples', 'pictures'], `${WHOLE_N8N}support/sharedN8n.ts`),
	own: wholeN8n(['queue', 'trigger'], `${WHOLE_N8N}support/installed.ts`),
	compat: wholeN8n(['compat'], `${WHOLE_N8N}compat/installed.ts`),
	newer: olderEngine('n8n-1.123', TESTS_OF_NODE),
	older: olderEngine('n8n-1.115', TESTS_OF_NODE),
	oldest: olderEngine('n8n-1.115', TESTS_OF_RELEASES),
	mutation: mutants(['api', 'run'], {
		// Whole sheets under every guard, and giant answers: most of the time, and what they look at is how long something
		// takes.
		ignored: ['/(?:rateLimits|runThrottle|hostileSizes)'],
		testTimeout: 15_000,
	}),
	actionsMutation: mutants(['actions', 'node'], {
		// What n8n's loader adds to the packed node, what only concerns sending, and whole sheets with long waits: a mutant
		// that survives meets all others, one after the other.
		ignored: [
			'[dD]escription',
			'/test/node/credential/',
			'/test/node/.*property',
			'/test/node/.*(?:hostileCells|largeAnswers|onError|promises|resolveRuns)',
		],
		// Loaded before the tests. Otherwise the first of them would seem to cover what runs when a file is loaded.
		setupFiles: ['', 'Trigger'].map(
			(name) => `<rootDir>/nodes/IdentityResolution/IdentityResolution${name}.node.ts`,
		),
		testTimeout: 20_000,
	}),
};

const kind = process.env.TESTS ?? 'quick';
if (!Object.hasOwn(KINDS, kind))
	throw new Error(`TESTS is ${kind}, but must be one of ${Object.keys(KINDS).join(', ')}`);

export default KINDS[kind];
