import { z } from 'zod/v4';
import { fills, resultsOf, textFor } from '../../api/person/results';
import { byName, defineTool } from '../spec/operation';
import { emailProfile } from './emailProfile';

/** Returns one of two shapes: fields of its own, or those of the reverse email profile. */
export const searchBusinessProfileByName = defineTool({
	name: 'search_business_profile_by_name',
	byName: true,
	...resultsOf(
		z.looseObject({
			full_name: textFor('full_name'),
			company: textFor('company_name'),
			company_domain: textFor('company_domain'),
			linkedin_url: textFor('linkedin_url'),
			firmographics: z
				.looseObject({
					industry: textFor('company_industry'),
					employee_count: fills('company_employee_count', z.unknown()),
					revenue: fills('company_revenue', z.unknown()),
				})
				.nullable()
				.optional(),
			...emailProfile(),
		}),
	),
});

export const findProfileByName = byName(searchBusinessProfileByName, {
	resource: 'businessProfile',
	operation: 'findByName',
	name: 'Find by Name',
	action: 'Find business profile by name',
	description:
		"Find a person's job, LinkedIn URL and company by name and company or domain. A hit is charged, a miss is free.",
	builderHint: 'Only if there is no LinkedIn URL or email, which identify a person better',
});
