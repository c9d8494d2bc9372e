import { cpSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox } from '../sandbox/server';
import { exampleWorkflows, fill } from '../host/fill';
import { EXAMPLES, foldersIn, USUAL_FOLDER } from './folders';
import { installN8n } from '../host/install';
import { installNode } from '../host/installNode';
import { startN8n } from '../host/n8nProcess';
import { freePorts, isFree } from '../host/ports';
import { OWNER, Rest } from '../host/rest';

const USUAL_PORT = 5678;
const SANDBOX_SETTINGS = { hitRate: 0.8, latency: 300 };

const say = (line: string) => process.stdout.write(`${line}\n`);

/** What is to be ended, in order, when the playground closes or fails. */
const endings: Array<() => Promise<void>> = [];

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { folder: { type: 'string', default: USUAL_FOLDER } } });
	const { user, files } = foldersIn(resolve(values.folder));
	for (const folder of [user, files]) mkdirSync(folder, { recursive: true });
	const n8n = await installN8n(say);
	await installNode(user);
	cpSync(join(EXAMPLES, 'contacts.csv'), join(files, 'contacts.csv'));
	const sandbox = await startSandbox({ settings: SANDBOX_SETTINGS });
	endings.push(async () => await sandbox.close());

	const started = performance.now();
	say('Starting n8n ...');
	const [free, brokerPort] = await freePorts(2);
	const port = (await isFree(USUAL_PORT)) ? USUAL_PORT : free;
	const running = await startN8n(n8n, { userFolder: user, port, brokerPort, files });
	endings.unshift(async () => await running.stop());
	const rest = new Rest(running.url);
	await rest.enter();
	const added = await fill(rest, { baseUrl: sandbox.url, apiKey: sandbox.key }, exampleWorkflows(EXAMPLES));
	say(`n8n is ready, ${((performance.now() - started) / 1_000).toFixed(1)} s after its start.${added.length > 0 ? ` Added ${added.length} example workflows.` : ''}`);
	say(`\n  Open      ${running.url}\n  Log in    ${OWNER.email}, password ${OWNER.password}\n  Sandbox   ${sandbox.url}\n\nCtrl-C ends everything.`);
	await running.ended;
}

async function end(): Promise<void> {
	for (const ending of endings.splice(0)) await ending();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end());

main()
	.catch((error: unknown) => {
		say(error instanceof Error ? error.message : String(error));
		process.exitCode = 1;
	})
	.finally(() => void end());
