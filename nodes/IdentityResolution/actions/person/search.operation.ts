import { companyTexts, objectOf, sameNamed, textFor } from '../../api/person/results';
import { textField } from '../spec/identifierFields';
import { bySearch, filter } from '../spec/searchFields';

const SENIORITIES = [
	'C Suite',
	'Director',
	'Entry',
	'Head',
	'Intern',
	'Manager',
	'Owner',
	'Partner',
	'Senior',
	'VP',
];

export const searchForPeople = bySearch({
	action: 'Search people by filters',
	description:
		'Find people by title, company, place and other filters. Each result may be charged and is its own item.',
	builderHint:
		'For lists of new people. Set limit, because each result may be charged. For known people use other resources',
	query: textField(
		'query',
		'Query',
		'heads of sales at software companies',
		'Words that describe the people',
	),
	filters: [
		filter('City', 'Name of the city', 'Toronto'),
		filter('Company', 'Name of the company at which the person works', 'Example Org'),
		filter('Company Domain', 'Domain of the company at which the person works', 'example.org'),
		filter('Department', 'Department of the person', 'Marketing'),
		filter(
			'Exclude Company Domain',
			'Domains of companies to exclude, separated by commas',
			'example.com, example.org',
		),
		filter('Exclude Country', 'Countries to exclude, separated by commas', 'Canada, Mexico'),
		filter('Exclude Seniority', 'Seniority levels to exclude', SENIORITIES),
		filter(
			'Exclude State',
			'States or regions to exclude, separated by commas',
			'Ontario, Quebec',
		),
		filter('Functional Area', 'Functional area of the person', 'Sales'),
		filter('Seniority', 'Seniority level of the person', SENIORITIES),
		filter('Title', 'Job title of the person', 'Head of Sales'),
	],
	simplified: ['full_name', 'title', 'linkedin_url', 'company_name', 'country'],
	tool: 'search_people',
	results: {
		...sameNamed(
			'full_name',
			'first_name',
			'last_name',
			'title',
			'seniority',
			'linkedin_url',
			'country',
		),
		linkedin_slug: textFor('linkedin_url'),
		business_email: textFor('work_email'),
		business_email_validated_at: textFor('work_email_validated_at'),
		business_email_risk_score: textFor('work_email_risk_score'),
		company: objectOf({
			...companyTexts('name', 'website_url', 'domain'),
			size: textFor('company_employee_count'),
		}),
	},
});
