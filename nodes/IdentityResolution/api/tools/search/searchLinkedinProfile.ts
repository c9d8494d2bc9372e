import { z } from 'zod/v4';
import { linkedinPath } from '../../identifiers/linkedin';
import type { Tool } from '../../tool';

/**
 * Returns several profiles by name and company. The public reference does not show their fields, so that several usual
 * names are read. The columns describe one result.
 */
export const searchLinkedinProfile: Tool = {
	name: 'search_linkedin_profile',
	family: 'search',
	requestFields: {},
	search: {},
	reportsCharges: 'unknown',
	result: z.unknown(),
	columns: {
		entry: (result) =>
			typeof result === 'string' && linkedinPath(result) !== null ? { linkedin_url: result } : result,
		fields: {
			full_name: ['full_name', 'name'],
			first_name: 'first_name',
			last_name: 'last_name',
			title: ['title', 'headline'],
			linkedin_url: ['linkedin_url', 'linkedinurl', 'profile_url', 'url', 'linkedin_slug'],
			country: ['country', 'location'],
			company_name: ['company.name', 'company', 'company_name', 'current_company'],
			company_domain: ['company.domain', 'company_domain'],
		},
	},
};
