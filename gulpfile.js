const fs = require('node:fs/promises');
const path = require('node:path');
const { dest, series, src } = require('gulp');
const ts = require('typescript');

const DIST = path.join(__dirname, 'dist');
const NODE = path.join(DIST, 'nodes', 'IdentityResolution');
const started = Date.now();

function clean() {
	console.log('Building the node ...');
	return fs.rm(DIST, { recursive: true, force: true });
}

// Diagnostics go to the console and not into the thrown error: gulp would prefix and truncate them.
async function compile() {
	const configFile = path.join(__dirname, 'tsconfig.json');
	const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (diagnostic) => report([diagnostic]) };
	const config = ts.getParsedCommandLineOfConfigFile(configFile, {}, host);
	if (!config) throw new Error('tsconfig.json could not be read');
	const program = ts.createProgram(config.fileNames, config.options);
	const found = [...config.errors, ...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
	report(found);
	const errors = found.filter(({ category }) => category === ts.DiagnosticCategory.Error).length;
	if (errors > 0) throw Object.assign(new Error(`TypeScript: ${errors} error(s), shown above`), { showStack: false });
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
}

// The codex is copied too: tsc would emit it only while tsconfig.json includes it.
function copyAssets() {
	return src(['nodes/**/*.{svg,png}', 'nodes/**/*.node.json', 'credentials/**/*.svg'], {
		base: '.',
		encoding: false,
	}).pipe(dest(DIST));
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

async function tell() {
	const files = await fs.readdir(DIST, { recursive: true, withFileTypes: true });
	const count = files.filter((entry) => entry.isFile()).length;
	console.log(`Built ${count} files into dist in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

exports.build = series(clean, compile, copyAssets, writeOutputSchemas, tell);
exports.default = exports.build;
