import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../dev/n8n/instance/eventually';
import { executionEnded } from '../../../dev/n8n/instance/executions';
import { exampleWorkflows } from '../../../dev/n8n/instance/fill';
import { startKept, type Kept } from '../../../dev/n8n/instance/kept';
import { logIn } from '../../../dev/n8n/instance/rest';
import { EXAMPLES } from '../support/example';

const PROJECT = join(EXAMPLES, '..');
const START_MS = 240_000;
/** What a program ends with that Ctrl-C cut short. */
const CUT_SHORT = 130;

const examples = exampleWorkflows(EXAMPLES);
let folder: string;
let playground: Kept;

/** Starts what `npm run playground` starts once all is built. */
function start(): void {
	playground = startKept({
		command: process.execPath,
		args: ['--import', 'tsx', 'dev/playground/main.ts', '--folder', folder],
		cwd: PROJECT,
	});
}

/** Waits until the playground has said something. @returns what the expression found in its brackets */
async function says(what: RegExp): Promise<string> {
	const look = async () => {
		if (playground.isOver()) throw new Error(playground.said());
		return await Promise.resolve(what.exec(playground.said())?.[1]);
	};
	return await eventually(`The playground says ${what}`, look, START_MS);
}

async function open(): Promise<string> {
	start();
	return await says(/Open\s+(http:\S+)[\s\S]*Ctrl-C/);
}

/** The processes that work in the playground's folder: n8n and what belongs to it. Linux shows them as files. */
const inFolder = (): string[] =>
	readdirSync('/proc').filter((name) => /^\d+$/.test(name) && workFolderOf(name).startsWith(folder));

function workFolderOf(pid: string): string {
	try {
		return readlinkSync(join('/proc', pid, 'cwd'));
	} catch {
		// It has ended meanwhile.
		return '';
	}
}

const nobodyIsLeft = async () =>
	await eventually('The end of n8n', async () => await Promise.resolve(inFolder().length === 0 || undefined));

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'identity-resolution-playground-'));
});

afterEach(async () => await playground?.kill());

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

it('ends at once, and n8n with it, on Ctrl-C while n8n starts', async () => {
	start();
	await says(/(Starting n8n)/);
	await eventually('A process of n8n', async () => await Promise.resolve(inFolder().length > 0 || undefined));
	await playground.stop('SIGINT');
	expect(await playground.ended).toBe(CUT_SHORT);
	expect(playground.said()).not.toContain('is ready');
	await nobodyIsLeft();
});

it('opens an n8n that holds every example, with a credential that works, and ends it on Ctrl-C', async () => {
	const url = await open();
	expect(playground.said()).toContain(`Added ${examples.length} example workflows.`);
	const rest = await logIn(url);
	const workflows = await rest.workflows();
	expect(workflows.map(({ name }) => name).sort()).toEqual(examples.map(({ name }) => name).sort());

	const [csv] = workflows.filter(({ name }) => name === 'CSV In, CSV Out');
	expect((await executionEnded(rest, await rest.run(csv.id, 'Start'))).status).toBe('success');
	expect(existsSync(join(folder, 'files', 'contacts-enriched.csv'))).toBe(true);
	const form = async () => ((await fetch(`${url}/form/identity-lookup`)).ok ? true : undefined);
	expect(await eventually('The form', form)).toBe(true);

	await playground.stop('SIGINT');
	expect(await playground.ended).toBe(0);
	await nobodyIsLeft();
});

it('leaves everything as it was when it is opened again', async () => {
	const url = await open();
	expect(playground.said()).not.toContain('Added');
	const rest = await logIn(url);
	expect(await rest.workflows()).toHaveLength(examples.length);
	await playground.stop('SIGINT');
	expect(await playground.ended).toBe(0);
});
