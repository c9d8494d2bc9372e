import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PROJECT = join(__dirname, '..', '..', '..');
const textOf = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
const jsonOf = <T>(file: string) => JSON.parse(textOf(file)) as T;

interface Manifest {
	homepage: string;
	repository: { url: string };
	bugs: { url: string };
	n8n: { nodes: string[]; credentials: string[] };
	scripts: Record<string, string>;
}
const MANIFEST = jsonOf<Manifest>('package.json');
const PAGE = textOf('docs/verification.md');
const README = textOf('README.md');

/** Where headings are on GitHub: "On Error" at #on-error. */
const anchorsOf = (markdown: string) =>
	[...markdown.matchAll(/^#+ (.+)$/gm)].map(
		([, title]) =>
			`#${title
				.toLowerCase()
				.replace(/[^\w -]/g, '')
				.replaceAll(' ', '-')}`,
	);

describe('docs/verification.md', () => {
	const rows = [...PAGE.matchAll(/^\| (.+?) \| (.+) \|$/gm)]
		.map(([, rule, proof]) => ({ rule, proof }))
		.filter(({ rule }) => rule !== 'Rule');
	const quoted = rows.flatMap(({ proof }) => [...proof.matchAll(/`([^`]+)`/g)].map(([, one]) => one));
	const commands = quoted.filter((one) => one.startsWith('npm '));
	const files = quoted.filter((one) => !one.includes(' ') && one.includes('/'));
	const rules = quoted.filter((one) => /^[a-z\d]+(-[a-z\d]+)+$/.test(one) || one === 'no-console');

	it('gives each rule a proof', () => {
		expect(rows.length).toBeGreaterThan(30);
		const proven = /by hand|`npm |`test\/|`[a-z-]+`/i;
		expect(rows.filter(({ proof }) => !proven.test(proof))).toEqual([]);
	});

	it('names files, commands and rules that are there', () => {
		expect(files.filter((file) => !existsSync(join(PROJECT, file)))).toEqual([]);
		expect(commands.filter((command) => MANIFEST.scripts[command.replace('npm run ', '')] === undefined)).toEqual(
			[],
		);
		expect([files.length, commands.length, rules.length].every((count) => count > 5)).toBe(true);
	});

	it('names rules that are switched on', () => {
		const program = `
			import { ESLint } from 'eslint';
			const files = ['package.json', 'nodes/IdentityResolution/IdentityResolution.node.ts', 'credentials/IdentityResolutionApi.credentials.ts'];
			const configs = await Promise.all(files.map((file) => new ESLint().calculateConfigForFile(file)));
			const on = configs.flatMap(({ rules }) => Object.entries(rules).filter(([, [severity]]) => severity > 0).map(([name]) => name));
			console.log(JSON.stringify([...new Set(on)]));`;
		const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
			cwd: PROJECT,
			encoding: 'utf8',
		});
		const on = (JSON.parse(output) as string[]).map((rule) => rule.split('/').at(-1));
		expect(rules.filter((rule) => !on.includes(rule))).toEqual([]);
	});

	it('leads to places that are there', () => {
		for (const [, file, anchor] of PAGE.matchAll(/\]\((\.\.\/[\w.]+)(#[\w-]+)?\)/g)) {
			expect(existsSync(join(PROJECT, 'docs', file))).toBe(true);
			if (anchor) expect(anchorsOf(textOf(join('docs', file)))).toContain(anchor);
		}
	});
});

describe('the addresses', () => {
	const repository = MANIFEST.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

	it('are all of one public repository', () => {
		expect(repository).toMatch(/^https:\/\/github\.com\/[\w-]+\/[\w-]+$/);
		expect([MANIFEST.homepage, MANIFEST.bugs.url]).toEqual([repository, `${repository}/issues`]);
		const changelog = [...textOf('CHANGELOG.md').matchAll(/^\[.+\]: (\S+)$/gm)].map(([, url]) => url);
		expect(changelog.length).toBeGreaterThan(0);
		expect(changelog.filter((url) => !url.startsWith(`${repository}/`))).toEqual([]);
	});

	it('under which n8n shows help lead to headings of the README', () => {
		const shown = [
			textOf('credentials/IdentityResolutionApi.credentials.ts'),
			...codexes().map((codex) => JSON.stringify(codex)),
		].join('\n');
		const anchors = [...shown.matchAll(new RegExp(`${repository}(#[\\w-]+)`, 'g'))].map(([, anchor]) => anchor);
		expect(anchors.length).toBeGreaterThan(3);
		expect(anchors.filter((anchor) => anchor !== '#readme' && !anchorsOf(README).includes(anchor))).toEqual([]);
	});
});

it.each(['Installation', 'Operations', 'Credential', 'Compatibility', 'Usage', 'Resources', 'Version history'])(
	'the README has the chapter %s',
	(chapter) => {
		expect(README).toMatch(new RegExp(`^## ${chapter}s?$`, 'm'));
	},
);

describe('icons and codex', () => {
	const sourceOf = (built: string) => built.replace(/^dist\//, '').replace(/\.js$/, '.ts');

	it.each([...MANIFEST.n8n.nodes, ...MANIFEST.n8n.credentials].map(sourceOf))(
		'%s has two square icons, which differ',
		(source) => {
			const icons = ['light', 'dark'].map(
				(mode) => new RegExp(`${mode}: 'file:(.+?)'`).exec(textOf(source))?.[1] ?? 'none',
			);
			const drawn = icons.map((icon) => textOf(join(dirname(source), icon)));
			for (const svg of drawn) {
				const [, , width, height] = /viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(svg)?.slice(1) ?? [];
				expect(Number(width)).toBeGreaterThan(0);
				expect(height).toBe(width);
			}
			expect(drawn[0]).not.toBe(drawn[1]);
		},
	);

	it('each node has a codex of its own, with the resources without which n8n would drop it', () => {
		const names = MANIFEST.n8n.nodes.map((node) => /(\w+)\.node\.js$/.exec(node)?.[1] ?? '');
		expect(codexes()).toEqual(
			names.map(
				(name) =>
					expect.objectContaining({
						node: `n8n-nodes-identity-resolution.${name[0].toLowerCase()}${name.slice(1)}`,
						resources: {
							primaryDocumentation: [expect.anything()],
							credentialDocumentation: [expect.anything()],
						},
					}) as object,
			),
		);
	});
});

function codexes(): object[] {
	return MANIFEST.n8n.nodes.map((node) => jsonOf<object>(node.replace(/^dist\//, '').replace(/\.js$/, '.json')));
}
