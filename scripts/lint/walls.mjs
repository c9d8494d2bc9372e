// The walls of the house: which floor may import which, and what the pure floors may not reach for.
import boundaries from 'eslint-plugin-boundaries';

const N8N = { origin: 'external', source: 'n8n-workflow' };
const ZOD = { origin: 'external', source: 'zod', internalPath: 'v4' };
const CRYPTO = { origin: 'core', source: ['crypto', 'node:crypto'] };
const ANY = { origin: ['external', 'core'] };
const ALL_OF_N8N = { origin: 'external', source: ['n8n-*', '@n8n/*'] };

// Floors count by their files and not by their folders, so that imports within one floor need no special case.
const FLOORS = [
	{
		name: 'node',
		files: 'nodes/*/*.ts',
		floors: ['node', 'actions', 'client', 'run', 'api'],
		packages: [N8N, ZOD, CRYPTO],
	},
	{
		name: 'actions',
		files: 'nodes/*/actions/**/*.ts',
		floors: ['actions', 'run', 'api'],
		packages: [N8N, ZOD, CRYPTO],
	},
	{ name: 'run', files: 'nodes/*/run/**/*.ts', floors: ['run', 'api'], packages: [ZOD, CRYPTO] },
	{
		name: 'client',
		files: 'nodes/*/client/**/*.ts',
		floors: ['client', 'api'],
		types: ['run'],
		packages: [N8N, ZOD, CRYPTO],
	},
	{ name: 'api', files: 'nodes/*/api/**/*.ts', floors: ['api'], packages: [ZOD, CRYPTO] },
	{ name: 'credentials', files: 'credentials/*.ts', floors: ['credentials', 'api'], packages: [N8N, ZOD, CRYPTO] },
	{ name: 'sandbox', files: 'sandbox/**/*.ts', floors: ['sandbox', 'api'], packages: [ANY], never: [ALL_OF_N8N] },
	{ name: 'engine', files: 'engine/**/*.ts', floors: ['engine'], packages: [ANY] },
	{ name: 'sheet', files: 'sheet/**/*.ts', floors: ['sheet', 'engine', 'sandbox', 'api'], packages: [ANY] },
	{
		name: 'simulate',
		files: 'simulate/**/*.ts',
		floors: ['simulate', 'sandbox', 'run', 'api'],
		packages: [ANY],
		never: [ALL_OF_N8N],
	},
	{ name: 'host', files: 'host/**/*.ts', floors: ['host'], packages: [ANY], never: [ALL_OF_N8N] },
	{
		name: 'playground',
		files: 'playground/**/*.ts',
		floors: ['playground', 'host', 'sandbox', 'api'],
		packages: [ANY],
		never: [ALL_OF_N8N],
	},
	{ name: 'faults', files: 'faults/**/*.ts', floors: ['faults', 'engine', 'sandbox', 'api'], packages: [ANY] },
	{
		name: 'soak',
		files: 'soak/**/*.ts',
		floors: ['soak', 'host', 'sandbox', 'api'],
		packages: [ANY],
		never: [ALL_OF_N8N],
	},
	{ name: 'bench', files: 'bench/**/*.ts', floors: ['bench', 'engine', 'host', 'sandbox', 'api'], packages: [ANY] },
];

// A path that leads nowhere is for the compiler to report.
const NOWHERE = { file: { path: null }, module: { origin: 'local' } };

const PURE = ['nodes/*/api/**/*.ts', 'nodes/*/run/**/*.ts'];
const TIMERS = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'];
const OUTSIDE_WORLD = ['fetch', 'performance', 'crypto', ...TIMERS];
const PURE_WHY = 'run/ and api/ do no I/O: time, chance, cancellation and sending reach them as arguments.';

function policies({ name, floors, types = [], packages, never = [] }) {
	const from = { file: { categories: name } };
	const floor = (category) => ({ file: { categories: category }, module: { origin: 'local' } });
	return [
		...floors.map((category) => ({ from, allow: { to: floor(category) } })),
		...types.map((category) => ({ from, allow: { to: floor(category), dependency: { kind: 'type' } } })),
		...packages.map((module) => ({ from, allow: { to: { module } } })),
		// The last policy that fits decides.
		...never.map((module) => ({ from, disallow: { to: { module } } })),
	];
}

/** All code but tests and scripts, which may reach for everything. */
export const WALLED = { files: ['**/*.ts'], ignores: ['test/**', 'e2e/**', 'scripts/**'] };

export const walls = [
	{
		...WALLED,
		plugins: { boundaries },
		settings: {
			'import/resolver': { node: { extensions: ['.ts', '.js', '.json'] } },
			'boundaries/files': FLOORS.map(({ name, files }) => ({ category: name, pattern: files })),
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
						'"{{ dependency.source }}" is behind a wall for {{ from.file.categories }}: see scripts/lint/walls.mjs.',
					checkAllOrigins: true,
					checkUnknownLocals: true,
					policies: [{ allow: { to: NOWHERE } }, ...FLOORS.flatMap(policies)],
				},
			],
			// A new folder needs a floor before it may hold code.
			'boundaries/no-unknown-files': 'error',
		},
	},
	{
		files: PURE,
		rules: {
			'no-restricted-globals': ['error', ...OUTSIDE_WORLD.map((name) => ({ name, message: PURE_WHY }))],
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
			// A hash is arithmetic; the rest of node:crypto is chance.
			'no-restricted-imports': [
				'error',
				{
					paths: ['crypto', 'node:crypto'].map((name) => ({
						name,
						allowImportNames: ['createHash'],
						message: PURE_WHY,
					})),
				},
			],
		},
	},
];
