import { z } from 'zod/v4';
import { columnsFrom, textsFor } from '../../api/person/results';
import { byEmail, defineTool } from '../spec/operation';

/** Its results are a list. The public reference does not show the entries. */
export const emailToMaid = defineTool({
	name: 'email_to_maid',
	requestFields: { email: 'email' },
	listResult: true,
	result: z.array(z.unknown()),
	columns: columnsFrom(
		{ ids: textsFor('mobile_ad_ids') },
		{ entry: (results) => (Array.isArray(results) ? { ids: results } : results) },
	),
});

export const findAdIds = byEmail(emailToMaid, {
	resource: 'audience',
	operation: 'findAdIds',
	name: 'Find Mobile Ad IDs',
	action: 'Find mobile ad IDs by email',
	description: 'Find the mobile advertising IDs of a person by email address. A hit is charged, a miss is free.',
	builderHint: 'For audiences of mobile ads',
});
