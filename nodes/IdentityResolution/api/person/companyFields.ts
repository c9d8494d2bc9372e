import { domainOf, isMailService } from '../identifiers/name';
import { isNothing } from '../values/nothing';
import { isObject, type JsonObject } from '../values/json';
import { isTruthy } from '../values/yesNo';
import { COLUMN_NAMES, COLUMNS, type Cells, type Column } from './columns';
import { isFilled } from '../values/json';
import { namedFields, wordsOf } from './usualNames';

const COMPANY = /compan|organi[sz]ation|employer/i;
/** Words that name a company. A list of organizations has memberships, too. */
const COMPANY_WORDS: ReadonlySet<string> = new Set(
	'company companies organization organisation employer employers'.split(' '),
);
/** Words beside them that say no more. `previous_company` is another company. */
const QUALIFIERS: ReadonlySet<string> = new Set(
	'current primary present latest main info details data'.split(' '),
);

/** What is left of the names of fields, by the column that they fill. */
const NAMES: Partial<Record<Column, string>> = {
	company_name: ', name, legal_name, display_name',
	company_website_url: 'website_url, website, url, web, site, homepage',
	company_domain: 'domain, domain_name, website_domain',
	company_linkedin_url: 'linkedin_url, linkedin, linkedinurl',
	company_industry: 'industry',
	company_revenue: 'revenue, annual_revenue',
	company_revenue_range: 'revenue_range',
	company_employee_range: 'employee_range',
	company_employee_count: 'employee_count, employees, headcount, size',
};
const COLUMN_OF = new Map(
	COLUMN_NAMES.flatMap((column) =>
		(NAMES[column]?.split(', ') ?? []).map((name) => [name, column] as const),
	),
);

/** By which a company is known. */
const COMPANY_COLUMNS = [
	'company_name',
	'company_website_url',
	'company_domain',
	'company_linkedin_url',
] as const;

/**
 * Returns what a field of a company is called without the words for the company; undefined for any
 * other field.
 */
function companyField(name: string): string | undefined {
	if (!COMPANY.test(name)) return undefined;
	const words = wordsOf(name);
	if (words.some((word) => COMPANY_WORDS.has(word))) return fieldOf(words);
	return undefined;
}

const fieldOf = (words: readonly string[]): string =>
	words.filter((word) => !COMPANY_WORDS.has(word) && !QUALIFIERS.has(word)).join('_');

/**
 * Fills a blank domain from the website. A page on a network, or a mail service, is no domain of a
 * company.
 */
export function fillDomain(cells: Cells): void {
	const website = cells.company_website_url;
	if (isFilled(cells.company_domain) || typeof website !== 'string') return;
	const domain = domainOf(website);
	if (domain !== null && domain !== '' && !isMailService(domain)) cells.company_domain = domain;
}

/**
 * Fills the blank columns of the company from fields with usual names: a text, an object or a list,
 * flat or nested.
 */
export function fillCompany(cells: Cells, results: unknown): void {
	const blank = COMPANY_COLUMNS.filter((column) => column in cells && !isFilled(cells[column]));
	if (blank.length === 0 || !isObject(results)) return;
	const fill = (column: Column | undefined, value: unknown): void => {
		if (column === undefined || isFilled(cells[column])) return;
		if (typeof value === 'object' || typeof value === 'boolean') return;
		if (column in cells) cells[column] = COLUMNS[column].cell.parse(value);
	};
	for (const { name, value } of namedFields(results, (one) => companyField(one) !== undefined)) {
		const own = companyField(name) ?? '';
		const part: unknown = Array.isArray(value) ? currentIn(value) : value;
		if (!isObject(part)) fill(COLUMN_OF.get(own), part);
		else if (own === '')
			for (const [inner, one] of Object.entries(part))
				fill(COLUMN_OF.get(fieldOf(wordsOf(inner))), one);
	}
}

/** The current company of a list: one that says so, or that has not ended, or else the first. */
function currentIn(list: readonly unknown[]): unknown {
	const given = list.filter((one) => !isNothing(one));
	const objects = given.filter(isObject);
	const current = objects.find((one) => isTruthy(fieldLike(CURRENT, one)));
	if (current !== undefined) return current;
	const hasEnd = objects.some((one) => fieldLike(END, one) !== undefined);
	const lasting = objects.find((one) => isNothing(fieldLike(END, one)));
	if (hasEnd && lasting !== undefined) return lasting;
	return given[0];
}

const CURRENT = /^(?:is_?)?(?:current|primary)$/i;
const END = /^(?:end|to|until|left)(?:ed)?_?(?:date|at|on|time)?$|^ended_?(?:at|on)$/i;

const fieldLike = (pattern: RegExp, company: JsonObject): unknown =>
	Object.entries(company).find(([name]) => pattern.test(name))?.[1];
