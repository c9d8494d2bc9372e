import type { WorkflowNode } from './rest';

/** A node as n8n exports it, at no place of its own yet. */
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
