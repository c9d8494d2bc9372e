import { z } from 'zod/v4';
import { linkedinPath } from '../../api/identifiers/linkedin';
import { columnsFrom, textFor } from '../../api/person/results';
import { byName, defineTool } from '../spec/operation';

/**
 * Returns several profiles by name and company. The public reference does not show their fields, so that several usual
 * names are read. The columns describe one result.
 */
export const searchLinkedinProfile = defineTool({
	name: 'search_linkedin_profile',
	family: 'search',
	requestFields: {},
	search: {},
	result: z.unknown(),
	columns: columnsFrom(
		{
			full_name: textFor('full_name'),
			name: textFor('full_name'),
			first_name: textFor('first_name'),
			last_name: textFor('last_name'),
			title: textFor('title'),
			headline: textFor('title'),
			linkedin_url: textFor('linkedin_url'),
			linkedinurl: textFor('linkedin_url'),
			profile_url: textFor('linkedin_url'),
			url: textFor('linkedin_url'),
			linkedin_slug: textFor('linkedin_url'),
			country: textFor('country'),
			location: textFor('country'),
			'company.name': textFor('company_name'),
			company: textFor('company_name'),
			company_name: textFor('company_name'),
			current_company: textFor('company_name'),
			'company.domain': textFor('company_domain'),
			company_domain: textFor('company_domain'),
		},
		{
			entry: (result) =>
				typeof result === 'string' && linkedinPath(result) !== null ? { linkedin_url: result } : result,
		},
	),
});

export const searchProfilesByName = byName(searchLinkedinProfile, {
	resource: 'linkedinProfile',
	operation: 'findByName',
	name: 'Find by Name',
	action: 'Find LinkedIn profiles by name',
	description:
		"Find a person's LinkedIn profiles by name and company or domain. Each result is charged and is its own item.",
	builderHint: 'Several people may have the name: check the company of each result',
});
