import { type Execution, readExecution } from '../../../dev/n8n/instance/executions';
import type { Rest } from '../../../dev/n8n/instance/rest';
import { waitFor } from '../../../dev/n8n/instance/waitFor';
import {
	type Connections,
	CREDENTIAL_TYPE,
	type CredentialRef,
	TRIGGER_TYPE,
	type WorkflowFile,
	workflowNode,
	type WorkflowNode,
} from '../../../dev/n8n/instance/workflow';

/** A schedule that does not poll during a test: only publishing a workflow does. */
export const NEVER = { item: [{ mode: 'custom', cronExpression: '0 0 29 2 *' }] };
/** Six schedules, because n8n refuses a schedule with less than a minute between polls. */
export const EVERY_10_SECONDS = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

/** The workflow with triggers that poll only when it is published: a scheduled poll could disturb the test. */
export const polledByHand = (workflow: WorkflowFile): WorkflowFile => ({
	...workflow,
	nodes: workflow.nodes.map((node) =>
		node.type === TRIGGER_TYPE ? { ...node, parameters: { ...node.parameters, pollTimes: NEVER } } : node,
	),
});

export const behind = (trigger: string) => `Behind ${trigger}`;

/** A workflow with several triggers, given as parameters by name, and a node after each. */
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

/** The state of a published workflow. n8n activates its triggers in the background. */
export interface Publication {
	status: 'published' | 'partial' | 'failed' | 'not_published' | 'in_progress';
	triggers: Array<{ nodeId: string; status: string; errorMessage: string | null }>;
}

/** n8n tries to activate a trigger five times, with pauses of 15 s in total. */
const PUBLISHING_TIMEOUT_MS = 60_000;

/** Publishes a workflow. Each of its triggers polls once. @returns the state of its triggers */
export async function publish(rest: Rest, id: string): Promise<Publication> {
	await rest.activate(id);
	return await publication(rest, id, (status) => status !== 'in_progress' && status !== 'not_published');
}

export async function unpublish(rest: Rest, id: string): Promise<void> {
	await rest.call('POST', `workflows/${id}/deactivate`);
	await publication(rest, id, (status) => status === 'not_published');
}

/** Waits until n8n has finished activating or deactivating a workflow's triggers. */
export async function publication(
	rest: Rest,
	id: string,
	isOver: (status: Publication['status']) => boolean = (status) => status !== 'in_progress',
): Promise<Publication> {
	const check = async () => {
		const now = (await rest.call('GET', `workflows/${id}/publication-status`)) as Publication;
		return isOver(now.status) ? now : undefined;
	};
	return await waitFor('The publication of a workflow', check, PUBLISHING_TIMEOUT_MS);
}

export async function executionsOf(
	rest: Rest,
	workflowId: string,
	count: number,
	timeoutMs = 20_000,
): Promise<Execution[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	let listed: Array<{ id: string; status: string }> = [];
	const haveEnded = async () => {
		const list = await rest.call('GET', `executions?filter=${filter}&limit=100`);
		({ results: listed } = list as { results: typeof listed });
		return listed.length >= count && listed.every(({ status }) => ['success', 'error'].includes(status));
	};
	await waitFor(() => `${count} ended executions, not ${listed.length}`, haveEnded, timeoutMs);
	return await Promise.all(
		listed
			.sort((one, other) => Number(one.id) - Number(other.id))
			.map(async ({ id }) => await readExecution(rest, id)),
	);
}
