import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
	env?: object;
}
interface Job {
	permissions?: Record<string, string>;
	needs?: string;
	container?: { image: string };
	strategy?: { matrix: { node: number[] } };
	'timeout-minutes'?: number;
	steps: Step[];
}
interface Workflow {
	on: Record<string, { branches?: string[]; tags?: string[] } | null>;
	permissions?: Record<string, string>;
	concurrency?: { group: string; 'cancel-in-progress': unknown };
	env?: object;
	jobs: Record<string, Job>;
}

const PROJECT = join(__dirname, '..', '..', '..');
const FOLDER = join(PROJECT, '.github', 'workflows');
const FILES = readdirSync(FOLDER);
const MANIFEST = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
	engines: { node: string };
	scripts: Record<string, string>;
};

const textOf = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
const read = (file: string) => parse(textOf(file), { uniqueKeys: true }) as Workflow;
const jobsOf = (file: string) => Object.entries(read(file).jobs);
const stepsOf = (file: string) => jobsOf(file).flatMap(([, { steps }]) => steps);
const runsOf = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []);
const usesOf = ({ steps }: Job, action: string) => steps.filter(({ uses }) => uses?.startsWith(`${action}@`));

it('there are two: one for each change, one for each release', () => {
	expect(FILES.sort()).toEqual(['ci.yml', 'publish.yml']);
});

describe.each(FILES)('%s', (file) => {
	it('may read the repository and nothing else, except where it publishes', () => {
		expect(read(file).permissions).toEqual({ contents: 'read' });
		const own = jobsOf(file).flatMap(([name, { permissions }]) => (permissions ? [{ name, permissions }] : []));
		expect(own).toEqual(
			file === 'publish.yml' ? [{ name: 'publish', permissions: { contents: 'read', 'id-token': 'write' } }] : [],
		);
	});

	it("uses GitHub's own actions alone, by major version", () => {
		for (const { uses } of stepsOf(file))
			if (uses !== undefined) expect(uses).toMatch(/^actions\/(checkout|setup-node)@v\d+$/);
	});

	it('leaves no token in a checkout and knows no secret', () => {
		for (const [, job] of jobsOf(file)) {
			expect(usesOf(job, 'actions/checkout').map((step) => step.with)).toEqual([
				{ 'persist-credentials': false },
			]);
		}
		expect(textOf(file)).not.toMatch(/secrets\.|_TOKEN|_authToken/i);
	});

	it('runs only what is there', () => {
		for (const command of jobsOf(file).flatMap(([, job]) => runsOf(job))) {
			const script = /^npm (?:run )?(?:-\S+ )*([\w:]+)/.exec(command)?.[1] ?? '';
			if (['ci', 'publish'].includes(script)) continue;
			if (script !== '') expect(Object.keys(MANIFEST.scripts)).toContain(script);
			else expect(() => accessSync(join(PROJECT, command), constants.X_OK)).not.toThrow();
		}
	});

	it('takes nothing that somebody else writes into a command', () => {
		for (const { run } of stepsOf(file)) expect(run ?? '').not.toContain('${{');
	});

	it('ends what hangs, and knows what to do beside another run of itself', () => {
		for (const [, job] of jobsOf(file)) expect(job['timeout-minutes']).toBeGreaterThan(0);
		expect(read(file).concurrency?.group).toBeTruthy();
	});
});

describe('CI', () => {
	const { on, jobs } = read('ci.yml');
	const { test, whole } = jobs;

	it('runs on every push to main and every pull request', () => {
		expect(on).toEqual({ push: { branches: ['main'] }, pull_request: null });
	});

	it('runs all of npm test on Node 20, 22 and 24, beginning with the oldest that package.json allows', () => {
		const tried = test.strategy?.matrix.node ?? [];
		expect(tried).toEqual([20, 22, 24]);
		expect(MANIFEST.engines.node).toBe(`>=${Math.min(...tried)}`);
		expect(usesOf(test, 'actions/setup-node')[0].with).toMatchObject({ 'node-version': '${{ matrix.node }}' });
		expect(runsOf(test)).toEqual(['npm test']);
	});

	it('runs the whole of .ci/run on Node 20, on a Debian', () => {
		expect(whole.container?.image).toMatch(/^node:20-(bookworm|trixie)$/);
		expect(runsOf(whole)).toEqual(['.ci/run']);
	});
});

describe('publishing', () => {
	const { on, jobs, concurrency } = read('publish.yml');
	const { test, publish } = jobs;
	const [node] = usesOf(publish, 'actions/setup-node');

	it('begins with a tag and with nothing else, and is never broken off', () => {
		expect(on).toEqual({ push: { tags: ['v*'] } });
		expect(concurrency?.['cancel-in-progress']).toBe(false);
	});

	it('comes after the tag is compared with the version and the changelog, and all tests', () => {
		expect(publish.needs).toBe('test');
		expect(runsOf(test)).toEqual(['npm run releasable -- "$GITHUB_REF_NAME"', 'npm test']);
	});

	it('publishes what it has built itself, with provenance', () => {
		expect(runsOf(publish)).toEqual([
			'npm ci --ignore-scripts',
			'npm run build',
			'npm publish --provenance --access public',
		]);
	});

	it("has an npm that knows trusted publishing, npm's own registry and no cache", () => {
		expect(node.with).toEqual({
			'node-version': 24,
			'registry-url': 'https://registry.npmjs.org',
			'package-manager-cache': false,
		});
	});

	it('runs no script of ours that npm would start by itself', () => {
		const byItself = /^(pre|post)?(prepare|install|publish|pack|version)(Only)?$|^dependencies$/;
		expect(Object.keys(MANIFEST.scripts).filter((name) => byItself.test(name))).toEqual([]);
		expect(existsSync(join(PROJECT, '.npmrc')) && readFileSync(join(PROJECT, '.npmrc'), 'utf8')).toContain(
			'ignore-scripts=true',
		);
	});
});
