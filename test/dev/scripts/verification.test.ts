import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(__dirname, '..', '..', '..');
const textOf = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

interface Manifest {
	homepage: string;
	repository: { url: string };
	bugs: { url: string };
	n8n: { nodes: string[]; credentials: string[] };
}
const { n8n, ...manifest } = JSON.parse(textOf('package.json')) as Manifest;
const sources = [...n8n.nodes, ...n8n.credentials].map((file) => file.replace(/^dist\/(.+)js$/, '$1ts'));
const repository = manifest.repository.url.replace(/^git\+(.+)\.git$/, '$1');

it('docs/verification.md names files that exist and lint rules that are enabled', () => {
	const proofs = [...textOf('docs/verification.md').matchAll(/^\|.+\|(.+)\|$/gm)].map(([, proof]) => proof);
	const quoted = proofs.flatMap((proof) => [...proof.matchAll(/`([^`]+)`/g)].map(([, one]) => one));
	const files = quoted.filter((one) => /^(test|dev|nodes|docs)\/\S+$/.test(one));
	expect(files.length).toBeGreaterThan(10);
	expect(files.filter((file) => !existsSync(join(PROJECT, file)))).toEqual([]);

	const rules = quoted.filter((one) => /^[a-z\d]+(-[a-z\d]+)+$/.test(one));
	const program = `
		import { ESLint } from 'eslint';
		const configs = await Promise.all(${JSON.stringify(['package.json', ...sources])}.map((file) => new ESLint().calculateConfigForFile(file)));
		const enabled = configs.flatMap(({ rules }) => Object.keys(rules).filter((name) => rules[name][0] > 0));
		console.log(JSON.stringify(enabled.map((name) => name.split('/').at(-1))));`;
	const args = ['--input-type=module', '-e', program];
	const enabled = JSON.parse(execFileSync(process.execPath, args, { cwd: PROJECT, encoding: 'utf8' })) as string[];
	expect(rules.length).toBeGreaterThan(10);
	expect(rules.filter((rule) => !enabled.includes(rule))).toEqual([]);
});

it('homepage, issues and changelog links are in the same public repository', () => {
	expect(repository).toMatch(/^https:\/\/github\.com\/[\w-]+\/[\w-]+$/);
	expect([manifest.homepage, manifest.bugs.url]).toEqual([repository, `${repository}/issues`]);
	const links = [...textOf('CHANGELOG.md').matchAll(/^\[.+\]: (\S+)$/gm)].map(([, url]) => url);
	expect(links.filter((url) => !url.startsWith(`${repository}/`))).toEqual([]);
});

it('help links that n8n shows lead to headings of the README', () => {
	const headings = [...textOf('README.md').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
		title
			.toLowerCase()
			.replace(/[^\w -]/g, '')
			.replaceAll(' ', '-'),
	);
	const codexes = n8n.nodes.map((node) => node.replace(/^dist\/(.+)js$/, '$1json'));
	const shown = [...sources, ...codexes].map(textOf).join('\n');
	const anchors = [...shown.matchAll(new RegExp(`${repository}#([\\w-]+)`, 'g'))].map(([, anchor]) => anchor);
	expect(anchors.length).toBeGreaterThan(3);
	expect(anchors.filter((anchor) => !['readme', ...headings].includes(anchor))).toEqual([]);
});

it('the README has the chapters that n8n requires', () => {
	const chapters = [...textOf('README.md').matchAll(/^## (.+?)s?$/gm)].map(([, title]) => title);
	const required = [
		'Installation',
		'Operation',
		'Credential',
		'Compatibility',
		'Usage',
		'Resource',
		'Version history',
	];
	expect(chapters).toEqual(expect.arrayContaining(required));
});

it.each(sources)('%s has square icons for light and dark themes', (source) => {
	const drawings = ['light', 'dark'].map((theme) => {
		const [, icon = ''] = new RegExp(`${theme}: 'file:(.+?)'`).exec(textOf(source)) ?? [];
		return textOf(join(source, '..', icon));
	});
	for (const svg of drawings) expect(svg).toMatch(/viewBox="\S+ \S+ (\S+) \1"/);
	expect(drawings[0]).not.toBe(drawings[1]);
});
