import { linkedinToBusinessProfile as tool } from '../../api/tools/profile/linkedinToBusinessProfile';
import { routeForCell } from '../parameters/lookupRoute';
import { singleTool } from '../rows/content';
import { BY_LINKEDIN, INCLUDE_MOBILE_PHONE, LINKEDIN_URL } from '../panel/identifierFields';
import type { LookupOperation } from '../operation';

export const findByLinkedin: LookupOperation = {
	kind: 'lookup',
	resource: 'businessProfile',
	operation: 'findByLinkedin',
	name: 'Find by LinkedIn URL',
	action: 'Find business profile by LinkedIn URL',
	description:
		"Find a person's job, company, emails and phone by LinkedIn URL. A hit is charged, a phone extra, a miss is free.",
	builderHint:
		'For a whole profile with job and company. For work emails choose resource workEmail, operation ' +
		'findByLinkedin',
	...singleTool(tool),
	fields: [LINKEDIN_URL, INCLUDE_MOBILE_PHONE],
	identifiers: [BY_LINKEDIN],
	createRouter: routeForCell(tool, BY_LINKEDIN),
};
