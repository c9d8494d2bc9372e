import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outputSchemas } from '../../../nodes/IdentityResolution/actions/outputSchemas';

const PROJECT = join(__dirname, '..', '..', '..');
const MAX_BYTES = 250_000;

interface Packed {
	filename: string;
	size: number;
	files: Array<{ path: string }>;
}
const temp = mkdtempSync(join(tmpdir(), 'tarball-'));
const [{ filename, size, files }] = JSON.parse(
	execFileSync('npm', ['pack', '--json', '--loglevel=error', `--pack-destination=${temp}`], {
		cwd: PROJECT,
		encoding: 'utf8',
	}),
) as Packed[];
const packed = files.map(({ path }) => path);
const sources = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
		.map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
		.filter((file) => statSync(join(PROJECT, file)).isFile()),
);

it('the tarball contains the built code with icons, codex and schemas, and nothing else', () => {
	const built = sources.map((source) => `dist/${source.replace(/\.ts$/, '.js')}`);
	const schemas = outputSchemas().map(
		({ resource, operation }) => `dist/nodes/IdentityResolution/__schema__/v1.0.0/${resource}/${operation}.json`,
	);
	const root = ['package.json', 'README.md', 'LICENSE', 'index.js'];
	expect(packed.sort()).toEqual([...root, ...built, ...schemas].sort());
	expect(sources.filter((file) => !/\.(ts|svg|node\.json)$/.test(file) || /\.(test|spec)\./.test(file))).toEqual([]);
	expect(size).toBeLessThan(MAX_BYTES);
});

// Otherwise an installation by hand also gets n8n-workflow, with a module that does not compile on Node.js 20.
it('an installation of the tarball needs no other package', () => {
	const args = ['install', '--offline', `--cache=${join(temp, 'cache')}`, '--no-audit', '--loglevel=error'];
	execFileSync('npm', [...args, join(temp, filename)], { cwd: temp });
	expect(readdirSync(join(temp, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
		'n8n-nodes-identity-resolution',
	]);
});
