import { WorkflowExecute } from 'n8n-core';
import { Workflow, type IExecuteFunctions, type INodeExecutionData, type INodeType } from 'n8n-workflow';
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
	const place = { typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
	const workflow = new Workflow({
		id: 'workflow',
		active: false,
		nodeTypes: types,
		settings: { executionOrder: 'v1' },
		nodes: [
			{ ...place, id: '1', name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			{ ...place, id: '2', name: 'Loop', type: 'n8n-nodes-base.splitInBatches' },
			{
				...place,
				id: '3',
				name: 'Node',
				type: NODE_TYPE,
				parameters: { resource: 'personalEmail', operation: 'findBest', linkedinUrl: '={{ $json.who }}' },
				credentials: { identityResolutionApi: { id: 'key', name: 'key' } },
			},
			{ ...place, id: '4', name: 'Done', type: 'n8n-nodes-base.noOp' },
		],
		connections: {
			Start: { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
			Loop: { main: [[{ node: 'Done', type: 'main', index: 0 }], [{ node: 'Node', type: 'main', index: 0 }]] },
			Node: { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
		},
	});
	const credentials = { identityResolutionApi: { baseUrl: sandbox.url, apiKey: sandbox.key } };
	const execution = new WorkflowExecute(additionalData(credentials, types, 'manual'), 'manual');
	const { data } = await execution.run({ workflow, startNode: workflow.getNode('Start') ?? undefined });
	expect(data.resultData.error).toBeUndefined();
	return data.resultData.runData.Node.map(({ hints = [] }) => hints.map(({ message }) => message));
}

const LOOP =
	'The node ran once per row. ' + 'Remove Loop Over Items: the node batches and deduplicates rows by itself.';

const people = ['ada', 'bob', 'cyd', 'dee'].map((name) => ({ json: { who: `in/${name}-example` } }));
const isWarned = (runs: string[][]) => runs.map((hints) => hints.includes(LOOP));

describe('a loop around the node', () => {
	it('is reported from the third run with a single row', async () => {
		expect(isWarned(await hintsInLoop(people, 1))).toEqual([false, false, true, true]);
	});

	it('is not reported if runs have several rows', async () => {
		expect(isWarned(await hintsInLoop([...people, ...people], 2))).toEqual([false, false, false, false]);
	});

	it('is not reported for deferred rows that are run again', async () => {
		const deferred = people.map(({ json }) => ({ json: { ...json, enriched_status: 'deferred' } }));
		expect(isWarned(await hintsInLoop(deferred, 1))).toEqual([false, false, false, false]);
	});
});
