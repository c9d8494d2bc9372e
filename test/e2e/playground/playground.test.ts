import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { request } from 'undici';
import { Cleanups, temporaryFolder } from '../../../dev/n8n/instance/cleanups';
import { logIn } from '../../../dev/n8n/instance/rest';
import { readExamples } from '../../../dev/n8n/instance/examples';
import { startSupervised } from '../../../dev/n8n/instance/supervised';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { HEADERS } from '../../support/asking';
import { EXAMPLES, runExample } from '../support/example';

const START_MS = 240_000;
const PROJECT = join(EXAMPLES, '..');
const cleanups = new Cleanups();
const folder = temporaryFolder('playground', cleanups);

afterAll(async () => await cleanups.run());

function startPlayground(env = {}) {
	const args = ['--import', 'tsx', 'dev/playground/main.ts', '--folder', folder];
	const playground = startSupervised({ command: process.execPath, args, cwd: PROJECT, env });
	cleanups.add(async () => await playground.kill());
	return playground;
}

it('npm run playground opens an n8n with every example and a valid credential, and ends it on Ctrl-C', async () => {
	const playground = startPlayground();
	const address = async () => {
		if (playground.hasEnded()) throw new Error(playground.output());
		return await Promise.resolve(/Start here\s+(http:\S+)[\s\S]*Ctrl-C/.exec(playground.output())?.[1]);
	};
	const [url, first] = (await waitFor("The playground's address", address, START_MS)).split('/workflow/');

	const [, baseUrl, key] = /Base URL (\S+), API key (\S+)/.exec(playground.output()) ?? [];
	const headers = { ...HEADERS, authorization: `Bearer ${key}` };
	const account = await request(`${baseUrl}/get_account`, { method: 'POST', headers, body: '{}' });
	expect(account.statusCode).toBe(200);

	const rest = await logIn(url);
	// n8n's start page lists the last changed workflow first.
	const listed = await rest.call('GET', 'workflows?sortBy=updatedAt:desc');
	const workflows = listed as Array<{ id: string; name: string }>;
	const examples = readExamples(EXAMPLES);
	expect(workflows.map(({ name }) => name)).toEqual(examples.map(({ workflow }) => workflow.name));
	expect(workflows[0].id).toBe(first);
	await runExample({ rest }, first);
	const [csv] = examples.filter(({ file }) => file === 'csv-in-csv-out.json');
	await runExample({ rest }, workflows.find(({ name }) => name === csv.workflow.name)?.id ?? '');
	expect(existsSync(join(folder, 'files', 'contacts-enriched.csv'))).toBe(true);

	await playground.stop('SIGINT');
	expect(await playground.ended).toBe(0);
	await expect(request(url)).rejects.toThrow('ECONNREFUSED');
});

it('npm run playground says what to do if n8n cannot load the node', async () => {
	const tarball = join(folder, 'unbuilt.tgz');
	execFileSync('tar', ['-czf', tarball, '-C', join(PROJECT, '..'), `${basename(PROJECT)}/package.json`]);
	const playground = startPlayground({ NODE_TARBALL: tarball });
	expect(await playground.ended).toBe(1);
	expect(playground.output()).toMatch(/could not load the node: Cannot find module [^]*\nRun "npm run build", and/);
});
