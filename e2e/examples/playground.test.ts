import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executionEnded } from '../../host/executions';
import { exampleWorkflows } from '../../host/fill';
import { startKept, type Kept } from '../../host/kept';
import { Rest } from '../../host/rest';
import { eventually } from '../support/eventually';
import { EXAMPLES } from './example';

const PROJECT = join(EXAMPLES, '..');
const FIRST_START_MS = 600_000;

const folder = mkdtempSync(join(tmpdir(), 'identity-resolution-playground-'));
const examples = exampleWorkflows(EXAMPLES);
let playground: Kept;

/** Starts it as the README says, and waits until it is ready. @returns its address */
async function open(): Promise<string> {
	playground = startKept({ command: process.execPath, args: ['--import', 'tsx', 'playground/main.ts', '--folder', folder], cwd: PROJECT });
	return await eventually(
		'The playground',
		async () => {
			if (playground.isOver()) throw new Error(playground.said());
			return await Promise.resolve(/Open\s+(http:\S+)[\s\S]*Ctrl-C/.exec(playground.said())?.[1]);
		},
		FIRST_START_MS,
	);
}

const isThere = async (url: string) =>
	await fetch(`${url}/healthz`).then(
		({ ok }) => ok,
		() => false,
	);

afterAll(async () => {
	await playground?.kill();
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

it('opens an n8n that holds every example, with a credential that works, and ends it on Ctrl-C', async () => {
	const url = await open();
	expect(playground.said()).toContain(`Added ${examples.length} example workflows.`);
	const rest = new Rest(url);
	await rest.enter();
	const workflows = await rest.workflows();
	expect(workflows.map(({ name }) => name).sort()).toEqual(examples.map(({ name }) => name).sort());

	const [csv] = workflows.filter(({ name }) => name === 'CSV In, CSV Out');
	expect((await executionEnded(rest, await rest.run(csv.id, 'Start'))).status).toBe('success');
	expect(existsSync(join(folder, 'files', 'contacts-enriched.csv'))).toBe(true);
	const form = async () => ((await fetch(`${url}/form/identity-lookup`)).ok ? true : undefined);
	expect(await eventually('The form', form)).toBe(true);

	await playground.stop('SIGINT');
	expect(await isThere(url)).toBe(false);
});

it('leaves everything as it was when it is opened again', async () => {
	const url = await open();
	expect(playground.said()).not.toContain('Added');
	const rest = new Rest(url);
	await rest.enter();
	expect(await rest.workflows()).toHaveLength(examples.length);
	await playground.stop('SIGINT');
});
