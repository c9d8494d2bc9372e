import { parse } from 'flatted';
import type { Rest } from './rest';
import { waitFor } from './waitFor';

type Json = Record<string, unknown>;

export interface OutputItem {
	json: Json;
	pairedItem?: unknown;
}

export interface NodeRun {
	executionStatus: string;
	error?: { message: string; description?: string };
	hints?: Array<{ message: string }>;
	/** By connection type, then by output. */
	data?: Record<string, Array<OutputItem[] | null>>;
}

export interface Execution {
	id: string;
	status: string;
	runs: Record<string, NodeRun[]>;
	error?: { message: string; description?: string };
}

interface SavedExecution {
	id: string;
	status: string;
	data: string;
}

/** The status `waiting` is not among them: n8n's Wait node resumes such an execution. */
const ENDED = ['success', 'error', 'crashed', 'canceled'];

export async function readExecution(rest: Rest, id: string): Promise<Execution> {
	const saved = (await rest.call('GET', `executions/${id}`)) as SavedExecution;
	const { resultData } =
		(parse(saved.data) as
			{ resultData?: { runData?: Execution['runs']; error?: Execution['error'] } } | undefined) ?? {};
	return { id, status: saved.status, runs: resultData?.runData ?? {}, error: resultData?.error };
}

export async function executionEnded(rest: Rest, id: string, timeoutMs = 120_000): Promise<Execution> {
	let status = '';
	const hasEnded = async () => {
		({ status } = (await rest.call('GET', `executions/${id}`)) as SavedExecution);
		return ENDED.includes(status);
	};
	await waitFor(() => `The end of execution ${id}, whose status is ${status}`, hasEnded, timeoutMs);
	return await readExecution(rest, id);
}

/** The items on one output of a node, over all of its runs, as plain rows. */
export const rowsOf = ({ runs }: Execution, node: string, output = 0): Json[] =>
	(runs[node] ?? []).flatMap(({ data }) => data?.main?.[output] ?? []).map(({ json }) => json);
