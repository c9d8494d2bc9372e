import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import type { Connection } from '../../service/environment';

/**
 * One execution of the node: its host, its items, and how to connect once the settings are known.
 */
export interface Job {
	host: IExecuteFunctions;
	node: INode;
	items: INodeExecutionData[];
	caller: 'workflow' | 'agent';
	onError: 'stop' | 'continue' | 'error_output';
	connect(): Promise<Connection>;
}
