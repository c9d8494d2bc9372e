import { z } from 'zod/v4';
import { fills, objectOf, resultsOf, sameNamed, textFor } from '../../api/person/results';
import { byName, CHARGED } from '../spec/operation';
import { emailProfile, PROFILE } from './emailProfile';

export const findProfileByName = byName({
	action: 'Find business profile by name',
	description: `Find a person's job, LinkedIn URL and company by name and company or domain. ${CHARGED}`,
	builderHint: 'Only if there is no LinkedIn URL or email, which identify a person better',
	simplified: ['full_name', 'title', 'company_name', 'company_domain', 'linkedin_url'],
	purpose: PROFILE,
	tool: {
		name: 'search_business_profile_by_name',
		// One of two shapes: fields of its own, or those of the reverse email profile.
		...resultsOf({
			...sameNamed('full_name', 'company_domain', 'linkedin_url'),
			company: textFor('company_name'),
			firmographics: objectOf({
				industry: textFor('company_industry'),
				employee_count: fills('company_employee_count', z.unknown().optional()),
				revenue: fills('company_revenue', z.unknown().optional()),
			}),
			...emailProfile(),
		}),
	},
});
