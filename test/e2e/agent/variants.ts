import { isOurs } from '../../../dev/n8n/instance/fill';
import type { Connections, WorkflowFile, WorkflowNode } from '../../../dev/n8n/instance/rest';

/** The workflow with other parameters in one of its nodes, under another name. */
export const withParameters = (
	workflow: WorkflowFile,
	node: string,
	parameters: Record<string, unknown>,
): WorkflowFile => ({
	...workflow,
	name: `${workflow.name}, other ${node}`,
	nodes: workflow.nodes.map((one) =>
		one.name === node ? { ...one, parameters: { ...one.parameters, ...parameters } } : one,
	),
});

/** The workflow with other tools of ours in place of its own: their parameters by name. */
export function withTools(
	workflow: WorkflowFile,
	tools: Readonly<Record<string, Record<string, unknown>>>,
): WorkflowFile {
	const [first, ...others] = workflow.nodes.filter(isOurs);
	const replaced = new Set([first, ...others].map(({ name }) => name));
	const kept = Object.entries(workflow.connections).filter(([source]) => !replaced.has(source));
	const added = Object.keys(tools).map((name): [string, Connections[string]] => [
		name,
		workflow.connections[first.name],
	]);
	return {
		...workflow,
		name: `${workflow.name}, other tools`,
		nodes: [
			...workflow.nodes.filter((node) => !isOurs(node)),
			...Object.entries(tools).map(([name, parameters]) => ({ ...first, id: name, name, parameters })),
		],
		connections: Object.fromEntries([...kept, ...added]),
	};
}

/** The workflow with another version of its agent. */
export const withAgent = (workflow: WorkflowFile, typeVersion: number): WorkflowFile => ({
	...workflow,
	name: `${workflow.name}, agent ${typeVersion}`,
	nodes: workflow.nodes.map((one) => (one.name === 'AI Agent' ? { ...one, typeVersion } : one)),
});

/** The workflow with our tools at a second agent, Finder, which is the only tool of the first. */
export function withFinder(workflow: WorkflowFile): WorkflowFile {
	const ours = new Set(workflow.nodes.filter(isOurs).map(({ name }) => name));
	const finder: WorkflowNode = {
		id: 'finder',
		name: 'Finder',
		type: '@n8n/n8n-nodes-langchain.agentTool',
		typeVersion: 3,
		position: [400, 480],
		parameters: { toolDescription: 'Finds people', text: leftToModel('Task') },
	};
	const lead = (kind: string, ...nodes: string[]) => ({
		[kind]: [nodes.map((node) => ({ node, type: kind, index: 0 }))],
	});
	const moved = Object.entries(workflow.connections).map(([source, targets]): [string, Connections[string]] => [
		source,
		ours.has(source) ? lead('ai_tool', 'Finder') : targets,
	]);
	return {
		...workflow,
		name: `${workflow.name}, two agents`,
		nodes: [...workflow.nodes, finder],
		connections: {
			...Object.fromEntries(moved),
			'OpenAI Chat Model': lead('ai_languageModel', 'AI Agent', 'Finder'),
			Finder: lead('ai_tool', 'AI Agent'),
		},
	};
}

/** What n8n's editor writes into a parameter that the user leaves to the model: a name, made of the field's, and no description. */
export const leftToModel = (name: string, type: 'string' | 'boolean' | 'json' = 'string') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`\`, '${type}') }}`;
