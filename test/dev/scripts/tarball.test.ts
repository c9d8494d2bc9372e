import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { outputSchemas } from '../../../nodes/IdentityResolution/actions/outputSchemas';
import { tarballOf } from '../../../dev/benchmark/cold/tarball';
import { packedFolder } from '../../support/nodeRun';

const PROJECT = join(__dirname, '..', '..', '..');
const MOST_BYTES = 250_000;

/** All files below a folder, as paths from another one, with slashes. */
const filesIn = (folder: string, from: string): string[] =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.map((name) => join(folder, name))
		.filter((file) => statSync(file).isFile())
		.map((file) => relative(from, file).replaceAll('\\', '/'));

const packed = filesIn(packedFolder(), packedFolder());
const sources = ['nodes', 'credentials'].flatMap((folder) => filesIn(join(PROJECT, folder), PROJECT));

const ROOT = ['package.json', 'README.md', 'LICENSE', 'index.js'];
const built = sources.flatMap((source) => {
	const stem = source.replace(/\.ts$/, '');
	return stem === source ? [`dist/${source}`] : ['.js', '.d.ts', '.js.map'].map((ending) => `dist/${stem}${ending}`);
});
const schemas = outputSchemas().map(
	({ resource, operation }) => `dist/nodes/IdentityResolution/__schema__/v1.0.0/${resource}/${operation}.json`,
);

it('the package holds of every source its code, types and map, the icons, codex and schemas, four files beside them, and nothing else', () => {
	expect(packed.sort()).toEqual([...ROOT, ...built, ...schemas].sort());
});

it('the sources are code, icons and codex: no test, no picture, no note', () => {
	expect(
		sources.filter((source) => !/\.ts$|\.svg$|\.node\.json$/.test(source) || /\.(test|spec)\./.test(source)),
	).toEqual([]);
});

it('every node and credential that package.json names is in it, and every such file is named', () => {
	const { n8n, main } = JSON.parse(readFileSync(join(packedFolder(), 'package.json'), 'utf8')) as {
		n8n: { nodes: string[]; credentials: string[] };
		main: string;
	};
	const loadable = packed.filter((file) => /\.(node|credentials)\.js$/.test(file));
	expect([...n8n.nodes, ...n8n.credentials].sort()).toEqual(loadable.sort());
	expect(loadable).toHaveLength(3);
	expect(packed).toContain(main);
});

it('the tarball is smaller than 250 kB', async () => {
	const { packed: size, files } = await tarballOf(PROJECT);
	expect(files).toBe(packed.length);
	expect(size).toBeLessThan(MOST_BYTES);
});
