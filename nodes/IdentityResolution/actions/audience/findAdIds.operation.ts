import { z } from 'zod/v4';
import { columnsFrom, textsFor } from '../../api/person/results';
import type { Tool } from '../../api/tool';
import { byIdentifier } from '../spec/operation';
import { BY_EMAIL } from '../spec/identifierFields';

/** Its results are a list. The public reference does not show the entries. */
export const emailToMaid: Tool = {
	name: 'email_to_maid',
	family: 'enrich',
	requestFields: { email: 'email' },
	listResult: true,
	reportsCharges: 'unknown',
	result: z.array(z.unknown()),
	columns: columnsFrom(
		{ ids: textsFor('mobile_ad_ids') },
		{ entry: (results) => (Array.isArray(results) ? { ids: results } : results) },
	),
};

export const findAdIds = byIdentifier(BY_EMAIL, emailToMaid, {
	resource: 'audience',
	operation: 'findAdIds',
	name: 'Find Mobile Ad IDs',
	action: 'Find mobile ad IDs by email',
	description: 'Find the mobile advertising IDs of a person by email address. A hit is charged, a miss is free.',
	builderHint: 'For audiences of mobile ads',
});
