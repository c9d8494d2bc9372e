import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { TRIGGER_HINT } from './actions/panel/builderHints';
import { TRIGGER_PROPERTIES, TRIGGER_SUBTITLE } from './actions/trigger/events/triggerProperties';
import { poll } from './actions/trigger/poll';
import { createEnvironment } from './createEnvironment';

export class IdentityResolutionTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Identity Resolution Trigger',
		name: 'identityResolutionTrigger',
		icon: { light: 'file:identityResolution.svg', dark: 'file:identityResolution.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: TRIGGER_SUBTITLE,
		// The node creator shows it for both nodes, so it begins with what the action node does.
		description:
			'Find people, emails, phones and companies by LinkedIn URL, email or hashed email, ' +
			'or start a workflow when the balance or a Fair Use window runs low',
		builderHint: TRIGGER_HINT,
		defaults: { name: 'Identity Resolution Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'identityResolutionApi', required: true }],
		properties: TRIGGER_PROPERTIES,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this, async (timeout) => await createEnvironment(this, timeout));
	}
}
