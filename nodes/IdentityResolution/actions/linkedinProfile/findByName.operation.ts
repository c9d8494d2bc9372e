import { z } from 'zod/v4';
import { linkedinPath } from '../../api/identifiers/linkedin';
import { columnsFrom } from '../../api/person/results';
import { byName, usualNames } from '../spec/operation';

export const searchProfilesByName = byName({
	action: 'Find LinkedIn profiles by name',
	description:
		"Find a person's LinkedIn profiles by name and company or domain. Each result may be charged and is its own item.",
	builderHint: 'Several people may have the name: check the company of each result',
	simplified: ['linkedin_url', 'full_name', 'title', 'company_name', 'country'],
	tool: {
		name: 'search_linkedin_profile',
		family: 'search',
		search: {},
		result: z.unknown(),
		// The public reference does not show the fields of a result, so that several usual names
		// are read.
		columns: columnsFrom(
			usualNames({
				full_name: ['full_name', 'name'],
				first_name: ['first_name'],
				last_name: ['last_name'],
				title: ['title', 'headline'],
				linkedin_url: [
					'linkedin_url',
					'linkedinurl',
					'profile_url',
					'url',
					'linkedin_slug',
				],
				country: ['country', 'location'],
				company_name: ['company.name', 'company', 'company_name', 'current_company'],
				company_domain: ['company.domain', 'company_domain'],
			}),
			{
				entry: (result) =>
					typeof result === 'string' && linkedinPath(result) !== null
						? { linkedin_url: result }
						: result,
			},
		),
	},
});
