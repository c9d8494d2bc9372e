import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { PolledNode, type Poll } from '../../../dev/n8n/engine/pollNode';
import { packedTypes } from './nodeRun';

export const TRIGGER_TYPE = 'n8n-nodes-identity-resolution.identityResolutionTrigger';

/** The packed trigger in n8n's poll context. */
export async function triggerOn(
	service: { url: string; key: string },
	parameters: INodeParameters,
	credential: ICredentialDataDecryptedObject = {},
): Promise<PolledNode> {
	return new PolledNode({
		types: await packedTypes(),
		node: { type: TRIGGER_TYPE, parameters },
		credentials: { identityResolutionApi: { baseUrl: service.url, apiKey: service.key, ...credential } },
	});
}

/** The items that a poll handed on. */
export const itemsOf = (poll: Poll): IDataObject[] => (poll.is === 'emitted' ? poll.items.map(({ json }) => json) : []);
