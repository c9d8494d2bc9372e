import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeEmptyPackage } from '../../../../dev/benchmark/cold/emptyPackage';
import { Loading } from '../../../../dev/benchmark/cold/loading';
import { partsOf } from '../../../../dev/benchmark/cold/parts';

const PROJECT = join(__dirname, '..', '..', '..', '..');
const PACKED = process.env.PACKED_NODE ?? '';

/** As much of an engine as a load needs. */
const BARE_ENGINE = `exports.LazyPackageDirectoryLoader = class {
	types = { nodes: [{ name: 'empty' }] };
	constructor(folder) { this.folder = folder; }
	async loadAll() { require(this.folder + '/dist/Empty.node.js'); }
};`;

let folder: string;
let loading: Loading;

const loadingIn = (n8nFolder: string) =>
	new Loading({ runtime: { path: process.execPath, env: {} }, folder: n8nFolder, cli: '', env: {} }, folder);

/** Makes the folder of an n8n whose engine does without zod. */
function makeBareN8n(): string {
	const n8n = join(folder, 'bare-n8n');
	const modules = join(n8n, 'node_modules');
	for (const [name, code] of [
		['n8n-core', BARE_ENGINE],
		['reflect-metadata', ''],
	]) {
		mkdirSync(join(modules, name), { recursive: true });
		writeFileSync(join(modules, name, 'index.js'), code);
	}
	symlinkSync(join(PROJECT, 'node_modules', 'zod'), join(modules, 'zod'));
	return n8n;
}

beforeEach(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), 'loading-')));
	writeEmptyPackage(folder);
	// n8n's engine is here too, and runs on this Node.
	loading = loadingIn(PROJECT);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('loads the empty package', async () => {
	const loaded = await loading.measure(folder);
	expect(loaded).toMatchObject({ nodes: ['empty'], files: 1 });
	expect(loaded.ms).toBeGreaterThan(0);
});

it('loads both nodes of ours, with the files that they need, where only n8n can serve them zod', async () => {
	const ours = join(folder, 'ours');
	cpSync(PACKED, ours, { recursive: true });
	const loaded = await loading.measure(ours);
	expect(loaded.nodes).toEqual(['identityResolution', 'identityResolutionTrigger']);
	expect(loaded.files).toBeGreaterThan(100);
});

it('refuses a package whose nodes n8n only reads about', async () => {
	const described = {
		known: { nodes: { empty: { className: 'Empty', sourcePath: 'dist/Empty.node.js' } }, credentials: {} },
		types: { nodes: [{ name: 'empty' }], credentials: [] },
	};
	for (const [kind, { nodes, credentials }] of Object.entries(described)) {
		mkdirSync(join(folder, 'dist', kind));
		writeFileSync(join(folder, 'dist', kind, 'nodes.json'), JSON.stringify(nodes));
		writeFileSync(join(folder, 'dist', kind, 'credentials.json'), JSON.stringify(credentials));
	}
	await expect(loading.measure(folder)).rejects.toThrow(`n8n did not load the nodes of ${folder}`);
});

it('tells what a package said that cannot be loaded', async () => {
	writeFileSync(join(folder, 'dist', 'Empty.node.js'), "throw new Error('a file is missing');");
	await expect(loading.measure(folder)).rejects.toThrow('a file is missing');
});

it('tells whether n8n has loaded zod by itself', async () => {
	expect((await loading.measure(folder)).zodWasLoaded).toBe(true);
	expect((await loadingIn(makeBareN8n()).measure(folder)).zodWasLoaded).toBe(false);
});

it('does not hand on what Node was told for the benchmark', async () => {
	const { NODE_OPTIONS } = process.env;
	process.env.NODE_OPTIONS = `--require ${join(folder, 'missing.js')}`;
	try {
		expect((await loading.measure(folder)).nodes).toEqual(['empty']);
	} finally {
		if (NODE_OPTIONS === undefined) delete process.env.NODE_OPTIONS;
		else process.env.NODE_OPTIONS = NODE_OPTIONS;
	}
});

it('takes a load of ours apart', async () => {
	const parts = partsOf(await loading.profile(PACKED), PACKED);
	expect(parts.files + parts.zod + parts.own + parts.n8n).toBeCloseTo(1);
	expect(parts.files).toBeGreaterThan(0);
	expect(parts.zod).toBeGreaterThan(0);
	expect(parts.own).toBeGreaterThan(0);
});

it('measures zod alone', async () => {
	expect(await loading.zodAlone()).toBeGreaterThan(0);
});
