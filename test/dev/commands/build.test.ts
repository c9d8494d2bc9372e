import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../support/sheetCommand';

const run = promisify(execFile);

const project = mkdtempSync(join(tmpdir(), 'build-'));
afterAll(() => rmSync(project, { recursive: true }));

const inProject = (...names: string[]) => join(project, ...names);
const SOURCE = inProject('nodes', 'IdentityResolution', 'actions', 'outputSchemas.ts');
const BUILT = inProject('dist', 'nodes', 'IdentityResolution', 'actions', 'outputSchemas.js');
const OTHER = inProject('credentials', 'other.ts');

/** The source of the smallest node that can be built, with a text that its build contains. */
const sourceWith = (text: string) =>
	`export const outputSchemas = () => [
		{ resource: 'a', operation: '${text}', schema: { type: 'object', properties: {} } },
	];`;

const build = async () => (await run(process.execPath, [inProject('dev/scripts/build.mjs')], { cwd: project })).stdout;

beforeAll(() => {
	const files = ['gulpfile.js', 'package.json', 'package-lock.json', 'tsconfig.json', 'dev/scripts'];
	for (const file of files) cpSync(join(ROOT, file), inProject(file), { recursive: true });
	symlinkSync(join(ROOT, 'node_modules'), inProject('node_modules'));
	for (const folder of [join(SOURCE, '..'), join(OTHER, '..')]) mkdirSync(folder, { recursive: true });
	writeFileSync(SOURCE, sourceWith('first'));
	writeFileSync(OTHER, 'export {};');
});

it('the build is skipped if dist was built from the same files', async () => {
	expect(await build()).toMatch(/^Building the node[^]+Built 3 files into dist/);
	expect(await build()).toBe('');
});

it.each<[string, () => void]>([
	['a changed file with an old date', () => (writeFileSync(SOURCE, sourceWith('second')), utimesSync(SOURCE, 1, 1))],
	['a removed file', () => rmSync(OTHER)],
	['a removed part of dist', () => rmSync(inProject('dist', 'nodes'), { recursive: true })],
])('the build is repeated after %s', async (_what, change) => {
	change();
	expect(await build()).toContain('Built');
	expect(await build()).toBe('');
	expect(readFileSync(BUILT, 'utf8')).toContain('second');
});
