const { randomUUID } = require('node:crypto');
const { rmSync } = require('node:fs');
const fs = require('node:fs/promises');
const path = require('node:path');
const { dest, series, src } = require('gulp');
const ts = require('typescript');
const { newestChange } = require('./dev/scripts/newestChange.cjs');

const DIST = path.join(__dirname, 'dist');
// A folder of its own for each build, because two may run at once.
const NEXT = `${DIST}-${randomUUID()}`;
const OLD = `${NEXT}-old`;
const NODE = path.join(NEXT, 'nodes', 'IdentityResolution');
const started = Date.now();
const builtFrom = newestChange(__dirname);

// Diagnostics go to the console and not into the thrown error: gulp would prefix and truncate them.
async function compile() {
	console.log('Building the node ...');
	const configFile = path.join(__dirname, 'tsconfig.json');
	const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (diagnostic) => report([diagnostic]) };
	const config = ts.getParsedCommandLineOfConfigFile(configFile, { outDir: NEXT }, host);
	const program = ts.createProgram(config.fileNames, config.options);
	report([...config.errors, ...ts.getPreEmitDiagnostics(program)]);
	removeAtExit();
	report(program.emit().diagnostics);
}

function removeAtExit() {
	process.once('exit', () => {
		for (const folder of [NEXT, OLD]) rmSync(folder, { recursive: true, force: true });
	});
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
}

function report(diagnostics) {
	if (diagnostics.length === 0) return;
	const format = process.stderr.isTTY ? ts.formatDiagnosticsWithColorAndContext : ts.formatDiagnostics;
	const host = {
		getCanonicalFileName: (name) => name,
		getCurrentDirectory: () => __dirname,
		getNewLine: () => '\n',
	};
	console.error(format(ts.sortAndDeduplicateDiagnostics(diagnostics), host));
	const errors = diagnostics.filter(({ category }) => category === ts.DiagnosticCategory.Error).length;
	if (errors > 0) throw Object.assign(new Error(`TypeScript: ${errors} error(s), shown above`), { showStack: false });
}

// The codex is copied too: tsc would emit it only while tsconfig.json includes it.
function copyAssets() {
	return src(['nodes/**/*.{svg,png}', 'nodes/**/*.node.json', 'credentials/**/*.svg'], {
		base: '.',
		encoding: false,
	}).pipe(dest(NEXT));
}

async function writeOutputSchemas() {
	const { outputSchemas } = require(path.join(NODE, 'actions', 'outputSchemas.js'));
	const schemas = outputSchemas();
	if (schemas.length === 0) throw new Error('outputSchemas() returned nothing');
	await Promise.all(schemas.map(writeOutputSchema));
}

async function writeOutputSchema({ resource, operation, schema }) {
	// n8n shows no preview, and says nothing, for a schema without these two.
	if (!schema.type || !schema.properties) {
		throw new Error(`The output schema of ${resource} / ${operation} needs "type" and "properties"`);
	}
	const file = path.join(NODE, '__schema__', 'v1.0.0', resource, `${operation}.json`);
	await fs.mkdir(path.dirname(file), { recursive: true });
	await fs.writeFile(file, `${JSON.stringify(schema, null, '\t')}\n`);
}

/**
 * Other programs may read dist meanwhile, so it is replaced as a whole. Its modification time says what it was built
 * from, see build.mjs.
 */
async function replaceDist() {
	// Counted here, because another build may replace dist as soon as it is in place.
	const entries = await fs.readdir(NEXT, { recursive: true, withFileTypes: true });
	const count = entries.filter((entry) => entry.isFile()).length;
	await fs.utimes(NEXT, new Date(builtFrom), new Date(builtFrom));
	for (let isReplaced = false; !isReplaced;) {
		await fs.rm(OLD, { recursive: true, force: true });
		await fs.rename(DIST, OLD).catch(unless('ENOENT'));
		// Another build may have renamed its own folder a moment earlier.
		isReplaced = await fs.rename(NEXT, DIST).then(() => true, unless('ENOTEMPTY'));
	}
	console.log(`Built ${count} files into dist in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

const unless = (expected) => (error) => {
	if (error.code !== expected) throw error;
};

exports.build = series(compile, copyAssets, writeOutputSchemas, replaceDist);
exports.default = exports.build;
