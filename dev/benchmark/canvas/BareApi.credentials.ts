import type { IAuthenticateGeneric, ICredentialType, INodeProperties } from 'n8n-workflow';

/** The credential that a node usually has: a template, which n8n fills in anew for every request. */
export class BareApi implements ICredentialType {
	name = 'benchBareApi';

	displayName = 'Benchmark Bare API';

	properties: INodeProperties[] = [
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{ displayName: 'API Key', name: 'apiKey', type: 'string', typeOptions: { password: true }, default: '' },
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}', 'User-Agent': 'bare-node' } },
	};
}
