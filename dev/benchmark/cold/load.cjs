// Loads one community package as n8n does at its start, and prints what it took as JSON. Run by n8n's own Node, in a
// process that ends with it: a second load would find everything in memory.
const { createRequire, Module } = require('node:module');
const { Session } = require('node:inspector/promises');
const { delimiter, join, sep } = require('node:path');
const { performance } = require('node:perf_hooks');

const SAMPLE_EVERY_MICROSECONDS = 100;

const [work, n8nFolder, packageFolder] = process.argv.slice(2);
const requireAsN8n = createRequire(join(n8nFolder, 'node_modules', 'n8n', 'dist', 'load-nodes-and-credentials.js'));

function startEngine() {
	requireAsN8n('reflect-metadata');
	const engine = requireAsN8n('n8n-core');
	// Community packages find n8n-workflow and zod in n8n's own folders, as far as they do not bring them along.
	process.env.NODE_PATH = [...requireAsN8n.resolve.paths('zod'), process.env.NODE_PATH]
		.filter(Boolean)
		.join(delimiter);
	Module._initPaths();
	return engine;
}

async function load({ LazyPackageDirectoryLoader }) {
	const start = performance.now();
	const loader = new LazyPackageDirectoryLoader(packageFolder);
	await loader.loadAll();
	const ms = performance.now() - start;
	return { ms, nodes: loader.types.nodes.map(({ name }) => name) };
}

const filesIn = (folder) =>
	Object.keys(require.cache).filter((file) => file.startsWith(folder + sep) && file.endsWith('.js')).length;

async function measure() {
	const engine = startEngine();
	const zodWasLoaded = requireAsN8n.resolve('zod/v4') in require.cache;
	const loaded = await load(engine);
	return { ...loaded, files: filesIn(packageFolder), zodWasLoaded };
}

async function profile() {
	const engine = startEngine();
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_MICROSECONDS });
	await session.post('Profiler.start');
	await load(engine);
	return (await session.post('Profiler.stop')).profile;
}

async function zodAlone() {
	const start = performance.now();
	requireAsN8n('zod/v4');
	return { ms: performance.now() - start };
}

const WORKS = { measure, profile, zodAlone };

void WORKS[work]().then((result) => process.stdout.write(JSON.stringify(result), () => process.exit(0)));
