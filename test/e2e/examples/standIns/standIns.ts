import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { type WorkflowFile, type WorkflowNode, workflowNode } from '../../../dev/n8n/instance/workflow';

/** What a node of a third party received for one item. */
export interface Call {
	node: string;
	item: Record<string, unknown>;
	/** The parameters that are expressions, evaluated by n8n for this item. */
	parameters: Record<string, unknown>;
}

/** What each node of a third party returns for an item, by its name: one item, or an array of items. */
export type Answers = Record<string, (call: Call) => unknown>;

/** A server on 127.0.0.1 that replaces third parties. */
export interface StandIns {
	/** All calls so far. */
	calls: Call[];
	/** Turns each node of a third party into a request to this server; names, positions and connections stay. */
	replaceIn(this: void, workflow: WorkflowFile): WorkflowFile;
}

/** The manual trigger that replaces a third party's trigger. */
export const START = 'Stand-In Start';

const TRIGGERS = ['n8n-nodes-base.googleSheetsTrigger', 'n8n-nodes-base.hubspotTrigger'];
const THIRD_PARTIES = [...TRIGGERS, 'n8n-nodes-base.googleSheets', 'n8n-nodes-base.hubspot', 'n8n-nodes-base.slack'];

/** Starts the server before the tests of a file or block and stops it after them. */
export function useStandIns(answers: Answers): StandIns {
	const calls: Call[] = [];
	const app = Fastify({ forceCloseConnections: true });
	app.post<{ Params: { node: string }; Body: Record<string, unknown> }>('/:node', (request, reply) => {
		const { item, ...parameters } = request.body;
		const call = { node: request.params.node, item: JSON.parse(String(item)) as Call['item'], parameters };
		calls.push(call);
		return reply.send(answers[call.node](call));
	});
	beforeAll(async () => void (await app.listen({ host: '127.0.0.1', port: 0 })));
	afterAll(async () => await app.close());
	const url = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
	return { calls, replaceIn: (workflow) => withRequestsTo(url(), workflow) };
}

function withRequestsTo(url: string, workflow: WorkflowFile): WorkflowFile {
	const nodes = workflow.nodes.map((node) => (THIRD_PARTIES.includes(node.type) ? requestFor(node, url) : node));
	const triggers = workflow.nodes.filter(({ type }) => TRIGGERS.includes(type));
	if (triggers.length === 0) return { ...workflow, nodes };
	const start = workflowNode(START, 'n8n-nodes-base.manualTrigger', 1);
	const targets = triggers.map(({ name }) => ({ node: name, type: 'main', index: 0 }));
	return {
		...workflow,
		nodes: [...nodes, start],
		connections: { ...workflow.connections, [START]: { main: [targets] } },
	};
}

const requestFor = ({ id, name, position, parameters }: WorkflowNode, url: string): WorkflowNode => ({
	...workflowNode(name, 'n8n-nodes-base.httpRequest', 4.2, {
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
	}),
	id,
	position,
});

/** Every expression in the parameters, with its path. */
function expressionsIn(value: unknown, path = ''): Array<[string, string]> {
	if (typeof value === 'string') return value.startsWith('=') ? [[path, value]] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, one]) => expressionsIn(one, path === '' ? name : `${path}.${name}`));
}
