import { type Execution, readExecution } from '../../../dev/n8n/instance/executions';
import type { Rest } from '../../../dev/n8n/instance/rest';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import { type Connections, CREDENTIAL_TYPE, type CredentialRef, TRIGGER_TYPE, type WorkflowFile, workflowNode, type WorkflowNode } from '../../../dev/n8n/instance/workflow';

/** Poll times that do not come while a test runs: what polls then is each activation. */
export const NEVER = { item: [{ mode: 'custom', cronExpression: '0 0 29 2 *' }] };
export const EVERY_MINUTE = { item: [{ mode: 'everyMinute' }] };

/** A workflow whose triggers poll only when it is published: a schedule of minutes may come in the middle of a test. */
export const polledByHand = (workflow: WorkflowFile): WorkflowFile => ({
	...workflow,
	nodes: workflow.nodes.map((node) =>
		node.type === TRIGGER_TYPE ? { ...node, parameters: { ...node.parameters, pollTimes: NEVER } } : node,
	),
});

/** The node behind a trigger. */
export const behind = (trigger: string) => `Behind ${trigger}`;

/** One workflow with a trigger for each of the given parameters, by the trigger's name, and a node behind each. */
export function triggerWorkflow(
	triggers: Record<string, Record<string, unknown>>,
	pollTimes: Record<string, unknown>,
	{ id, name }: CredentialRef,
): WorkflowFile {
	const nodes = Object.entries(triggers).flatMap(([trigger, parameters]): WorkflowNode[] => [
		{
			...workflowNode(trigger, TRIGGER_TYPE, 1, { pollTimes, ...parameters }),
			credentials: { [CREDENTIAL_TYPE]: { id, name } },
		},
		workflowNode(behind(trigger), 'n8n-nodes-base.noOp', 1),
	]);
	const connections: Connections = Object.fromEntries(
		Object.keys(triggers).map((trigger) => [
			trigger,
			{ main: [[{ node: behind(trigger), type: 'main', index: 0 }]] },
		]),
	);
	return { name: 'Triggers', nodes, connections, settings: { executionOrder: 'v1' } };
}

/** What n8n says of a workflow that was published: its triggers come alive in the background. */
export interface Publication {
	status: 'published' | 'partial' | 'failed' | 'not_published' | 'in_progress';
	triggers: Array<{ nodeId: string; status: string; errorMessage: string | null }>;
}

/** n8n tries five times to bring a trigger alive, with pauses of 15 s in all. */
const MOST_PUBLISHING_MS = 60_000;

/** Publishes a workflow. Each of its triggers polls once. @returns what has become of them */
export async function publish(rest: Rest, id: string): Promise<Publication> {
	await rest.activate(id);
	return await publication(rest, id, (status) => status !== 'in_progress' && status !== 'not_published');
}

export async function unpublish(rest: Rest, id: string): Promise<void> {
	await rest.call('POST', `workflows/${id}/deactivate`);
	await publication(rest, id, (status) => status === 'not_published');
}

/** Waits until nothing is being done to a workflow's triggers any more. */
export async function settled(rest: Rest, id: string): Promise<void> {
	await publication(rest, id, (status) => status !== 'in_progress');
}

async function publication(
	rest: Rest,
	id: string,
	isOver: (status: Publication['status']) => boolean,
): Promise<Publication> {
	let status = '';
	const ask = async () => {
		const now = (await rest.call('GET', `workflows/${id}/publication-status`)) as Publication;
		({ status } = now);
		return isOver(now.status) ? now : undefined;
	};
	return await waitFor(() => `The publication of a workflow, which is still ${status}`, ask, MOST_PUBLISHING_MS);
}

interface Listed {
	id: string;
	status: string;
}

/**
 * Waits until as many executions of a workflow have ended as told, and none is under way.
 * @returns the oldest first; a poll that failed is one, too
 */
export async function executionsOf(
	rest: Rest,
	workflowId: string,
	count: number,
	mostMs = 20_000,
): Promise<Execution[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	let listed: Listed[] = [];
	await waitFor(
		() => `${count} executions that have ended, instead of ${JSON.stringify(listed.map(({ status }) => status))}`,
		async () => {
			({ results: listed } = (await rest.call('GET', `executions?filter=${filter}&limit=100`)) as {
				results: Listed[];
			});
			return listed.length >= count && listed.every(({ status }) => ['success', 'error'].includes(status))
				? true
				: undefined;
		},
		mostMs,
	);
	return await Promise.all(
		listed
			.sort((one, other) => Number(one.id) - Number(other.id))
			.map(async ({ id }) => await readExecution(rest, id)),
	);
}

/** The static data of a workflow's trigger, as n8n's database has it. */
export async function staticDataOf(rest: Rest, workflowId: string, trigger: string): Promise<unknown> {
	const { staticData } = (await rest.call('GET', `workflows/${workflowId}`)) as {
		staticData: Record<string, unknown> | null;
	};
	return staticData?.[`node:${trigger}`];
}
