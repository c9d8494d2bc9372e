import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
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
		description:
			'Starts the workflow when the balance or a Fair Use window runs low, a window opens, ' +
			'the account changes or a day of usage ends',
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
