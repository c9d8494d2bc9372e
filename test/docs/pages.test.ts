import { CURRENT } from '../../dev/n8n/instance/releases';
import { projectFiles } from '../../dev/scripts/projectFiles';
import { EVENTS } from '../../nodes/IdentityResolution/actions/trigger/events';
import { REASONS, ruleOf } from '../../nodes/IdentityResolution/api/replies/refusals';
import manifest from '../../package.json';
import { readPage, tableOf } from '../support/pageTable';

type N8nManifest = { dependencies: Record<string, string> };

const README = readPage('README.md');
const PAGES = projectFiles(/^docs\/.*\.md$/);

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

it('the README has at most 180 lines, and each other page less than 200', () => {
	const lengthOf = (page: string) => readPage(page).split('\n').length - 1;
	expect(lengthOf('README.md')).toBeLessThanOrEqual(180);
	expect(PAGES.filter((page) => lengthOf(page) >= 200)).toEqual([]);
});

it('docs/ has at most 12,000 words beside the contract', () => {
	const pages = PAGES.filter((page) => page !== 'docs/contract.md');
	expect(pages.flatMap((page) => readPage(page).match(/\S+/g)).length).toBeLessThanOrEqual(12_000);
});

it('docs/README.md lists every page', () => {
	const listed = [...readPage('docs/README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, page]) => `docs/${page}`);
	expect(['docs/README.md', ...listed].sort()).toEqual([...PAGES].sort());
});

it('docs/errors.md lists every code of a deferred row, by who must act', () => {
	const codesFor = (actor: string) =>
		REASONS.filter((reason) => ruleOf(reason).ends !== 'lookup' && ruleOf(reason).fixedBy === actor);
	const listed = tableOf(readPage('docs/errors.md'), 'reasons').map(([, codes]) => codes.match(/\w+/g));
	expect(listed).toEqual(['key', 'account', 'balance', 'time', 'service', 'run'].map(codesFor));
});

it('docs/compatibility.md lists the releases of n8n that the tests pin, and no others', () => {
	const versions = projectFiles(/^dev\/n8n\/.*\/n8n-[^/]*\/package\.json$/).map((path) => {
		const { dependencies } = JSON.parse(readPage(path)) as N8nManifest;
		return dependencies.n8n ?? dependencies['n8n-core'];
	});
	const rows = [...readPage('docs/compatibility.md').matchAll(/^\| (\d\S*) \| \d+ \| (.*) \|$/gm)];
	const listed = rows.map(([, release, text]) => /n8n-core ([\d.]+)/.exec(text)?.[1] ?? release);
	expect(listed.sort()).toEqual(versions.sort());
});

it('docs/scaling/compose.yaml has the n8n that the tests start in its place', () => {
	const images = [...readPage('docs/scaling/compose.yaml').matchAll(/ image: \S+\/n8n:(.*)$/gm)];
	const { n8n } = (JSON.parse(readPage(`dev/n8n/instance/${CURRENT.folder}/package.json`)) as N8nManifest)
		.dependencies;
	expect(images.map(([, version]) => version)).toEqual([n8n, n8n]);
});

it('SECURITY.md links to private reports, has no runtime dependencies, and names every event of the trigger', () => {
	const page = readPage('SECURITY.md');
	const repository = manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
	expect(page).toContain(`(${repository}/security/advisories/new)`);
	expect(page).toContain('The package has none.');
	expect(manifest).not.toHaveProperty('dependencies');
	const [, table = ''] = /\| Event \| Remembers \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(page) ?? [];
	const named = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names]) => names.split(', '));
	expect(named.sort()).toEqual(EVENTS.map(({ name }) => name).sort());
});
