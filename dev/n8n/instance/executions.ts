import { parse } from 'flatted';
import { eventually } from './eventually';
import type { Rest } from './rest';

type Json = Record<string, unknown>;

/** An item that a node put out. */
export interface OutputItem {
	json: Json;
	pairedItem?: unknown;
}

/** One time that a node ran in an execution. */
export interface NodeRun {
	executionStatus: string;
	error?: { message: string; description?: string };
	hints?: Array<{ message: string }>;
	/** By kind of connection, then output. */
	data?: Record<string, Array<OutputItem[] | null>>;
}

/** An execution that n8n stored. */
export interface Execution {
	id: string;
	status: string;
	/** By the node's name, a run for each time that it ran. */
	runs: Record<string, NodeRun[]>;
	error?: { message: string; description?: string };
}

interface Stored {
	id: string;
	status: string;
	data: string;
}

/** What an execution has stopped in. `waiting` is one that n8n's Wait node has stored. */
const ENDED = ['success', 'error', 'crashed', 'canceled'];

/** @returns what n8n has stored of an execution so far */
export async function readExecution(rest: Rest, id: string): Promise<Execution> {
	const stored = (await rest.call('GET', `executions/${id}`)) as Stored;
	const { resultData } =
		(parse(stored.data) as
			{ resultData?: { runData?: Execution['runs']; error?: Execution['error'] } } | undefined) ?? {};
	return { id, status: stored.status, runs: resultData?.runData ?? {}, error: resultData?.error };
}

/**
 * Waits until an execution has ended.
 * @param mostMs how long, in ms
 * @throws where it has not ended by then
 */
export async function executionEnded(rest: Rest, id: string, mostMs = 120_000): Promise<Execution> {
	let status = '';
	const ended = async () => {
		({ status } = (await rest.call('GET', `executions/${id}`)) as Stored);
		return ENDED.includes(status) ? true : undefined;
	};
	await eventually(() => `The end of execution ${id}, which is still ${status}`, ended, mostMs);
	return await readExecution(rest, id);
}

/** What a node put out at one of its outputs, over all the times that it ran, as plain rows. */
export const rowsOf = ({ runs }: Execution, node: string, output = 0): Json[] =>
	(runs[node] ?? []).flatMap(({ data }) => data?.main?.[output] ?? []).map(({ json }) => json);
