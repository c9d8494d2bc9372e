import { searchKey } from '../../../nodes/IdentityResolution/api/identifiers/body';
import type { JsonObject } from '../../../nodes/IdentityResolution/api/values/json';
import { nameAsked, personFor, type Person } from '../people';
import { drawsOf } from '../random';
import { validatedOn } from './calendar';
import { directorySlug } from './directory';

export interface SearchQuery {
	tool: string;
	key: string;
	total: number;
}

const MAX_MATCHES = 60;
const MAX_NAMESAKES = 3;
const DIRECTORY = 9_000;
/** A filter that sets the number of matches, such as `test-40-results`. */
const TEST_TOTAL = /^test-(\d+)-results$/;

/** Reads a search; its matches depend on the filters and the seed alone. */
export function readSearch(tool: string, body: JsonObject, seed: number): SearchQuery {
	const { limit: _limit, offset: _offset, count_only: _countOnly, ...filters } = body;
	const key = searchKey(filters);
	const forced = Object.values(filters).map((value) => TEST_TOTAL.exec(String(value))?.[1]);
	const total = forced.find((one) => one !== undefined);
	const most = tool === 'search_linkedin_profile' ? MAX_NAMESAKES : MAX_MATCHES;
	const drawn = 1 + drawsOf(seed, `search|${tool}|${key}`).below(most);
	return { tool, key, total: total === undefined ? drawn : Number(total) };
}

export const matchKey = ({ key }: SearchQuery, place: number): string => `search:${key}#${place}`;

/** Returns a match as a result. @param now epoch ms, for validation dates */
export function matchAt({ tool, key }: SearchQuery, place: number, seed: number, now: number): JsonObject {
	const first = drawsOf(seed, `matches|${key}`).below(DIRECTORY);
	const namesake = tool === 'search_linkedin_profile' ? nameAsked(key) : null;
	const person = { ...personFor(`linkedin:${directorySlug(seed, first + place)}`, seed), ...namesake };
	if (tool === 'search_companies') return companyEntry(person, place);
	return tool === 'search_people' ? personEntry(person, now) : profileEntry(person);
}

const profileUrl = ({ slug }: Person) => `https://www.linkedin.com/in/${slug}`;

const personEntry = (person: Person, now: number): JsonObject => ({
	first_name: person.firstName,
	last_name: person.lastName,
	full_name: `${person.firstName} ${person.lastName}`,
	title: person.title,
	seniority: person.seniority,
	country: person.country,
	linkedin_url: profileUrl(person),
	linkedin_slug: person.slug,
	business_email: person.workEmail,
	business_email_risk_score: person.workRiskScore,
	business_email_validated_at: validatedOn(person.workValidation, now),
	company: {
		name: person.company.name,
		domain: person.company.domain,
		website_url: person.company.websiteUrl,
		size: person.company.employeeCount,
		naics_codes: [],
	},
	_score: 1,
});

/** The public reference does not show the fields of a profile. */
const profileEntry = (person: Person): JsonObject => ({
	full_name: `${person.firstName} ${person.lastName}`,
	title: person.title,
	company: person.company.name,
	linkedin_url: profileUrl(person),
});

/** Companies repeat in the directory, so that their id is the place of the match. */
const companyEntry = ({ company }: Person, place: number): JsonObject => ({
	name: company.name,
	type: 'Privately Held',
	domain: company.domain,
	industry: company.industry,
	linkedin_url: company.linkedinUrl,
	linkedin_company_id: String(100_000 + place),
	exact_revenue: Number(company.revenue),
	revenue_range: company.revenueRange,
	employee_count: Number(company.employeeCount),
	employee_range: company.employeeRange,
	follower_count: 1_000 + place,
});
