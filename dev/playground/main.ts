import { cpSync, mkdirSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox } from '../sandbox/server';
import { begin, type Endings } from '../n8n/instance/endings';
import { exampleWorkflows, fill } from '../n8n/instance/fill';
import { EXAMPLES, foldersIn, USUAL_FOLDER } from './folders';
import { installN8n } from '../n8n/instance/install';
import { installNode } from '../n8n/instance/installNode';
import { startN8n, type RunningN8n } from '../n8n/instance/n8nProcess';
import { freePorts, isFree } from '../n8n/instance/ports';
import { CURRENT } from '../n8n/instance/releases';
import { OWNER, logIn } from '../n8n/instance/rest';

const USUAL_PORT = 5678;
const SANDBOX_SETTINGS = { hitRate: 0.8, latency: 300 };

const say = (line: string) => {
	process.stdout.write(`${line}\n`);
};

async function open(endings: Endings): Promise<{ n8n: RunningN8n }> {
	const { values } = parseArgs({ options: { folder: { type: 'string', default: USUAL_FOLDER } } });
	const { user, files } = foldersIn(resolve(values.folder));
	for (const folder of [user, files]) mkdirSync(folder, { recursive: true });
	const installed = await installN8n(CURRENT, say);
	await installNode(user);
	// Only where there is none: the user may have changed it.
	cpSync(join(EXAMPLES, 'contacts.csv'), join(files, 'contacts.csv'), { force: false });
	const sandbox = await startSandbox({ settings: SANDBOX_SETTINGS });
	endings.add(async () => await sandbox.close());

	const started = performance.now();
	say('Starting n8n ...');
	const [free, brokerPort] = await freePorts(2);
	const port = (await isFree(USUAL_PORT)) ? USUAL_PORT : free;
	const n8n = await startN8n(installed, { userFolder: user, port, brokerPort, files });
	endings.add(async () => await n8n.stop());
	const rest = await logIn(n8n.url);
	const added = await fill(rest, { baseUrl: sandbox.url, apiKey: sandbox.key }, exampleWorkflows(EXAMPLES));
	say(
		`n8n is ready, ${((performance.now() - started) / 1_000).toFixed(1)} s after its start.${added.length > 0 ? ` Added ${added.length} example workflows.` : ''}`,
	);
	say(
		`\n  Open      ${n8n.url}\n  Log in    ${OWNER.email}, password ${OWNER.password}\n  Sandbox   ${sandbox.url}\n\nCtrl-C ends everything.`,
	);
	return { n8n };
}

/** Before anything can be used there is nothing to end in order: n8n ends with this process, and so does npm on a terminal. */
let onSignal = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal]);
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, (signal) => onSignal(signal));

async function main(): Promise<void> {
	const { n8n, stop } = await begin(open);
	let asked = false;
	onSignal = () => {
		asked = true;
		void n8n.stop();
	};
	await n8n.ended;
	await stop();
	if (!asked) throw new Error(`n8n has ended by itself:\n${n8n.said()}`);
}

main().catch((error: unknown) => {
	say(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
});
