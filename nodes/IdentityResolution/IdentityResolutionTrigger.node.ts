import './hostCheck';
import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { PRODUCT } from './actions/panel/product';
import { TRIGGER_PROPERTIES } from './actions/trigger/events';
import { poll } from './actions/trigger/poll';
import { connect } from './client/client';

export class IdentityResolutionTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Identity Resolution Trigger',
		name: 'identityResolutionTrigger',
		icon: { light: 'file:identityResolution.svg', dark: 'file:identityResolution.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["event"] }}',
		// n8n shows it for both nodes of the package.
		description: `${PRODUCT}, and watch the token balance and Fair Use windows of your account`,
		builderHint: {
			searchHint:
				'Watches only the balance and Fair Use windows of the account. It does not return people. To enrich ' +
				'new rows, use the trigger of their sheet or CRM, and Identity Resolution after it.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-identity-resolution.identityResolution',
					relationHint: 'Looks people up; this trigger can restart its deferred rows',
				},
			],
		},
		defaults: { name: 'Identity Resolution Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'identityResolutionApi', required: true }],
		properties: TRIGGER_PROPERTIES,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(
			this,
			async () => await connect(this, { timeout: () => 10_000 }),
			Date.now,
		);
	}
}
