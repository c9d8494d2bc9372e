import { searchBusinessProfileByName as tool } from '../../api/tools/profile/searchBusinessProfileByName';
import { routeForName } from '../parameters/nameRoute';
import { singleTool } from '../rows/content';
import { NAME_FIELDS } from '../panel/identifierFields';
import type { LookupOperation } from '../operation';

export const findProfileByName: LookupOperation = {
	kind: 'lookup',
	resource: 'businessProfile',
	operation: 'findByName',
	name: 'Find by Name',
	action: 'Find business profile by name',
	description:
		"Find a person's job, LinkedIn URL and company by name and company or domain. A hit is charged, a miss is free.",
	builderHint: 'Only if there is no LinkedIn URL or email, which identify a person better',
	...singleTool(tool),
	fields: NAME_FIELDS,
	identifiers: [],
	createRouter: routeForName(tool),
};
