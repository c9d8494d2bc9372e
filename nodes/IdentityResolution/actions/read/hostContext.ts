import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { field } from '../../api/json';

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
