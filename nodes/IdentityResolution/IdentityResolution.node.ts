import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { execute, type Connection } from './actions/execute';
import { findOperation } from './actions/operations';
import { OUTPUTS, PROPERTIES, SUBTITLE } from './actions/properties';
import { connect } from './client/client';
import { hostClock } from './client/clock';
import type { Tally } from './run/tally';

export class IdentityResolution implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Identity Resolution',
		name: 'identityResolution',
		icon: { light: 'file:identityResolution.svg', dark: 'file:identityResolution.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: SUBTITLE,
		description: 'Turn LinkedIn URLs, e-mails and hashed e-mails into people, e-mails, phones and companies',
		defaults: { name: 'Identity Resolution' },
		inputs: [NodeConnectionTypes.Main],
		outputs: OUTPUTS,
		usableAsTool: true,
		credentials: [{ name: 'identityResolutionApi', required: true }],
		properties: PROPERTIES,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const operation = findOperation(this.getNodeParameter('resource', 0), this.getNodeParameter('operation', 0));
		return await execute(this, operation, async (timeout) => await surround(this, timeout));
	}
}

/** Everything that the engine gets from n8n: sending, time, chance, cancellation, and where to tell of progress. */
async function surround(host: IExecuteFunctions, timeout: number): Promise<Connection> {
	const client = await connect(host, timeout);
	if (client.is === 'refused') {
		const { reason, refusal } = client;
		return { is: 'refused', stop: { reason, retryAt: null, refusal, tool: null } };
	}
	const surroundings = {
		send: client.send,
		clock: hostClock,
		random: Math.random,
		signal: host.getExecutionCancelSignal() ?? new AbortController().signal,
		progress: ({ lookups, requests, answered, tokens, tokensAre }: Readonly<Tally>) =>
			host.logger.debug('Identity Resolution', { lookups, requests, answered, tokens, tokensAre }),
	};
	return { is: 'ready', surroundings };
}
