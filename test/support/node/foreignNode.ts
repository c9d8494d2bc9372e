import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INodeType,
	type IRequestOptions,
} from 'n8n-workflow';
import { runNode, type NodeRun } from '../../../dev/n8n/engine/runNode';
import { packedTypes } from './nodeRun';

const CREDENTIAL = 'identityResolutionApi';
const TYPE = 'another-package.foreign';

/** A request with one of the two HTTP helpers of n8n. */
export type Sending = { by: 'httpRequest'; request: IHttpRequestOptions } | { by: 'request'; request: IRequestOptions };

/** A foreign node that uses the credential, as the HTTP Request node of n8n can. */
const foreignNode = (sending: Sending): INodeType => ({
	description: {
		displayName: 'Foreign',
		name: 'foreign',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Foreign' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		const answer: unknown =
			sending.by === 'httpRequest'
				? await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL, sending.request)
				: await this.helpers.requestWithAuthentication.call(this, CREDENTIAL, sending.request);
		return [[{ json: { answer: String(answer) } }]];
	},
});

/** Sends one request from a foreign node with the credential. */
export const sendFromForeignNode = async (
	credential: { baseUrl: string; apiKey: string },
	sending: Sending,
): Promise<NodeRun> =>
	await runNode({
		types: (await packedTypes()).with({ [TYPE]: foreignNode(sending) }),
		node: { type: TYPE, parameters: {} },
		items: [{ json: {} }],
		credentials: { [CREDENTIAL]: credential },
		outputs: 1,
	});
