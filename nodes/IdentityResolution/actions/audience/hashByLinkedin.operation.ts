import { linkedinToSha256 as tool } from '../../api/tools/audience/linkedinToSha256';
import { routeForCell } from '../parameters/lookupRoute';
import { singleTool } from '../rows/content';
import { BY_LINKEDIN, LINKEDIN_URL } from '../panel/identifierFields';
import type { LookupOperation } from '../operation';

export const hashByLinkedin: LookupOperation = {
	kind: 'lookup',
	resource: 'audience',
	operation: 'hashByLinkedin',
	name: 'Find Hashes by LinkedIn URL',
	action: 'Find email hashes by LinkedIn URL',
	description:
		"Find the SHA-256 and MD5 of a person's emails by LinkedIn URL, for ads. A hit is charged, a miss is free.",
	builderHint: 'Hashes for ad platforms, not addresses to write to',
	...singleTool(tool),
	fields: [LINKEDIN_URL],
	identifiers: [BY_LINKEDIN],
	createRouter: routeForCell(tool, BY_LINKEDIN),
};
