import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import type { Sign } from '../../api/resume';
import type { Clock, Environment } from '../../run/environment';
import type { Stop } from '../../run/outcome';

/** One execution of the node: its host, its items, and how to connect once the settings are known. */
export interface Job {
	host: IExecuteFunctions;
	node: INode;
	items: INodeExecutionData[];
	caller: 'workflow' | 'agent';
	onError: 'stop' | 'continue' | 'error_output';
	connect(): Promise<Connection>;
}

/** The environment for requests to the service, or why there is none. */
export type Connection =
	{ is: 'ready'; env: Environment; signer(): Promise<Sign> } | { is: 'refused'; stop: Stop; clock: Clock };
