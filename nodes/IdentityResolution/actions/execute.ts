import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import type { Sign } from '../api/signature';
import type { Stop } from '../run/outcome';
import type { Environment } from '../run/environment';
import { callerOf, onErrorOf } from './parameters/hostContext';
import { executeAccount } from './executeAccount';
import { executeLookups } from './executeLookups';
import type { Operation } from './operation';

/** What the node gets from outside: the host, and a way to connect once the settings are known. */
export interface Job {
	host: IExecuteFunctions;
	node: INode;
	items: INodeExecutionData[];
	caller: 'workflow' | 'agent';
	onError: 'stop' | 'continue' | 'error_output';
	/** @param timeout ms per request */
	connect(timeout: number): Promise<Connection>;
}

/** The way to the service, or why there is none. */
export type Connection = { is: 'ready'; env: Environment; sign: Sign } | { is: 'refused'; stop: Stop };

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
