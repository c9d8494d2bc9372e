import { executionEnded } from '../../../dev/n8n/instance/executions';
import type { RunningN8n } from '../../../dev/n8n/instance/n8nProcess';
import type { Rest } from '../../../dev/n8n/instance/rest';
import { eventually } from '../../../dev/n8n/instance/eventually';

const UNDER_WAY = ['new', 'running', 'waiting'];

/** Starts a workflow by hand and waits for its end. @returns how it ended */
export async function runToEnd(rest: Rest, workflow: string): Promise<string> {
	const { status } = await executionEnded(rest, await rest.run(workflow, 'Start'));
	return status;
}

/** How many executions of a workflow are in one of some states. */
export async function countRuns(rest: Rest, workflow: string, states: readonly string[]): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow, status: states }));
	return ((await rest.call('GET', `executions?limit=1&filter=${filter}`)) as { count: number }).count;
}

/**
 * Waits until no execution of a workflow is queued or under way.
 * @param mostMs how long, in ms
 * @throws where some are left by then
 */
export async function allEnded(rest: Rest, workflow: string, mostMs: number): Promise<void> {
	await eventually(
		'The end of all executions',
		async () => ((await countRuns(rest, workflow, UNDER_WAY)) === 0 ? true : undefined),
		mostMs,
	);
}

/** The executions that a worker says it has finished, as far back as what it said is kept. */
export const finishedBy = (worker: RunningN8n): string[] =>
	[...worker.said().matchAll(/Worker finished execution (\d+)/g)].map(([, id]) => id);
