import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Job {
	permissions?: object;
	needs?: string;
	'timeout-minutes'?: number | string;
	steps: Array<{ uses?: string; run?: string; with?: object }>;
}
interface Workflow {
	on: object;
	permissions?: object;
	jobs: Record<string, Job>;
}

const PROJECT = join(__dirname, '..', '..', '..');
const FOLDER = join(PROJECT, '.github', 'workflows');
const textOf = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
const read = (file: string) => parse(textOf(file)) as Workflow;
const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
};

describe.each(readdirSync(FOLDER))('%s', (file) => {
	const { permissions, jobs } = read(file);
	const steps = Object.values(jobs).flatMap((job) => job.steps);

	it('has no secret and only reads the repository, except the job that publishes', () => {
		expect(textOf(file)).not.toMatch(/secrets\.|_TOKEN|_authToken/i);
		expect(permissions).toEqual({ contents: 'read' });
		for (const [name, job] of Object.entries(jobs)) {
			const own = name === 'publish' ? { contents: 'read', 'id-token': 'write' } : undefined;
			expect(job.permissions).toEqual(own);
			expect(job['timeout-minutes']).toBeTruthy();
		}
	});

	it("uses only GitHub's own actions, keeps no token in a checkout, and expands no input in a command", () => {
		for (const { uses, run = '', with: inputs } of steps) {
			if (uses) expect(uses).toMatch(/^actions\/(checkout|setup-node|upload-artifact)@v\d+$/);
			if (uses?.startsWith('actions/checkout')) expect(inputs).toEqual({ 'persist-credentials': false });
			expect(run).not.toContain('${{');
		}
	});

	it('runs only commands that exist', () => {
		for (const { run = 'npm ci' } of steps) {
			const script = /^npm (?:run )?(\w+)/.exec(run)?.[1];
			if (script === undefined) expect(existsSync(join(PROJECT, run))).toBe(true);
			else expect([...Object.keys(scripts), 'ci', 'publish']).toContain(script);
		}
	});
});

it('a release starts with a tag, after the version check and all tests, and publishes its own build', () => {
	const { on, jobs } = read('publish.yml');
	const commands = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []);
	expect(on).toEqual({ push: { tags: ['v*'] } });
	expect(commands(jobs.test)).toEqual([
		'npm run releasable -- "$GITHUB_REF_NAME"',
		'npm test',
		'npm run lint',
		'npm run types',
		'npm run scan',
	]);
	expect(jobs.publish.needs).toBe('test');
	expect(commands(jobs.publish)).toEqual([
		'npm ci --ignore-scripts',
		'npm run build',
		'npm publish --provenance --access public',
	]);
});
