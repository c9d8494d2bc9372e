import type { ICredentialType, INodeType } from 'n8n-workflow';
import { IdentityResolutionApi } from '../../../credentials/IdentityResolutionApi.credentials';
import type { NodePackage } from '../../../dev/n8n/engine/nodeTypes';
import { IdentityResolution } from '../../../nodes/IdentityResolution/IdentityResolution.node';
import { IdentityResolutionTrigger } from '../../../nodes/IdentityResolution/IdentityResolutionTrigger.node';

const NODES: readonly INodeType[] = [new IdentityResolution(), new IdentityResolutionTrigger()];
const CREDENTIAL: ICredentialType = new IdentityResolutionApi();

/** The node from its source, without packing it, so that mutation tests can change it. */
export const sourcePackage: NodePackage = {
	packageName: 'n8n-nodes-identity-resolution',
	getNode(name) {
		const type = NODES.find(({ description }) => description.name === name);
		if (type === undefined) throw new Error(`No node ${name}`);
		return { type };
	},
	getCredential: () => ({ type: CREDENTIAL }),
};
