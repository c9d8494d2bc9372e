import { NodeHelpers, type INodeParameters, type INodeProperties, type INodeTypeDescription } from 'n8n-workflow';
import { PROPERTIES } from '../../../nodes/IdentityResolution/actions/panel/properties';

/** What the panel of a node shows with such parameters, and the values that it shows, as n8n decides it. */
export const panelOf = (description: INodeTypeDescription, parameters: INodeParameters): INodeParameters =>
	NodeHelpers.getNodeParameters(description.properties, parameters, true, false, null, description) ?? {};

/** The parameters under *Options*. */
export const OPTIONS = PROPERTIES.find(({ name }) => name === 'options')?.options as INodeProperties[];
