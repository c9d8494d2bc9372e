import { searchBusinessEmailByName as tool } from '../../api/tools/email/searchBusinessEmailByName';
import { routeForName } from '../parameters/nameRoute';
import { singleTool } from '../rows/content';
import { NAME_FIELDS } from '../panel/identifierFields';
import type { LookupOperation } from '../operation';

export const findWorkEmailByName: LookupOperation = {
	kind: 'lookup',
	resource: 'workEmail',
	operation: 'findByName',
	name: 'Find by Name',
	action: 'Find work email by name',
	description: "Find a person's work email by name and company or domain. A hit is charged, a miss is free.",
	builderHint: 'Only if there is no LinkedIn URL, which identifies a person better',
	...singleTool(tool),
	fields: NAME_FIELDS,
	identifiers: [],
	createRouter: routeForName(tool),
};
