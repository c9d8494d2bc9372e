export const NODE_TYPE = 'n8n-nodes-identity-resolution.identityResolution';
export const TRIGGER_TYPE = `${NODE_TYPE}Trigger`;
export const CREDENTIAL_TYPE = 'identityResolutionApi';

export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, CredentialRef>;
	[setting: string]: unknown;
}

/** The targets of each node's outputs: by source node and connection type, then by output. */
export type Connections = Record<
	string,
	Record<string, Array<Array<{ node: string; type: string; index: number }> | null>>
>;

export interface WorkflowFile {
	name: string;
	nodes: WorkflowNode[];
	connections: Connections;
	settings?: Record<string, unknown>;
}

export interface CredentialRef {
	id: string;
	name: string;
}

/** A node as n8n exports it, at the origin of the canvas. */
export const workflowNode = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown> = {},
): WorkflowNode => ({
	id: name.toLowerCase().replaceAll(' ', '-'),
	name,
	type,
	typeVersion,
	position: [0, 0],
	parameters,
});

/** Whether a node is ours: the node itself, its variant for agents, or the trigger. */
export const isOurs = ({ type }: WorkflowNode): boolean => [NODE_TYPE, `${NODE_TYPE}Tool`, TRIGGER_TYPE].includes(type);

/** The workflow with the credential in each of our nodes, and without the fields that n8n rejects. */
export function withCredential(workflow: WorkflowFile, { id, name }: CredentialRef): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		isOurs(node) ? { ...node, credentials: { [CREDENTIAL_TYPE]: { id, name } } } : node,
	);
	return {
		name: workflow.name,
		nodes,
		connections: workflow.connections,
		settings: workflow.settings ?? { executionOrder: 'v1' },
	};
}
