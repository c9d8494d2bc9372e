import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import type { Cleanups } from '../n8n/instance/cleanups';
import { freePorts } from '../n8n/instance/ports';
import { saveCredential } from '../n8n/instance/seed';
import { createTestbed, openN8n } from '../n8n/instance/testbed';
import { waitFor } from '../n8n/instance/waitFor';
import { startSandbox } from '../sandbox/server';
import { CALM } from './conditions';
import { withProbe } from './growth';
import type { SheetRow } from './sheet';
import { soakWorkflow, VARIANTS, type RunLimits } from './workflow';

export type Testbed = Awaited<ReturnType<typeof openTestbed>>;

/** Starts a whole n8n with the packed node and a published workflow for each variant, and a sandbox. */
export async function openTestbed(cleanups: Cleanups) {
	const ground = await createTestbed('soak', cleanups);
	const sandbox = await startSandbox({ settings: CALM });
	cleanups.add(async () => await sandbox.close());
	const [probePort] = await freePorts(1);
	const { n8n, rest } = await openN8n(ground, cleanups, withProbe(probePort));
	const credential = await saveCredential(rest, { baseUrl: sandbox.url, apiKey: sandbox.key });
	for (const variant of VARIANTS) {
		const { id } = await rest.createWorkflow(soakWorkflow(variant, credential));
		await rest.activate(id);
	}
	// n8n opens a webhook a moment after it published the workflow. A run without rows does nothing.
	for (const { path } of VARIANTS)
		await waitFor(`The webhook ${path}`, async () => {
			const rows = await startRun(n8n.url, path, { rows: [], limits: null }).catch(() => null);
			return rows !== null;
		});
	return { n8n, probePort, sandbox };
}

/** Longer than any run takes: Max Run Time, and then the time-out of the last batch. */
const MAX_RUN_MS = 240_000;

/**
 * Runs a workflow by its webhook.
 * @returns the rows of its last node; null if the workflow ended with an error
 * @throws if n8n returns neither
 */
export async function startRun(
	n8nUrl: string,
	path: string,
	body: { rows: ReadonlyArray<SheetRow['json']>; limits: RunLimits | null },
): Promise<JsonObject[] | null> {
	const response = await fetch(`${n8nUrl}/webhook/${path}`, {
		method: 'POST',
		// n8n may close a connection of an earlier run at the very moment when this request reuses it.
		headers: { connection: 'close', 'content-type': 'application/json' },
		body: JSON.stringify(body),
		signal: AbortSignal.timeout(MAX_RUN_MS),
	});
	const text = await response.text();
	if (response.status === 500 && text.includes('Error in workflow')) return null;
	const rows: unknown = response.ok ? JSON.parse(text) : null;
	if (!Array.isArray(rows)) throw new Error(`HTTP ${response.status}: ${text.slice(0, 200)}`);
	return rows as JsonObject[];
}
