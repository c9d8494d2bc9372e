import { emailToMaid as tool } from '../../api/tools/audience/emailToMaid';
import { routeForCell } from '../parameters/lookupRoute';
import { singleTool } from '../rows/content';
import { BY_EMAIL, EMAIL } from '../panel/identifierFields';
import type { LookupOperation } from '../operation';

export const findAdIds: LookupOperation = {
	kind: 'lookup',
	resource: 'audience',
	operation: 'findAdIds',
	name: 'Find Mobile Ad IDs',
	action: 'Find mobile ad IDs by email',
	description: 'Find the mobile advertising IDs of a person by email address. A hit is charged, a miss is free.',
	builderHint: 'For audiences of mobile ads',
	...singleTool(tool),
	fields: [EMAIL],
	identifiers: [BY_EMAIL],
	createRouter: routeForCell(tool, BY_EMAIL),
};
