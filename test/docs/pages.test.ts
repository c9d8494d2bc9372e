import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { TEST_IDENTIFIERS } from '../../dev/sandbox/rules/testIdentifiers';
import { readPage, tableOf } from '../support/pageTable';

const ROOT = join(__dirname, '..', '..');
const README = readPage('README.md');

it('the README has the chapters that n8n requires', () => {
	const chapters = [...README.matchAll(/^## (.+?)s?$/gm)].map(([, title]) => title);
	const required = 'Installation, Operation, Credential, Compatibility, Usage, Resource, Version history';
	expect(chapters).toEqual(expect.arrayContaining(required.split(', ')));
});

it('the README quotes only rows that the tables of docs/benchmark.md have', () => {
	const benchmark = readPage('docs/benchmark.md').split('\n');
	const [, measured = ''] = /\n## Reliability and speed\n([\s\S]*?)\n## /.exec(README) ?? [];
	const rows = measured.split('\n').filter((line) => line.startsWith('|') && !/^\|[-:|]+\|$/.test(line));
	expect(rows).toHaveLength(3);
	expect(rows.filter((row) => !benchmark.includes(row))).toEqual([]);
});

it('the README has at most 220 lines, and each other page less than 200', () => {
	const pages = execFileSync('git', ['ls-files', 'docs/*.md'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
	const lengthOf = (page: string) => readPage(page).split('\n').length - 1;
	expect(lengthOf('README.md')).toBeLessThanOrEqual(220);
	expect(pages.filter((page) => lengthOf(page) >= 200)).toEqual([]);
});

it('docs/README.md lists every page', () => {
	const pages = execFileSync('git', ['ls-files', 'docs/*.md'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
	const index = readPage('docs/README.md');
	const listed = [...index.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, page]) => `docs/${page}`);
	expect(listed.sort()).toEqual(pages.filter((page) => page !== 'docs/README.md').sort());
});

it('docs/sandbox.md lists every test identifier of the sandbox', () => {
	expect(tableOf(readPage('docs/sandbox.md'), 'test identifiers')).toEqual(
		TEST_IDENTIFIERS.map(({ name, description }) => [`\`${name}\``, description]),
	);
});

it('docs/compatibility.md lists the releases of n8n that the tests pin, and no others', () => {
	const manifests = execFileSync('git', ['ls-files', 'dev/n8n/**/n8n-*/package.json'], { cwd: ROOT });
	const pinned = manifests.toString().trim().split('\n').map(readPage);
	const versions = pinned.map((manifest) => {
		const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
		return dependencies.n8n ?? dependencies['n8n-core'];
	});
	const rows = [...readPage('docs/compatibility.md').matchAll(/^\| (\d\S*) \| \d+ \| (.*) \|$/gm)];
	const listed = rows.map(([, release, text]) => /n8n-core ([\d.]+)/.exec(text)?.[1] ?? release);
	expect(listed.sort()).toEqual(versions.sort());
});
