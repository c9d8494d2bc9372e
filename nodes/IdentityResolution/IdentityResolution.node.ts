import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { NODE_HINT } from './actions/spec/builderHints';
import { INPUTS, OUTPUTS } from './actions/panel/nodeDisplay';
import { execute } from './actions/execute';
import { findOperation } from './actions/panel/operations';
import { PROPERTIES } from './actions/panel/properties';
import { createEnvironment } from './createEnvironment';

export class IdentityResolution implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Identity Resolution',
		name: 'identityResolution',
		icon: { light: 'file:identityResolution.svg', dark: 'file:identityResolution.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Turn LinkedIn URLs, emails and hashed emails into people, emails, phones and companies',
		builderHint: NODE_HINT,
		defaults: { name: 'Identity Resolution' },
		inputs: INPUTS,
		outputs: OUTPUTS,
		usableAsTool: true,
		credentials: [{ name: 'identityResolutionApi', required: true }],
		properties: PROPERTIES,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const operation = findOperation(this.getNodeParameter('resource', 0), this.getNodeParameter('operation', 0));
		return await execute(
			this,
			operation,
			async () => await createEnvironment(this, { signal: this.getExecutionCancelSignal() }),
		);
	}
}
