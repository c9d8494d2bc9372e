import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { executeAccount } from './executeAccount';
import { executeLookups } from './executeLookups';
import type { Job } from './read/job';
import type { Operation } from './spec/operation';
import { field } from '../api/json';

/** Whether an AI agent uses the node as its tool. n8n runs it as an ordinary node and only rewires its output. */
export function callerOf(host: IExecuteFunctions, node: INode): 'workflow' | 'agent' {
	// Older hosts lack the method.
	const asTool = typeof host.isToolExecution === 'function' && host.isToolExecution();
	return asTool || field(node, 'rewireOutputLogTo') === 'ai_tool' ? 'agent' : 'workflow';
}

export function onErrorOf(host: IExecuteFunctions, node: INode): 'stop' | 'continue' | 'error_output' {
	if (node.onError === 'continueErrorOutput') return 'error_output';
	return host.continueOnFail() ? 'continue' : 'stop';
}

/** Runs one operation over all items. */
export async function execute(
	host: IExecuteFunctions,
	operation: Operation,
	connect: Job['connect'],
): Promise<INodeExecutionData[][]> {
	const node = host.getNode();
	const job: Job = {
		host,
		node,
		items: host.getInputData(),
		caller: callerOf(host, node),
		onError: onErrorOf(host, node),
		connect,
	};
	return operation.kind === 'account' ? await executeAccount(job, operation) : await executeLookups(job, operation);
}
