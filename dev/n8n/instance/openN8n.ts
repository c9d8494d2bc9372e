import type { Endings } from './endings';
import type { Ground } from './ground';
import { startN8n, type RunningN8n, type Start } from './n8nProcess';
import { freePorts } from './ports';
import { logIn, type Rest } from './rest';

/** An n8n that runs, and a login of its owner. */
export interface OpenN8n {
	n8n: RunningN8n;
	rest: Rest;
}

/** Starts an n8n on free ports, adds its ending, and logs its owner in. @throws where n8n does not start */
export async function openN8n(
	{ n8n: installed, userFolder, files }: Omit<Ground, 'folder'>,
	endings: Endings,
	how?: Start,
): Promise<OpenN8n> {
	const [port, brokerPort] = await freePorts(2);
	const n8n = await startN8n(installed, { userFolder, port, brokerPort, files }, how);
	endings.add(async () => await n8n.stop());
	return { n8n, rest: await logIn(n8n.url) };
}
