import { z } from 'zod/v4';
import { md5OfEmail } from '../../nodes/IdentityResolution/api/identifiers/hem';
import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import { validatedOn } from './calendar';
import { emailOf, type Person, type PersonalEmail } from './people';

/** What the one answer depends on beside the person. `now` is epoch ms. */
interface Telling {
	/** Tools that are asked by e-mail tell the e-mails obscured or hashed (contract: Reverse email profile). */
	emails: 'plain' | 'disguised';
	now: number;
}

type Fact = (person: Person, telling: Telling) => unknown;

const dates = ({ personalEmails }: Person, now: number) =>
	personalEmails.map(({ validation }) => validatedOn(validation, now));

/** Every result field of the contract by its name; a tool's result holds those that its schema names. */
const FACTS: Readonly<Record<string, Fact>> = {
	email: emailOf,
	risk_score: ({ personalEmails: [best] }) => best.riskScore,
	last_validated_at: ({ personalEmails: [best] }, { now }) => validatedOn(best.validation, now),
	first_name: ({ firstName }) => firstName,
	last_name: ({ lastName }) => lastName,
	full_name: ({ firstName, lastName }) => `${firstName} ${lastName}`,
	title: ({ title }) => title,
	seniority: ({ seniority }) => seniority,
	functional_area: ({ functionalArea }) => functionalArea,
	country: ({ country }) => country,
	linkedinurl: profileUrl,
	linkedin_url: profileUrl,
	current_industry: ({ company }) => company.industry,
	current_company: ({ company }) => company.name,
	current_company_url: ({ company }) => company.websiteUrl,
	current_company_linkedinurl: ({ company }) => company.linkedinUrl,
	company_employee_count: ({ company }) => company.employeeCount,
	company_employee_range: ({ company }) => company.employeeRange,
	company_revenue: ({ company }) => company.revenue,
	company_revenue_range: ({ company }) => company.revenueRange,
	company: ({ company }) => ({
		name: company.name,
		website_url: company.websiteUrl,
		linkedin_url: company.linkedinUrl,
		industry: company.industry,
		revenue: company.revenue,
	}),
	business_email: ({ workEmail }) => workEmail,
	work_email_confirmed: ({ workEmail, workEmailForm }) => disguised(workEmail, workEmailForm),
	work_email_confirmed_status: ({ workValidation }, { now }) => validatedOn(workValidation, now),
	work_email_confirmed_risk_score: ({ workRiskScore }) => workRiskScore,
	personal_email: emailOf,
	personal_emails: ({ personalEmails }, { emails }) =>
		personalEmails.map((email, place) => told(email, place, emails)),
	personal_emails_status: (person, { now }) => dates(person, now),
	personal_emails_risk_score: ({ personalEmails }) => personalEmails.map(({ riskScore }) => riskScore),
};

function profileUrl({ slug }: Person): string {
	return `https://www.linkedin.com/in/${encodeURIComponent(slug)}`;
}

/** The best e-mail hashed and the second one masked, so that both forms occur. */
function told({ email }: PersonalEmail, place: number, emails: Telling['emails']): string {
	return emails === 'plain' ? email : disguised(email, place === 0 ? 'hashed' : 'masked');
}

function disguised(email: string, form: 'masked' | 'hashed'): string {
	return form === 'hashed' ? md5OfEmail(email) : `${email.charAt(0)}***${email.slice(email.indexOf('@'))}`;
}

interface Shape {
	facts: ReadonlyArray<[string, Fact]>;
	miss: JsonObject;
	emails: Telling['emails'];
}

const shapes = new WeakMap<Tool, Shape>();

function shapeOf(tool: Tool): Shape {
	const known = shapes.get(tool);
	if (known) return known;
	const fields = tool.result instanceof z.ZodObject ? Object.entries<z.ZodType>(tool.result.shape) : [];
	const shape: Shape = {
		facts: fields.filter(([name]) => Object.hasOwn(FACTS, name)).map(([name]) => [name, FACTS[name]]),
		miss: Object.fromEntries(
			fields.filter(([, type]) => !type.safeParse(undefined).success).map(([name]) => [name, null]),
		),
		emails: tool.takes.linkedin === undefined ? 'disguised' : 'plain',
	};
	shapes.set(tool, shape);
	return shape;
}

/**
 * What a tool tells of a person: the fields that its result schema names, and the phone where there is one to tell.
 * A tool of unknown shape tells a name, a profile and an e-mail.
 * @param now epoch ms, for validation dates
 */
export function resultsOf(tool: Tool, person: Person, phone: string | null, now: number): JsonObject {
	const { facts, emails } = shapeOf(tool);
	const telling: Telling = { emails, now };
	const results: JsonObject = {};
	for (const [name, fact] of facts) results[name] = fact(person, telling);
	if (phone !== null) results.mobile_phone = phone;
	if (!(tool.result instanceof z.ZodObject)) {
		for (const name of ['full_name', 'linkedin_url', 'email']) results[name] = FACTS[name](person, telling);
	}
	return results;
}

/** The results of a miss: null where the schema requires a field, else empty (contract: Common response envelope). */
export const missOf = (tool: Tool): JsonObject => ({ ...shapeOf(tool).miss });
