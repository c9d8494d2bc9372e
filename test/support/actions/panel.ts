import { NodeHelpers, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';

/** What the panel of a node shows with such parameters, and the values that it shows, as n8n decides it. */
export const panelOf = (description: INodeTypeDescription, parameters: INodeParameters): INodeParameters =>
	NodeHelpers.getNodeParameters(description.properties, parameters, true, false, null, description) ?? {};
