import { cpSync, mkdirSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Cleanups, startAll } from '../n8n/instance/cleanups';
import { installN8n, installNode } from '../n8n/instance/install';
import { type RunningN8n, startN8n } from '../n8n/instance/n8nProcess';
import { freePorts, isFree } from '../n8n/instance/ports';
import { CURRENT } from '../n8n/instance/releases';
import { logIn, OWNER, type Rest } from '../n8n/instance/rest';
import { readExamples } from '../n8n/instance/examples';
import { seed } from '../n8n/instance/seed';
import { NODE_TYPE } from '../n8n/instance/workflow';
import { startSandbox } from '../sandbox/server';

const PROJECT = join(__dirname, '..', '..');
const EXAMPLES = join(PROJECT, 'examples');
const DEFAULT_FOLDER = join(PROJECT, '.playground');
const DEFAULT_PORT = 5678;
/** The same at every start, so that the user's own credentials keep working. */
const SANDBOX_PORT = 4010;
/** The tools know different people, so that a waterfall shows what its second tool is for. */
const SANDBOX_SETTINGS = { hitRate: 0.7, toolHitRates: { linkedin_to_business_profile: 0.9 }, latency: 300 };

const print = (line: string) => {
	process.stdout.write(`${line}\n`);
};

async function start(cleanups: Cleanups): Promise<{ n8n: RunningN8n }> {
	const { values } = parseArgs({ options: { folder: { type: 'string', default: DEFAULT_FOLDER } } });
	// n8n's database and installed nodes, and the sheets that the example workflows read and write.
	const [user, files] = ['user', 'files'].map((name) => join(resolve(values.folder), name));
	for (const folder of [user, files]) mkdirSync(folder, { recursive: true });
	const installed = await installN8n(CURRENT, print);
	await installNode(user);
	// The user may have changed an existing sheet.
	cpSync(join(EXAMPLES, 'contacts.csv'), join(files, 'contacts.csv'), { force: false });
	const sandboxAt = async (port: number) => await startSandbox({ port, settings: SANDBOX_SETTINGS });
	const sandbox = await sandboxAt(SANDBOX_PORT).catch(async () => await sandboxAt(0));
	cleanups.add(async () => await sandbox.close());

	const started = performance.now();
	print('Starting n8n ...');
	const [free, brokerPort] = await freePorts(2);
	// n8n opens its port seconds later, so only the playground that got the sandbox's may choose it.
	const isFirst = new URL(sandbox.url).port === String(SANDBOX_PORT);
	const port = isFirst && (await isFree(DEFAULT_PORT)) ? DEFAULT_PORT : free;
	const n8n = await startN8n(installed, { userFolder: user, port, brokerPort, files });
	cleanups.add(async () => await n8n.stop());
	const rest = await logIn(n8n.url);
	await assertLoaded(rest, n8n);
	const access = { baseUrl: sandbox.url, apiKey: sandbox.key };
	const { added, first } = await seed(rest, access, readExamples(EXAMPLES));
	const seconds = ((performance.now() - started) / 1_000).toFixed(1);
	print(`n8n is ready after ${seconds} s.${added.length > 0 ? ` Examples added: ${added.length}.` : ''}

  Start here  ${n8n.url}/workflow/${first}
  Templates   ${n8n.url}/home/workflows
  Log in      ${OWNER.email}, password ${OWNER.password}
  Sheets      ${files}
  Sandbox     Base URL ${sandbox.url}, API key ${sandbox.key}

Press Ctrl-C to stop n8n and the sandbox.`);
	return { n8n };
}

/** @throws if n8n does not know the node: it starts without packages that it cannot load */
async function assertLoaded(rest: Rest, n8n: RunningN8n): Promise<void> {
	const body = { nodeInfos: [{ name: NODE_TYPE, version: 1 }] };
	const isLoaded = await rest.call('POST', 'node-types', body).then(
		() => true,
		() => false,
	);
	if (isLoaded) return;
	const [, reason = 'it gave no reason'] = /^Failed to load package .*\n(.*)/m.exec(n8n.output()) ?? [];
	throw new Error(`n8n could not load the node: ${reason}.\nRun "npm run build", and start the playground again.`);
}

/** During the start, exiting is enough: n8n and npm end with this process. */
let onSignal = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal]);
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, (signal) => onSignal(signal));

async function main(): Promise<void> {
	const { n8n, stop } = await startAll(start);
	let stopping = false;
	onSignal = () => {
		stopping = true;
		void n8n.stop();
	};
	await n8n.ended;
	await stop();
	if (!stopping) throw new Error(`n8n ended unexpectedly:\n${n8n.output()}`);
}

main().catch((error: unknown) => {
	print(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
});
