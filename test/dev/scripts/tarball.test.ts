import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
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
const folder = mkdtempSync(join(tmpdir(), 'tarball-'));
const [{ filename, size, files }] = JSON.parse(
	execFileSync('npm', ['pack', '--json', '--loglevel=error', `--pack-destination=${folder}`], {
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

it('the tarball contains the built code with maps, icons, codex and schemas, and nothing else', () => {
	const built = sources.flatMap((source) => {
		const stem = source.replace(/\.ts$/, '');
		return stem === source ? [`dist/${source}`] : ['.js', '.js.map'].map((end) => `dist/${stem}${end}`);
	});
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
	const args = ['install', '--offline', `--cache=${join(folder, 'cache')}`, '--no-audit', '--loglevel=error'];
	execFileSync('npm', [...args, join(folder, filename)], { cwd: folder });
	expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
		'n8n-nodes-identity-resolution',
	]);
});

it('a stack trace of the built code points to the line of the source', () => {
	const credential = join(PROJECT, 'dist', 'credentials', 'IdentityResolutionApi.credentials.js');
	const program = `const { IdentityResolutionApi } = require(${JSON.stringify(credential)});
		new IdentityResolutionApi().authenticate({ baseUrl: 'nowhere' }, {}).catch((error) => console.log(error.stack));`;
	const stack = execFileSync(process.execPath, ['--enable-source-maps', '-e', program], { encoding: 'utf8' });
	const [, source = '', line] = /\((.+\.ts):(\d+):\d+\)/.exec(stack) ?? [];
	expect(source).toBe(join(PROJECT, 'credentials', 'IdentityResolutionApi.credentials.ts'));
	expect(readFileSync(source, 'utf8').split('\n')[Number(line) - 1]).toContain('throw new Error(address.why)');
});
