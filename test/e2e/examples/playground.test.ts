import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Cleanups, temporaryFolder } from '../../../dev/n8n/instance/cleanups';
import { logIn } from '../../../dev/n8n/instance/rest';
import { exampleWorkflows } from '../../../dev/n8n/instance/seed';
import { startSupervised } from '../../../dev/n8n/instance/supervised';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { EXAMPLES, runExample } from '../support/example';

const START_MS = 240_000;
const cleanups = new Cleanups();

afterAll(async () => await cleanups.run());

it('npm run playground opens an n8n with every example and a valid credential, and ends it on Ctrl-C', async () => {
	const folder = temporaryFolder('playground', cleanups);
	// What the command starts after the build.
	const playground = startSupervised({
		command: process.execPath,
		args: ['--import', 'tsx', 'dev/playground/main.ts', '--folder', folder],
		cwd: join(EXAMPLES, '..'),
	});
	cleanups.add(async () => await playground.kill());
	const address = async () => {
		if (playground.hasEnded()) throw new Error(playground.output());
		return await Promise.resolve(/Open\s+(http:\S+)[\s\S]*Ctrl-C/.exec(playground.output())?.[1]);
	};
	const url = await waitFor("The playground's address", address, START_MS);

	const rest = await logIn(url);
	const workflows = await rest.workflows();
	const names = exampleWorkflows(EXAMPLES).map(({ name }) => name);
	expect(workflows.map(({ name }) => name).sort()).toEqual(names.sort());
	const [csv] = workflows.filter(({ name }) => name === 'CSV In, CSV Out');
	await runExample({ rest }, csv.id);
	expect(existsSync(join(folder, 'files', 'contacts-enriched.csv'))).toBe(true);
	const form = async () => ((await fetch(`${url}/form/identity-lookup`)).ok ? true : undefined);
	expect(await waitFor('The form', form)).toBe(true);

	await playground.stop('SIGINT');
	expect(await playground.ended).toBe(0);
	await expect(fetch(url)).rejects.toThrow('fetch failed');
});
