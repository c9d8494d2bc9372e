import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { callerOf, onErrorOf } from './read/hostContext';
import { executeAccount } from './executeAccount';
import { executeLookups } from './executeLookups';
import type { Job } from './read/job';
import type { Operation } from './spec/operation';

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
