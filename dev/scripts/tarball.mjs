// What the published package holds, judged by its list of files.
import path from 'node:path';

const ROOT_FILES = ['package.json', 'README.md', 'LICENSE', 'index.js'];
const BUILT = /^dist\/(nodes|credentials)\/.+(\.js|\.js\.map|\.d\.ts|\.json|\.svg|\.png)$/;
const TEST = /(^|\/)(tests?|__tests__|__mocks__|fixtures)\/|\.(test|spec)\./;

export function findMisplaced(files) {
	return files.filter((file) => !ROOT_FILES.includes(file) && (!BUILT.test(file) || TEST.test(file)));
}

export function findMissing(files, manifest, read) {
	const { nodes, credentials } = manifest.n8n;
	const needed = [
		...ROOT_FILES,
		...nodes,
		...nodes.map((node) => node.replace(/\.js$/, '.json')),
		...credentials,
		...[...nodes, ...credentials].flatMap((file) => (files.includes(file) ? iconsOf(file, read(file)) : [])),
	];
	const missing = [...new Set(needed)].filter((file) => !files.includes(file));
	const hasSchemas = nodes.some((node) =>
		files.some((file) => file.startsWith(`${path.posix.dirname(node)}/__schema__/`)),
	);
	return hasSchemas ? missing : [...missing, '__schema__ (the output schemas)'];
}

function iconsOf(file, code) {
	const icons = [...code.matchAll(/['"]file:([^'"]+)['"]/g)].map(([, icon]) =>
		path.posix.join(path.posix.dirname(file), icon),
	);
	return icons.length > 0 ? icons : [`an icon of ${file}`];
}
