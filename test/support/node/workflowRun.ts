import { WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRun,
	type IRunExecutionData,
} from 'n8n-workflow';
import { additionalData } from '../../../dev/n8n/engine/additionalData';
import { sink, startWith } from '../../../dev/n8n/engine/nodeTypes';
import { credentialFor, NODE_TYPE, packedTypes } from './nodeRun';

interface Service {
	url: string;
	key: string;
}

/** A workflow in which `Start` runs first and `Node` is the node of this project. */
export interface Graph {
	parameters: INodeParameters;
	/** The other nodes by name, from top to bottom, which is the order in which n8n runs branches. */
	nodes: Readonly<Record<string, INodeType>>;
	/** Settings of nodes, such as `disabled` and `onError`. */
	settings?: Readonly<Record<string, Partial<INode>>>;
	/** `loop:1>Node#2`: from the second output of `loop` to the third input of `Node`. Without a number: the first one. */
	wires: string;
}

/**
 * Runs a workflow in n8n's engine. Each further execution goes on where the one before it waited or failed.
 * @param services of the executions; the last one is also that of all further ones
 */
export async function runGraph(
	services: Service | readonly Service[],
	{ parameters, nodes, settings = {}, wires }: Graph,
	executions = 1,
): Promise<IRun> {
	const types = (await packedTypes()).with({
		'n8n-nodes-base.manualTrigger': startWith([{ json: {} }]),
		...nodes,
	});
	const place = { typeVersion: 1, parameters: {} };
	const workflow = new Workflow({
		id: 'workflow',
		active: false,
		nodeTypes: types,
		settings: { executionOrder: 'v1' },
		nodes: [
			{ ...place, id: 'Start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', position: [0, 0] },
			...Object.keys(nodes).map((name, row) => ({
				...{ ...place, id: name, name, type: name, position: [1, row] as [number, number] },
				...settings[name],
			})),
			{
				...{ ...place, id: 'Node', name: 'Node', type: NODE_TYPE, position: [2, 0], parameters },
				credentials: { identityResolutionApi: { id: 'key', name: 'key' } },
				...settings.Node,
			},
		],
		connections: connectionsOf(wires),
	});
	const all = [services].flat();
	const dataOf = (execution: number) => {
		const service = all[Math.min(execution, all.length - 1)];
		return additionalData({ identityResolutionApi: credentialFor(service) }, types, 'manual');
	};
	let run = await new WorkflowExecute(dataOf(0), 'manual').run({
		workflow,
		startNode: workflow.getNode('Start') ?? undefined,
	});
	for (let execution = 1; execution < executions && isUnfinished(run); execution++) {
		// As n8n reads it back from its database.
		const stored = JSON.parse(JSON.stringify(run.data)) as IRunExecutionData;
		delete stored.resultData.error;
		run = await new WorkflowExecute(dataOf(execution), 'manual', stored).processRunExecutionData(workflow);
	}
	return run;
}

const isUnfinished = ({ data, waitTill }: IRun): boolean =>
	data.resultData.error !== undefined || waitTill !== undefined;

function connectionsOf(wires: string) {
	const connections: Record<string, { main: Array<Array<{ node: string; type: 'main'; index: number }>> }> = {};
	for (const [, from, output = '0', to, input = '0'] of wires.matchAll(/(\w+)(?::(\d))?>(\w+)(?:#(\d))?/g)) {
		const { main } = (connections[from] ??= { main: [] });
		while (main.length <= Number(output)) main.push([]);
		main[Number(output)].push({ node: to, type: 'main', index: Number(input) });
	}
	return connections;
}

/** Passes `size` items at a time to its second output until none is left, as the node Loop Over Items does. */
export function loopOver(items: readonly INodeExecutionData[], size: number): INodeType {
	const left = [...items];
	return {
		description: { ...sink.description, outputs: ['main', 'main'] },
		async execute(this: IExecuteFunctions) {
			const next = left.splice(0, size);
			return await Promise.resolve(next.length === 0 ? [[{ json: {} }], []] : [[], next]);
		},
	};
}

/** Waits as long as n8n wants, and passes on its input, as the node Wait does. */
export const waiting = (): INodeType => ({
	description: sink.description,
	async execute(this: IExecuteFunctions) {
		await this.putExecutionToWait(new Date(Date.now() + 100_000));
		return [this.getInputData()];
	},
});

/** Fails the first time, so that a user presses Retry. */
export function failingOnce(): INodeType {
	let times = 0;
	return {
		description: sink.description,
		async execute(this: IExecuteFunctions) {
			times += 1;
			if (times === 1) throw new Error('Failed once');
			return await Promise.resolve([this.getInputData()]);
		},
	};
}

/** Fails every time. With `onError: continueRegularOutput`, n8n passes on its input. */
export const failing: INodeType = {
	description: sink.description,
	execute: async () => await Promise.reject(new Error('Failed')),
};
