import { objectOf, textFor } from '../../api/person/results';
import { PEOPLE_FILTERS } from '../spec/searchFields';
import { textField } from '../spec/identifierFields';
import { byFilters, pagesOf } from '../spec/operation';

const QUERY = textField('query', 'Query', 'heads of sales at software companies', 'Words that describe the people');

export const searchForPeople = byFilters(
	QUERY,
	PEOPLE_FILTERS,
)({
	operation: 'search',
	name: 'Search',
	action: 'Search people by filters',
	description:
		'Find people by title, company, place and other filters. Each result is charged and returned as its own item.',
	builderHint:
		'For lists of new people. Set limit, because each result is charged. For known people use other resources',
	tool: {
		name: 'search_people',
		...pagesOf({
			full_name: textFor('full_name'),
			first_name: textFor('first_name'),
			last_name: textFor('last_name'),
			title: textFor('title'),
			seniority: textFor('seniority'),
			linkedin_url: textFor('linkedin_url'),
			linkedin_slug: textFor('linkedin_url'),
			country: textFor('country'),
			business_email: textFor('work_email'),
			business_email_validated_at: textFor('work_email_validated_at'),
			business_email_risk_score: textFor('work_email_risk_score'),
			company: objectOf({
				name: textFor('company_name'),
				website_url: textFor('company_website_url'),
				domain: textFor('company_domain'),
				size: textFor('company_employee_count'),
			}),
		}),
	},
});
