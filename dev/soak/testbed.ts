import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import type { Cleanups } from '../n8n/instance/cleanups';
import type { RunningN8n } from '../n8n/instance/n8nProcess';
import { freePorts } from '../n8n/instance/ports';
import { saveCredential } from '../n8n/instance/seed';
import { createTestbed, openN8n } from '../n8n/instance/testbed';
import { waitFor } from '../n8n/instance/waitFor';
import { startSandbox, type Sandbox } from '../sandbox/server';
import { CALM } from './conditions';
import { withProbe } from './growth';
import type { SheetRow } from './sheet';
import { soakWorkflow, VARIANTS, type RunLimits } from './workflow';

/** A whole n8n with the packed node and a published workflow for each variant, and a sandbox. */
export interface Testbed {
	n8n: RunningN8n;
	/** Port of the probe in n8n's process. */
	probePort: number;
	sandbox: Sandbox;
}

export async function openTestbed(cleanups: Cleanups): Promise<Testbed> {
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
	for (const { path } of VARIANTS) await untilReady(n8n.url, path);
	return { n8n, probePort, sandbox };
}

/** n8n opens a webhook a moment after it published the workflow. A run without rows does nothing. */
async function untilReady(n8nUrl: string, path: string): Promise<void> {
	let last = '';
	await waitFor(
		() => `The webhook ${path} (${last})`,
		async () => {
			const result = await startRun(n8nUrl, path, { rows: [], limits: null });
			last = result.is === 'failed' ? result.why : result.is;
			return result.is === 'rows';
		},
	);
}

/** How a run ended: with rows, with an error of the workflow, or with neither. */
export type RunResult = { is: 'rows'; rows: JsonObject[] } | { is: 'threw' } | { is: 'failed'; why: string };

/** Longer than any run takes: its waits and timeouts are seconds. */
const MAX_RUN_MS = 240_000;

/** Runs a workflow by its webhook. Never throws. */
export async function startRun(
	n8nUrl: string,
	path: string,
	body: { rows: ReadonlyArray<SheetRow['json']>; limits: RunLimits | null },
): Promise<RunResult> {
	try {
		const response = await fetch(`${n8nUrl}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(MAX_RUN_MS),
		});
		const text = await response.text();
		if (response.status === 500 && text.includes('Error in workflow')) return { is: 'threw' };
		const rows: unknown = response.ok ? JSON.parse(text) : null;
		return Array.isArray(rows)
			? { is: 'rows', rows: rows as JsonObject[] }
			: { is: 'failed', why: `HTTP ${response.status}: ${text.slice(0, 200)}` };
	} catch (error) {
		const { message, cause } = error as Error;
		return { is: 'failed', why: cause instanceof Error ? `${message} (${cause.message})` : message };
	}
}
