import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { Connections, WorkflowFile, WorkflowNode } from '../../../dev/n8n/instance/rest';

/** What a node of a third party was given for one item. */
export interface Call {
	node: string;
	/** The item. */
	item: Record<string, unknown>;
	/** The parameters that are expressions, as n8n evaluated them for this item. */
	parameters: Record<string, unknown>;
}

/** What a node of a third party puts out for an item: an object is one item, an array several. */
export type Answers = Record<string, (call: Call) => unknown>;

/** A server on 127.0.0.1 in the place of third parties, that remembers what it was asked. */
export interface StandIns {
	url: string;
	calls: Call[];
	close(): Promise<void>;
}

/** Starts it. @param answers by the name of the node that asks */
export async function startStandIns(answers: Answers): Promise<StandIns> {
	const calls: Call[] = [];
	const app = Fastify({ forceCloseConnections: true });
	app.post<{ Params: { node: string }; Body: Record<string, unknown> }>('/:node', (request, reply) => {
		const { item, ...parameters } = request.body;
		const call = { node: request.params.node, item: JSON.parse(String(item)) as Call['item'], parameters };
		calls.push(call);
		return reply.send(answers[call.node](call));
	});
	await app.listen({ host: '127.0.0.1', port: 0 });
	const { port } = app.server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}`, calls, close: async () => await app.close() };
}

/** The trigger that starts a workflow where its own trigger is a third party's. */
export const START = 'Stand-In Start';

const TRIGGERS = ['n8n-nodes-base.googleSheetsTrigger', 'n8n-nodes-base.hubspotTrigger'];
const THIRD_PARTIES = [...TRIGGERS, 'n8n-nodes-base.googleSheets', 'n8n-nodes-base.hubspot', 'n8n-nodes-base.slack'];

/** The workflow with each node of a third party turned into a request to the stand-ins; names, places and connections stay. */
export function withStandIns(workflow: WorkflowFile, { url }: StandIns): WorkflowFile {
	const nodes = workflow.nodes.map((node) => (THIRD_PARTIES.includes(node.type) ? standInFor(node, url) : node));
	const triggers = workflow.nodes.filter(({ type }) => TRIGGERS.includes(type));
	if (triggers.length === 0) return { ...workflow, nodes };
	const connections: Connections = {
		...workflow.connections,
		[START]: { main: [triggers.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] },
	};
	return { ...workflow, nodes: [...nodes, start], connections };
}

const start: WorkflowNode = {
	id: 'stand-in-start',
	name: START,
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [-220, 0],
	parameters: {},
};

const standInFor = ({ id, name, position, parameters }: WorkflowNode, url: string): WorkflowNode => ({
	id,
	name,
	position,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url: `${url}/${encodeURIComponent(name)}`,
		sendBody: true,
		specifyBody: 'keypair',
		bodyParameters: {
			parameters: [
				{ name: 'item', value: '={{ JSON.stringify($json) }}' },
				...expressionsIn(parameters).map(([path, value]) => ({ name: path, value })),
			],
		},
		options: {},
	},
});

/** Every expression in the parameters, with its path. */
function expressionsIn(value: unknown, path = ''): Array<[string, string]> {
	if (typeof value === 'string') return value.startsWith('=') ? [[path, value]] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, one]) => expressionsIn(one, path === '' ? name : `${path}.${name}`));
}
