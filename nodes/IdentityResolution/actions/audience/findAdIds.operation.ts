import { z } from 'zod/v4';
import { columnsFrom, textsFor } from '../../api/person/results';
import { byEmail, CHARGED } from '../spec/operation';

export const findAdIds = byEmail({
	operation: 'findAdIds',
	name: 'Find Mobile Ad IDs',
	action: 'Find mobile ad IDs by email',
	description: `Find the mobile advertising IDs of a person by email address. ${CHARGED}`,
	builderHint: 'For audiences of mobile ads',
	tool: {
		name: 'email_to_maid',
		// The public reference does not show the entries.
		listResult: true,
		result: z.array(z.unknown()),
		columns: columnsFrom(
			{ ids: textsFor('mobile_ad_ids') },
			{ entry: (results) => (Array.isArray(results) ? { ids: results } : results) },
		),
	},
});
