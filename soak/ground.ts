import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endings } from '../host/endings';
import { eventually } from '../host/eventually';
import { bringCredential } from '../host/fill';
import { installN8n } from '../host/install';
import { installNode } from '../host/installNode';
import { startN8n, type RunningN8n } from '../host/n8nProcess';
import { freePorts } from '../host/ports';
import { Rest } from '../host/rest';
import { startSandbox, type Sandbox } from '../sandbox/server';
import { VARIANTS } from './variants';
import { probed } from './watch';
import { CALM } from './weather';
import { startRun } from './webhook';
import { CONTROL, controlWorkflow, soakWorkflow } from './workflow';

/** A whole n8n with the packed node and a published workflow for each variant, and the sandbox that they ask. */
export interface Ground {
	n8n: RunningN8n;
	/** Of the probe in n8n's process. */
	probePort: number;
	sandbox: Sandbox;
}

/** Makes it all, and adds its endings. */
export async function openGround(endings: Endings): Promise<Ground> {
	const installed = await installN8n();
	const folder = mkdtempSync(join(tmpdir(), 'identity-resolution-soak-'));
	const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	// A signal ends this process without its endings.
	process.once('exit', remove);
	endings.add(remove);
	const userFolder = join(folder, 'user');
	const files = join(folder, 'files');
	for (const one of [userFolder, files]) mkdirSync(one);
	await installNode(userFolder);
	const sandbox = await startSandbox({ settings: CALM });
	endings.add(async () => await sandbox.close());
	const [port, brokerPort, probePort] = await freePorts(3);
	const n8n = await startN8n(installed, { userFolder, port, brokerPort, files }, probed(probePort));
	endings.add(async () => await n8n.stop());
	const rest = new Rest(n8n.url);
	await rest.enter();
	const credential = await bringCredential(rest, { baseUrl: sandbox.url, apiKey: sandbox.key });
	const workflows = [...VARIANTS.map((variant) => soakWorkflow(variant, credential)), controlWorkflow()];
	for (const workflow of workflows) {
		const { id } = await rest.createWorkflow(workflow);
		await rest.activate(id);
	}
	for (const path of [...VARIANTS.map((variant) => variant.path), CONTROL]) await isOpen(n8n.url, path);
	return { n8n, probePort, sandbox };
}

/** n8n opens a webhook only a moment after its workflow was published. A run without rows does nothing. */
const isOpen = async (url: string, path: string) => {
	let last = '';
	await eventually(() => `The webhook ${path} (${last})`, async () => {
		const ended = await startRun(url, path, { rows: [], options: null });
		last = ended.is === 'failed' ? ended.why : ended.is;
		return ended.is === 'rows' ? true : undefined;
	});
};
