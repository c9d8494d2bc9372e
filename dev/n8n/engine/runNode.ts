import './environment';
import { WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type ExecutionError,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeExecutionData,
	type IRun,
	type NodeExecutionHint,
} from 'n8n-workflow';
import { additionalData } from './additionalData';
import { emitting, sink, startWith, type NodeTypes } from './nodeTypes';

/** A node to run between a trigger and one sink per output. */
export interface NodeToRun {
	types: NodeTypes;
	/** The full type name, the parameters and any other settings that a node has on the canvas. */
	node: Partial<INode> & Pick<INode, 'type' | 'parameters'>;
	items: INodeExecutionData[];
	/** The items of further inputs by their index; nothing is connected to the others. */
	laterInputs?: Readonly<Record<number, INodeExecutionData[]>>;
	credentials: Record<string, ICredentialDataDecryptedObject>;
	outputs: number;
	/** Called when the run has started, with a function that stops it as the Stop button does. */
	onStart?(stop: () => void): void;
}

export interface NodeRun {
	run: IRun;
	status: IRun['status'];
	error: ExecutionError | undefined;
	outputs: INodeExecutionData[][];
	arrived: INodeExecutionData[][];
	hints: NodeExecutionHint[];
}

const NODE = 'Node';
/** The node that feeds an input. */
const inputName = (index: number | string) => `Input ${index}`;

export async function runNode(job: NodeToRun): Promise<NodeRun> {
	const later = Object.entries(job.laterInputs ?? {});
	const types = job.types.with({
		// n8n stops after a node that returns no items, but runs a node if another of its inputs has items.
		'n8n-nodes-base.manualTrigger': startWith(later.length === 0 ? job.items : [{ json: {} }]),
		[inputName(0)]: emitting(job.items),
		...Object.fromEntries(later.map(([index, items]) => [inputName(index), emitting(items)])),
		'n8n-nodes-base.noOp': sink,
	});
	const workflow = workflowOf(job, types);
	const execution = new WorkflowExecute(additionalData(job.credentials, types, 'manual'), 'manual');
	const running = execution.run({ workflow, startNode: workflow.getNode('Start') ?? undefined });
	job.onStart?.(() => running.cancel());
	const run = await running;
	const { runData, error } = run.data.resultData;
	const mainOf = (name: string) => runData[name]?.[0]?.data?.main ?? [];
	return {
		run,
		status: run.status,
		error,
		outputs: mainOf(NODE).map((output) => output ?? []),
		arrived: sinkNames(job.outputs).map((name) => mainOf(name)[0] ?? []),
		hints: runData[NODE]?.[0]?.hints ?? [],
	};
}

const sinkNames = (outputs: number) => Array.from({ length: outputs }, (_, output) => `Output ${output}`);

function workflowOf({ node, credentials, outputs, laterInputs = {} }: NodeToRun, types: NodeTypes): Workflow {
	const place = { typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
	const sinks = sinkNames(outputs);
	const later = Object.keys(laterInputs).map(Number);
	const wired = later.length === 0 ? [] : [0, ...later];
	const inputs = wired.map(inputName);
	return new Workflow({
		id: 'workflow',
		name: 'workflow',
		active: false,
		nodeTypes: types,
		settings: { executionOrder: 'v1' },
		nodes: [
			{ ...place, id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			{
				...place,
				id: 'node',
				name: NODE,
				credentials: Object.fromEntries(Object.keys(credentials).map((name) => [name, { id: name, name }])),
				...node,
			},
			...inputs.map((name) => ({ ...place, id: name, name, type: name })),
			...sinks.map((name) => ({ ...place, id: name, name, type: 'n8n-nodes-base.noOp' })),
		],
		connections: {
			Start: {
				main: [(inputs.length === 0 ? [NODE] : inputs).map((name) => ({ node: name, type: 'main', index: 0 }))],
			},
			...Object.fromEntries(
				wired.map((index) => [inputName(index), { main: [[{ node: NODE, type: 'main', index }]] }]),
			),
			[NODE]: { main: sinks.map((name) => [{ node: name, type: 'main', index: 0 }]) },
		},
	});
}
