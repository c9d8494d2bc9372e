import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Endings } from '../../../dev/n8n/instance/endings';
import { eventually } from '../../../dev/n8n/instance/eventually';
import { exampleWorkflows } from '../../../dev/n8n/instance/fill';
import { startKept } from '../../../dev/n8n/instance/kept';
import { logIn } from '../../../dev/n8n/instance/rest';
import { temporaryFolder } from '../../../dev/n8n/instance/temporaryFolder';
import { EXAMPLES, runExample } from '../support/example';

const START_MS = 240_000;
const cleanups = new Endings();

afterAll(async () => await cleanups.run());

it('npm run playground opens an n8n with every example and a valid credential, and ends it on Ctrl-C', async () => {
	const folder = temporaryFolder('playground', cleanups);
	// What the command starts after the build.
	const playground = startKept({
		command: process.execPath,
		args: ['--import', 'tsx', 'dev/playground/main.ts', '--folder', folder],
		cwd: join(EXAMPLES, '..'),
	});
	cleanups.add(async () => await playground.kill());
	const address = async () => {
		if (playground.isOver()) throw new Error(playground.said());
		return await Promise.resolve(/Open\s+(http:\S+)[\s\S]*Ctrl-C/.exec(playground.said())?.[1]);
	};
	const url = await eventually("The playground's address", address, START_MS);

	const rest = await logIn(url);
	const workflows = await rest.workflows();
	const names = exampleWorkflows(EXAMPLES).map(({ name }) => name);
	expect(workflows.map(({ name }) => name).sort()).toEqual(names.sort());
	const [csv] = workflows.filter(({ name }) => name === 'CSV In, CSV Out');
	await runExample({ rest }, csv.id);
	expect(existsSync(join(folder, 'files', 'contacts-enriched.csv'))).toBe(true);
	const form = async () => ((await fetch(`${url}/form/identity-lookup`)).ok ? true : undefined);
	expect(await eventually('The form', form)).toBe(true);

	await playground.stop('SIGINT');
	expect(await playground.ended).toBe(0);
	await expect(fetch(url)).rejects.toThrow('fetch failed');
});
