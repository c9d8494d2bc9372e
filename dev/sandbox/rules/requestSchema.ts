import { z, type ZodType } from 'zod/v4';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { getUsage, USAGE_PERIODS } from '../../../nodes/IdentityResolution/api/account/usage';

const text = z.string().min(1);
const md5 = z.string().regex(/^[0-9a-f]{32}$/i);

/** Kept, because creating a schema takes longer than parsing a request. */
const schemas = new WeakMap<Tool, ZodType>();

/**
 * The body that a tool accepts, derived from its data (contract: Endpoints). Fields that the tool does not know are
 * dropped. A tool that is only known by name accepts any body.
 */
export function requestSchema(tool: Tool): ZodType {
	const schema = schemas.get(tool) ?? createSchema(tool);
	schemas.set(tool, schema);
	return schema;
}

const byName = z.object({
	name: text.optional(),
	first_name: text.optional(),
	last_name: text.optional(),
	company: text.optional(),
	company_domain: text.optional(),
});

const SENIORITIES = 'Intern Entry Senior Manager Director VP Head C_Suite Owner Partner'
	.split(' ')
	.map((name) => name.replace('_', ' '));
const seniority = z.enum(SENIORITIES);
const employees = z.enum(['1-10', '11-20', '21-50', '51-200', '201-500', '501-1000', '1001-5000', '5001+']);
const texts = z.array(text).min(1);

const filtered = z
	.object({
		query: text,
		industry: text,
		revenue_range: text,
		naics_code: text,
		linkedin_industry: text,
		country: text,
		state: text,
		employee_range: employees,
		exclude_industry: texts,
		exclude_employee_range: z.array(employees).min(1),
		limit: z.int().min(1).max(25),
		offset: z.int().min(0),
	})
	.partial();

/** The filters of the searches (second-hand); all are optional there. */
const FILTERED: Readonly<Record<string, ZodType>> = {
	search_people: filtered.extend({
		title: text.optional(),
		company: text.optional(),
		company_domain: text.optional(),
		city: text.optional(),
		department: text.optional(),
		functional_area: text.optional(),
		seniority: seniority.optional(),
		exclude_company_domain: texts.optional(),
		exclude_country: texts.optional(),
		exclude_state: texts.optional(),
		exclude_seniority: z.array(seniority).min(1).optional(),
	}),
	search_companies: filtered.extend({
		domain: text.optional(),
		exclude_domain: texts.optional(),
		exclude_revenue_range: texts.optional(),
	}),
};

function createSchema({ name, family, requestFields, byName: isByName, search, batch, phoneFlag }: Tool): ZodType {
	if (isByName) return byName;
	if (search)
		return name === 'search_linkedin_profile'
			? byName.extend({ count_only: z.boolean().optional() })
			: FILTERED[name];
	if (name === getUsage.name) return z.object({ period: z.enum(USAGE_PERIODS).optional() });
	const identifiers: Record<string, ZodType> = {};
	for (const [kind, field] of Object.entries(requestFields)) identifiers[field] = kind === 'hem' ? md5 : text;
	if (batch) identifiers[batch.field] = z.array(text).min(1).max(batch.max);
	const fields = Object.keys(identifiers);
	if (fields.length === 0) return family === 'unknown' ? z.looseObject({}) : z.object({});
	const flags = phoneFlag === undefined ? {} : { [phoneFlag]: z.boolean().optional() };
	if (fields.length === 1) return z.object({ ...identifiers, ...flags });
	return z
		.object({ ...identifiers, ...flags })
		.partial()
		.refine((body) => fields.some((field) => body[field] !== undefined), {
			message: `${fields.join(' or ')} is required`,
		});
}
