import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import type { RunOptions } from './runOptions';
import type { SheetRow } from './sheet';

/** How a run ended: with rows, with an error of the workflow, or not as n8n should end it. */
export type Ended = { is: 'rows'; rows: JsonObject[] } | { is: 'threw' } | { is: 'failed'; why: string };

/** Longer than any run takes: its waits and time-outs are seconds. */
const MOST_MS = 240_000;
const THREW = 'Error in workflow';

/** Starts a run by its webhook, and waits for what comes out. Never throws. */
export async function startRun(
	n8nUrl: string,
	path: string,
	body: { rows: readonly SheetRow[]; options: RunOptions | null },
): Promise<Ended> {
	try {
		const answer = await fetch(`${n8nUrl}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(MOST_MS),
		});
		const text = await answer.text();
		if (answer.status === 500 && text.includes(THREW)) return { is: 'threw' };
		const rows: unknown = answer.ok ? JSON.parse(text) : null;
		return Array.isArray(rows)
			? { is: 'rows', rows: rows as JsonObject[] }
			: { is: 'failed', why: `HTTP ${answer.status}: ${text.slice(0, 200)}` };
	} catch (error) {
		return { is: 'failed', why: error instanceof Error ? `${error.message}${causeOf(error)}` : String(error) };
	}
}

const causeOf = ({ cause }: Error) => (cause instanceof Error ? ` (${cause.message})` : '');
