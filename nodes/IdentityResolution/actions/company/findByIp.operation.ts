import { ipToCompany as tool } from '../../api/tools/search/ipToCompany';
import { routeForCell } from '../parameters/lookupRoute';
import { singleTool } from '../rows/content';
import { BY_IP, IP_ADDRESS } from '../panel/identifierFields';
import type { LookupOperation } from '../operation';

export const findCompanyByIp: LookupOperation = {
	kind: 'lookup',
	resource: 'company',
	operation: 'findByIp',
	name: 'Find by IP Address',
	action: 'Find company by IP address',
	description: "Find the company of a website's visitor by IP address. A hit is charged, a miss is free.",
	builderHint: 'For visitors of a website. Private addresses are not sent',
	...singleTool(tool),
	fields: [IP_ADDRESS],
	identifiers: [BY_IP],
	createRouter: routeForCell(tool, BY_IP),
};
