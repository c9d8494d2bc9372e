/** A filter of a search: its parameter, and how its value is sent. */
export interface Filter {
	/** Field of the request. */
	field: string;
	/** Title Case. */
	label: string;
	description: string;
	placeholder?: string;
	/** The values that the service accepts; any text if absent. */
	choices?: readonly string[];
	/** Whether several values are sent, as a list. */
	several?: true;
}

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
] as const;

const EMPLOYEE_RANGES = ['1-10', '11-20', '21-50', '51-200', '201-500', '501-1000', '1001-5000', '5001+'] as const;

const shared = {
	employeeRange: {
		field: 'employee_range',
		label: 'Employee Range',
		description: 'Number of employees of the company',
		choices: EMPLOYEE_RANGES,
	},
	excludeEmployeeRange: {
		field: 'exclude_employee_range',
		label: 'Exclude Employee Range',
		description: 'Company sizes to exclude',
		choices: EMPLOYEE_RANGES,
		several: true,
	},
	excludeIndustry: {
		field: 'exclude_industry',
		label: 'Exclude Industry',
		description: 'Industries to exclude, separated by commas',
		placeholder: 'e.g. Retail, Hospitality',
		several: true,
	},
	industry: {
		field: 'industry',
		label: 'Industry',
		description: 'Industry of the company',
		placeholder: 'e.g. Software',
	},
	linkedinIndustry: {
		field: 'linkedin_industry',
		label: 'LinkedIn Industry',
		description: 'Industry of the company, as LinkedIn names it',
		placeholder: 'e.g. Computer Software',
	},
	naicsCode: {
		field: 'naics_code',
		label: 'NAICS Code',
		description: 'Code of the industry in the North American classification',
		placeholder: 'e.g. 511210',
	},
	revenueRange: {
		field: 'revenue_range',
		label: 'Revenue Range',
		description: 'Revenue range of the company, in the format of the service',
		placeholder: 'e.g. $10M - $50M',
	},
	country: { field: 'country', label: 'Country', description: 'Name of the country', placeholder: 'e.g. Canada' },
	state: { field: 'state', label: 'State', description: 'Name of the state or region', placeholder: 'e.g. Ontario' },
} as const satisfies Record<string, Filter>;

/** Filters of people, by label. */
export const PEOPLE_FILTERS: readonly Filter[] = [
	{ field: 'city', label: 'City', description: 'Name of the city', placeholder: 'e.g. Toronto' },
	{
		field: 'company',
		label: 'Company',
		description: 'Name of the company at which the person works',
		placeholder: 'e.g. Example Org',
	},
	{
		field: 'company_domain',
		label: 'Company Domain',
		description: 'Domain of the company at which the person works',
		placeholder: 'e.g. example.org',
	},
	shared.country,
	{
		field: 'department',
		label: 'Department',
		description: 'Department of the person',
		placeholder: 'e.g. Marketing',
	},
	shared.employeeRange,
	{
		field: 'exclude_company_domain',
		label: 'Exclude Company Domain',
		description: 'Domains of companies to exclude, separated by commas',
		placeholder: 'e.g. example.com, example.org',
		several: true,
	},
	{
		field: 'exclude_country',
		label: 'Exclude Country',
		description: 'Countries to exclude, separated by commas',
		placeholder: 'e.g. Canada, Mexico',
		several: true,
	},
	shared.excludeEmployeeRange,
	shared.excludeIndustry,
	{
		field: 'exclude_seniority',
		label: 'Exclude Seniority',
		description: 'Seniority levels to exclude',
		choices: SENIORITIES,
		several: true,
	},
	{
		field: 'exclude_state',
		label: 'Exclude State',
		description: 'States or regions to exclude, separated by commas',
		placeholder: 'e.g. Ontario, Quebec',
		several: true,
	},
	{
		field: 'functional_area',
		label: 'Functional Area',
		description: 'Functional area of the person',
		placeholder: 'e.g. Sales',
	},
	shared.industry,
	shared.linkedinIndustry,
	shared.naicsCode,
	shared.revenueRange,
	{
		field: 'seniority',
		label: 'Seniority',
		description: 'Seniority level of the person',
		choices: SENIORITIES,
	},
	shared.state,
	{ field: 'title', label: 'Title', description: 'Job title of the person', placeholder: 'e.g. Head of Sales' },
];

/** Filters of companies, by label. */
export const COMPANY_FILTERS: readonly Filter[] = [
	shared.country,
	{ field: 'domain', label: 'Domain', description: 'Domain of the company', placeholder: 'e.g. example.org' },
	shared.employeeRange,
	{
		field: 'exclude_domain',
		label: 'Exclude Domain',
		description: 'Domains of companies to exclude, separated by commas',
		placeholder: 'e.g. example.com, example.org',
		several: true,
	},
	shared.excludeEmployeeRange,
	shared.excludeIndustry,
	{
		field: 'exclude_revenue_range',
		label: 'Exclude Revenue Range',
		description: 'Revenues of companies to exclude, separated by commas',
		placeholder: 'e.g. $1M - $10M',
		several: true,
	},
	shared.industry,
	shared.linkedinIndustry,
	shared.naicsCode,
	shared.revenueRange,
	shared.state,
];
