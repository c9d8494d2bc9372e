// Which layer may import which, and what the pure layers may not use.
import boundaries from 'eslint-plugin-boundaries';

const N8N = { origin: 'external', source: 'n8n-workflow' };
const ZOD = { origin: 'external', source: 'zod', internalPath: 'v4' };
const CRYPTO = { origin: 'core', source: ['crypto', 'node:crypto'] };
/** What n8n serves to a node. */
const SERVED = [N8N, ZOD, CRYPTO];
const ANY = { origin: ['external', 'core'] };
const ALL_OF_N8N = { origin: 'external', source: ['n8n-*', '@n8n/*'] };

/** Each floor of actions/ imports only those before it. */
const FLOORS = ['spec', 'operation', 'panel', 'read', 'write', 'tell', 'actions'];
const FILES_OF_FLOORS = {
	spec: 'nodes/*/actions/spec/*.ts',
	operation: 'nodes/*/actions/!(spec|panel|read|write|tell|trigger)/*.ts',
	panel: 'nodes/*/actions/panel/*.ts',
	read: 'nodes/*/actions/read/*.ts',
	write: 'nodes/*/actions/write/*.ts',
	tell: 'nodes/*/actions/tell/*.ts',
	actions: ['nodes/*/actions/*.ts', 'nodes/*/actions/trigger/*.ts'],
};

/** Each floor of api/ imports values only from those before it; `api` is what lies in no folder. */
const API = ['values', 'identifiers', 'replies', 'person', 'account', 'api'];

// Layers are matched by file, not by folder, so that imports within one layer need no special case.
const LAYERS = [
	{
		name: 'node',
		files: 'nodes/*/*.ts',
		imports: ['node', 'actions', 'read', 'panel', 'spec', 'client', 'run', 'service', ...API],
		packages: SERVED,
	},
	...FLOORS.map((name, floor) => ({
		name,
		files: FILES_OF_FLOORS[name],
		imports: [...FLOORS.slice(0, floor + 1), 'resolve', 'run', 'service', ...API],
		packages: SERVED,
	})),
	{
		name: 'resolve',
		files: 'nodes/*/run/resolve/*.ts',
		imports: ['resolve', 'run', 'service', ...API],
		packages: [ZOD],
	},
	{ name: 'run', files: 'nodes/*/run/*.ts', imports: ['run', 'service', ...API], packages: [ZOD] },
	{ name: 'service', files: 'nodes/*/service/*.ts', imports: ['service', ...API], types: ['run'], packages: [ZOD] },
	{
		name: 'client',
		files: 'nodes/*/client/**/*.ts',
		imports: ['client', ...API],
		types: ['service'],
		packages: SERVED,
	},
	...API.map((name, floor) => ({
		name,
		files: name === 'api' ? 'nodes/*/api/*.ts' : `nodes/*/api/${name}/*.ts`,
		imports: API.slice(0, floor + 1),
		types: API,
		packages: [ZOD, CRYPTO],
	})),
	{ name: 'credentials', files: 'credentials/*.ts', imports: ['credentials', ...API], packages: SERVED },
	// The sandbox is the service, so it knows nothing of n8n. All other tools may use each other.
	{
		name: 'sandbox',
		files: 'dev/sandbox/**/*.ts',
		imports: ['sandbox', 'operation', 'panel', ...API],
		packages: [ANY],
		never: [ALL_OF_N8N],
	},
	{
		name: 'dev',
		files: 'dev/!(sandbox)/**/*.ts',
		imports: ['dev', 'sandbox', 'run', 'service', ...API],
		packages: [ANY],
	},
];

// The compiler reports imports that resolve to nothing.
const NOWHERE = { file: { path: null }, module: { origin: 'local' } };

const PURE = ['nodes/*/api/**/*.ts', 'nodes/*/service/**/*.ts', 'nodes/*/run/**/*.ts'];
const TIMERS = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'];
const IMPURE = ['fetch', 'performance', 'crypto', ...TIMERS];
const PURE_WHY = 'run/, service/ and api/ do no I/O: time, randomness, cancellation and sending are arguments.';

function policies({ name, imports, types = [], packages, never = [] }) {
	const from = { file: { categories: name } };
	const layer = (category) => ({ file: { categories: category }, module: { origin: 'local' } });
	return [
		...imports.map((category) => ({ from, allow: { to: layer(category) } })),
		...types.map((category) => ({ from, allow: { to: layer(category), dependency: { kind: 'type' } } })),
		...packages.map((module) => ({ from, allow: { to: { module } } })),
		// The last matching policy wins.
		...never.map((module) => ({ from, disallow: { to: { module } } })),
	];
}

/** All code but tests, which may import everything. */
export const LAYERED = { files: ['**/*.ts'], ignores: ['test/**'] };

export const layers = [
	{
		...LAYERED,
		plugins: { boundaries },
		settings: {
			'import/resolver': { node: { extensions: ['.ts', '.js', '.json'] } },
			'boundaries/files': LAYERS.map(({ name, files }) => ({ category: name, pattern: files })),
			'boundaries/dependency-nodes': ['import', 'export', 'require', 'dynamic-import'],
			'boundaries/additional-dependency-nodes': [
				{
					name: 'import-equals',
					selector: 'TSImportEqualsDeclaration > TSExternalModuleReference > Literal',
					kind: 'value',
				},
				{ name: 'import-type', selector: 'TSImportType > Literal.source', kind: 'type' },
			],
		},
		rules: {
			'boundaries/dependencies': [
				'error',
				{
					default: 'disallow',
					message:
						'"{{ dependency.source }}" must not be imported from {{ from.file.categories }}: see dev/scripts/lint/layers.mjs.',
					checkAllOrigins: true,
					checkUnknownLocals: true,
					policies: [{ allow: { to: NOWHERE } }, ...LAYERS.flatMap(policies)],
				},
			],
			// A new folder needs a layer before it may hold code.
			'boundaries/no-unknown-files': 'error',
		},
	},
	{
		files: PURE,
		rules: {
			'no-restricted-globals': ['error', ...IMPURE.map((name) => ({ name, message: PURE_WHY }))],
			'no-restricted-properties': [
				'error',
				{ object: 'Date', property: 'now', message: PURE_WHY },
				{ object: 'Math', property: 'random', message: PURE_WHY },
				{ object: 'AbortSignal', property: 'timeout', message: PURE_WHY },
			],
			'no-restricted-syntax': [
				'error',
				{ selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: PURE_WHY },
				{ selector: 'CallExpression[callee.name="Date"]', message: PURE_WHY },
			],
			// A hash is deterministic; the rest of node:crypto is random.
			'no-restricted-imports': [
				'error',
				{
					paths: ['crypto', 'node:crypto'].map((name) => ({
						name,
						allowImportNames: ['createHmac', 'hash'],
						message: PURE_WHY,
					})),
				},
			],
		},
	},
];
