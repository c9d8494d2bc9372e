import { WorkflowExecute } from 'n8n-core';
import { Workflow, type IExecuteFunctions, type INode, type INodeExecutionData, type INodeType } from 'n8n-workflow';
import { additionalData } from '../../dev/n8n/engine/additionalData';
import { sink, startWith } from '../../dev/n8n/engine/nodeTypes';
import { NODE_TYPE, packedTypes } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';

const start = sandboxes();

/** Passes `size` rows at a time to its second output until none is left, as the node Loop Over Items does. */
function loopOver(items: INodeExecutionData[], size: number): INodeType {
	const left = [...items];
	return {
		description: { ...sink.description, outputs: ['main', 'main'] },
		async execute(this: IExecuteFunctions) {
			const next = left.splice(0, size);
			return await Promise.resolve(next.length === 0 ? [[{ json: {} }], []] : [[], next]);
		},
	};
}

/** Runs rows through the node in a loop, and returns the hints of each run of the node. */
async function hintsInLoop(rows: INodeExecutionData[], size: number): Promise<string[][]> {
	const sandbox = await start();
	const types = (await packedTypes()).with({
		'n8n-nodes-base.manualTrigger': startWith([{ json: {} }]),
		'n8n-nodes-base.splitInBatches': loopOver(rows, size),
		'n8n-nodes-base.noOp': sink,
	});
	const node = (name: string, type: string, more: Partial<INode> = {}): INode => ({
		...{ id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {} },
		...more,
	});
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	const workflow = new Workflow({
		id: 'workflow',
		active: false,
		nodeTypes: types,
		settings: { executionOrder: 'v1' },
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger'),
			node('Loop', 'n8n-nodes-base.splitInBatches'),
			node('Node', NODE_TYPE, {
				parameters: { resource: 'personalEmail', operation: 'findBest', linkedinUrl: '={{ $json.who }}' },
				credentials: { identityResolutionApi: { id: 'key', name: 'key' } },
			}),
			node('Done', 'n8n-nodes-base.noOp'),
		],
		connections: {
			Start: { main: [to('Loop')] },
			Loop: { main: [to('Done'), to('Node')] },
			Node: { main: [to('Loop')] },
		},
	});
	const credentials = { identityResolutionApi: { baseUrl: sandbox.url, apiKey: sandbox.key } };
	const execution = new WorkflowExecute(additionalData(credentials, types, 'manual'), 'manual');
	const { data } = await execution.run({ workflow, startNode: workflow.getNode('Start') ?? undefined });
	expect(data.resultData.error).toBeUndefined();
	return data.resultData.runData.Node.map(({ hints = [] }) => hints.map(({ message }) => message));
}

const LOOP = 'The node ran once per row. Remove Loop Over Items: the node batches and deduplicates rows by itself.';

const people = ['ada', 'bob', 'cyd', 'dee'].map((name) => ({ json: { who: `in/${name}-example` } }));
const deferred = people.map(({ json }) => ({ json: { ...json, enriched_status: 'deferred' } }));

it.each([
	['reported from the third run with a single row', people, 1, [false, false, true, true]],
	['not reported if runs have several rows', [...people, ...people], 2, [false, false, false, false]],
	['not reported for deferred rows that are run again', deferred, 1, [false, false, false, false]],
])('a loop around the node is %s', async (_what, rows, size, isWarned) => {
	const runs = await hintsInLoop(rows, size);
	expect(runs.map((hints) => hints.includes(LOOP))).toEqual(isWarned);
});
