import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CURRENT } from '../../../dev/n8n/instance/releases';
import { readPage } from '../../support/pageTable';

const FOLDER = '.github/workflows';
const PROJECT = join(__dirname, '..', '..', '..');

/** The lines of each workflow without comments on lines of their own: before its jobs, and of each job by its name. */
const WORKFLOWS = readdirSync(join(PROJECT, FOLDER)).map((file) => {
	const lines = readPage(`${FOLDER}/${file}`).replace(/^ *#.*\n/gm, '');
	const [head, jobs = ''] = lines.split(/^jobs:\n/m);
	// Prettier indents jobs by two spaces.
	const texts = jobs.split(/^(?= {2}\w)/m).map((text) => [text.slice(0, text.indexOf(':')).trim(), text] as const);
	return { file, head, jobs: new Map(texts) };
});
const JOBS = WORKFLOWS.flatMap(({ file, jobs }) =>
	[...jobs].map(([name, text]) => ({ job: `${file}, ${name}`, text })),
);

/** What follows a key, wherever a step or job has it. */
const valuesOf = (key: string, text: string) =>
	[...text.matchAll(new RegExp(`\\b${key}: *(.*)$`, 'gm'))].map(([, value]) => value);

const publishYml = WORKFLOWS.find(({ file }) => file === 'publish.yml');
const pack = publishYml?.jobs.get('pack') ?? '';
const publish = publishYml?.jobs.get('publish') ?? '';

it('every action is pinned by a commit, the same in all workflows, and names its version', () => {
	const pins = JOBS.flatMap(({ text }) => valuesOf('uses', text));
	expect(pins.length).toBeGreaterThan(0);
	expect(pins.filter((pin) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(pin))).toEqual([]);
	const actions = new Set(pins.map((pin) => pin.split('@')[0]));
	expect(new Set(pins).size).toBe(actions.size);
});

it('every container is the same image, pinned by its digest', () => {
	const images = JOBS.flatMap(({ text }) => valuesOf('image', text));
	expect(images.length).toBeGreaterThan(2);
	expect([...new Set(images)]).toEqual([expect.stringMatching(/^node:20\S*-bookworm@sha256:[0-9a-f]{64}$/)]);
});

it('every night, the newest n8n takes the place of the one that the tests start', () => {
	const newest = WORKFLOWS.find(({ file }) => file === 'nightly.yml')?.jobs.get('newest');
	expect(newest).toContain(` --prefix dev/n8n/instance/${CURRENT.folder} `);
});

it('only the publishing job may request a token', () => {
	expect(WORKFLOWS.map(({ head }) => /^permissions:\n(?: .*\n)*/m.exec(head)?.[0])).toEqual(
		WORKFLOWS.map(() => 'permissions:\n  contents: read\n'),
	);
	const writing = JOBS.filter(({ text }) => /id-token|: *write/.test(text)).map(({ job }) => job);
	expect(writing).toEqual(['publish.yml, publish']);
});

it('the publishing job waits for its environment, and runs no code of the project or of its packages', () => {
	expect(valuesOf('environment', publish)).toEqual(['npm']);
	expect(valuesOf('needs', publish)).toEqual(['pack']);
	expect(publish).toContain('    permissions:\n      id-token: write\n    steps:\n');
	const actions = valuesOf('uses', publish).map((pin) => pin.split('@')[0]);
	expect(actions).toEqual(['actions/setup-node', 'actions/download-artifact']);
	expect(valuesOf('run', publish)).toEqual([
		'echo "$SHA256  package.tgz" | sha256sum --check --strict',
		'npm publish ./package.tgz --provenance --access public --ignore-scripts',
	]);
});

it('the packing job checks that the tag is on main, and uploads the tarball before the tests run', () => {
	const steps = ['fetch-depth: 0', 'git merge-base --is-ancestor HEAD origin/main', 'npm run releasable', 'npm pack'];
	const places = [...steps, 'actions/upload-artifact@', 'npm test'].map((step) => pack.indexOf(step));
	expect(places).not.toContain(-1);
	expect(places).toEqual([...places].sort((one, other) => one - other));
});
