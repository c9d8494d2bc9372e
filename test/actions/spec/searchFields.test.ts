import { COMPANY_FILTERS, PEOPLE_FILTERS } from '../../../nodes/IdentityResolution/actions/spec/filters';
import { filterFields, filterName } from '../../../nodes/IdentityResolution/actions/spec/searchFields';

/** The filters of the public reference. */
const PEOPLE = [
	...['title', 'company', 'company_domain', 'country', 'state', 'city', 'industry', 'department', 'functional_area'],
	...['revenue_range', 'naics_code', 'linkedin_industry', 'seniority', 'employee_range', 'exclude_company_domain'],
	...['exclude_country', 'exclude_state', 'exclude_industry', 'exclude_seniority', 'exclude_employee_range'],
];
const COMPANIES = [
	...['domain', 'industry', 'revenue_range', 'naics_code', 'linkedin_industry', 'country', 'state', 'employee_range'],
	...['exclude_domain', 'exclude_industry', 'exclude_employee_range', 'exclude_revenue_range'],
];

it.each([
	['people', PEOPLE_FILTERS, PEOPLE],
	['companies', COMPANY_FILTERS, COMPANIES],
])('a search of %s has every filter of the service', (_what, filters, fields) => {
	expect(filters.map(({ field }) => field).sort()).toEqual([...fields].sort());
	expect(filters.filter(({ field, several }) => field.startsWith('exclude_') !== (several === true))).toEqual([]);
});

it('filterName is the name of the field in camel case', () => {
	expect(PEOPLE_FILTERS.map(filterName)).toContain('excludeCompanyDomain');
});

it('filterFields offers closed sets as options, one or several, and any text otherwise', () => {
	const types = (filterFields(PEOPLE_FILTERS).options ?? []).map((field) =>
		'type' in field ? [field.name, field.type] : [],
	);
	expect(types).toEqual(
		expect.arrayContaining([
			['seniority', 'options'],
			['excludeSeniority', 'multiOptions'],
			['title', 'string'],
			['excludeCountry', 'string'],
		]),
	);
});
