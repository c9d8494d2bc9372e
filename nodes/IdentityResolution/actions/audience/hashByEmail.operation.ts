import { businessEmailToSha256 as tool } from '../../api/tools/audience/businessEmailToSha256';
import { routeForCell } from '../parameters/lookupRoute';
import { singleTool } from '../rows/content';
import { BY_EMAIL, EMAIL } from '../panel/identifierFields';
import type { LookupOperation } from '../operation';

export const hashByEmail: LookupOperation = {
	kind: 'lookup',
	resource: 'audience',
	operation: 'hashByEmail',
	name: 'Find Hashes by Work Email',
	action: 'Find personal email hashes by work email',
	description:
		"Find the SHA-256 of a person's personal emails by work email, for ads. A hit is charged, a miss is free.",
	builderHint: 'Hashes for ad platforms, not addresses to write to',
	...singleTool(tool),
	fields: [EMAIL],
	identifiers: [BY_EMAIL],
	createRouter: routeForCell(tool, BY_EMAIL),
};
