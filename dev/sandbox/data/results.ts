import { createHash } from 'node:crypto';
import { z } from 'zod/v4';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import type { JsonObject } from '../../../nodes/IdentityResolution/api/values/json';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { emailOf, type Person, type PhoneField } from '../people';
import { validatedOn } from './calendar';

interface Context {
	/** Tools that look up an email return emails masked or hashed (contract: Reverse email profile). */
	emails: 'plain' | 'disguised';
	now: number;
}

type Field = (person: Person, context: Context) => unknown;

const profileUrl: Field = ({ slug }) => `https://www.linkedin.com/in/${encodeURIComponent(slug)}`;

const disguised = (email: string, form: 'masked' | 'hashed'): string =>
	form === 'hashed' ? md5OfEmail(email) : `${email.charAt(0)}***${email.slice(email.indexOf('@'))}`;

/** Every result field of the contract by its name; a tool returns those that its result schema names. */
const FIELDS: Readonly<Record<string, Field>> = {
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
	linkedin_slug: ({ slug }) => slug,
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
		personalEmails.map(({ email, form }) => (emails === 'plain' ? email : disguised(email, form))),
	personal_emails_status: ({ personalEmails }, { now }) =>
		personalEmails.map(({ validation }) => validatedOn(validation, now)),
	personal_emails_risk_score: ({ personalEmails }) => personalEmails.map(({ riskScore }) => riskScore),
};

const workEmail: Readonly<Record<string, Field>> = {
	email: FIELDS.business_email,
	risk_score: FIELDS.work_email_confirmed_risk_score,
	last_validated_at: FIELDS.work_email_confirmed_status,
};

const sha256 = (email: string) => createHash('sha256').update(email).digest('hex');

const FIELDS_OF_TOOL: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
	linkedin_to_business_email: workEmail,
	linkedin_to_best_email: { ...workEmail, type: () => 'business' },
	search_business_email_by_name: workEmail,
	search_business_profile_by_name: {
		company: ({ company }) => company.name,
		company_domain: ({ company }) => company.domain,
		firmographics: ({ company }) => ({
			industry: company.industry,
			employee_count: Number(company.employeeCount),
			revenue: Number(company.revenue),
		}),
	},
	ip_to_company: {
		companies: ({ company }) => [
			{ name: company.name, domain: company.domain, website: company.websiteUrl, industry: company.industry },
		],
	},
	linkedin_to_sha256: {
		business_SHA256_array: ({ workEmail: email }) => [sha256(email)],
		business_md5_array: ({ workEmail: email }) => [md5OfEmail(email)],
		personal_SHA256_array: ({ personalEmails }) => personalEmails.map(({ email }) => sha256(email)),
		personal_md5_array: ({ personalEmails }) => personalEmails.map(({ email }) => md5OfEmail(email)),
	},
	business_email_to_sha256: {
		personal_email_SHA256: ({ personalEmails }) => personalEmails.map(({ email }) => sha256(email)),
	},
	linkedin_to_mobile_phone: { last_validated_at: FIELDS.work_email_confirmed_status },
};

interface Shape {
	fields: ReadonlyArray<[string, Field]>;
	miss: JsonObject;
	emails: Context['emails'];
}

const shapes = new WeakMap<Tool, Shape>();

function shapeOf(tool: Tool): Shape {
	const cached = shapes.get(tool);
	if (cached) return cached;
	const specified = tool.result instanceof z.ZodObject ? Object.entries<z.ZodType>(tool.result.shape) : [];
	const required = specified.filter(([, type]) => !type.safeParse(undefined).success);
	const shape: Shape = {
		fields: specified.flatMap(([name]): Array<[string, Field]> => {
			const field = FIELDS_OF_TOOL[tool.name]?.[name] ?? (Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined);
			return field === undefined ? [] : [[name, field]];
		}),
		miss: Object.fromEntries(required.map(([name]) => [name, null])),
		emails: tool.requestFields.linkedin === undefined ? 'disguised' : 'plain',
	};
	shapes.set(tool, shape);
	return shape;
}

export function resultsOf(tool: Tool, person: Person, phone: string | null, now: number): JsonObject | unknown[] {
	if (tool.listResult) return [adIdOf(person)];
	const { fields, emails } = shapeOf(tool);
	const context: Context = { emails, now };
	const results: JsonObject = {};
	for (const [name, field] of fields) results[name] = field(person, context);
	if (phone !== null) Object.assign(results, phoneIn(emails === 'plain' ? 'mobile_phone' : person.phoneField, phone));
	return results;
}

/** A phone as a tool returns it. The contract names the field of the LinkedIn business profile alone. */
function phoneIn(field: PhoneField, phone: string): JsonObject {
	if (field === 'phone_numbers') return { phone_numbers: [{ type: 'mobile', number: phone }] };
	return field === 'contact' ? { contact: { mobile: phone } } : { [field]: phone };
}

/** The results of a miss: null for a required field, else empty (contract: Common response envelope). */
export const missOf = (tool: Tool): JsonObject | unknown[] => (tool.listResult ? [] : { ...shapeOf(tool).miss });

const adIdOf = ({ slug }: Person): string =>
	md5OfEmail(slug).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
