import type { Endings } from '../n8n/instance/endings';
import { eventually } from '../n8n/instance/eventually';
import { bringCredential } from '../n8n/instance/fill';
import { makeGround } from '../n8n/instance/ground';
import type { RunningN8n } from '../n8n/instance/n8nProcess';
import { openN8n } from '../n8n/instance/openN8n';
import { freePorts } from '../n8n/instance/ports';
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
	const ground = await makeGround('soak', endings);
	const sandbox = await startSandbox({ settings: CALM });
	endings.add(async () => await sandbox.close());
	const [probePort] = await freePorts(1);
	const { n8n, rest } = await openN8n(ground, endings, probed(probePort));
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
	await eventually(
		() => `The webhook ${path} (${last})`,
		async () => {
			const ended = await startRun(url, path, { rows: [], options: null });
			last = ended.is === 'failed' ? ended.why : ended.is;
			return ended.is === 'rows' ? true : undefined;
		},
	);
};
