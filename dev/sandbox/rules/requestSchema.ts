import { z, type ZodType } from 'zod/v4';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { getUsage, USAGE_PERIODS } from '../../../nodes/IdentityResolution/api/account/usage';

const text = z.string().min(1);
const md5 = z.string().regex(/^[0-9a-f]{32}$/i);

/** Kept, because creating a schema takes longer than parsing a request. */
const schemas = new WeakMap<Tool, ZodType>();

/** The body that a tool accepts, derived from its data. Fields that the tool does not know are dropped. */
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

/** The filters of a search by pages (second-hand) are texts or lists of them. */
const filtered = z
	.object({ limit: z.int().min(1).max(25).optional(), offset: z.int().min(0).optional() })
	.catchall(z.union([text, z.array(text).min(1)]));

function createSchema({ name, family, requestFields, search, batch, phoneFlag }: Tool): ZodType {
	if (search) return search.page ? filtered : byName.extend({ count_only: z.boolean().optional() });
	if (name === getUsage.name) return z.object({ period: z.enum(USAGE_PERIODS).optional() });
	const identifiers: Record<string, ZodType> = {};
	for (const [kind, field] of Object.entries(requestFields)) identifiers[field] = kind === 'hem' ? md5 : text;
	if (batch) identifiers[batch.field] = z.array(text).min(1).max(batch.max);
	const fields = Object.keys(identifiers);
	if (fields.length === 0) return family === 'free' ? z.object({}) : byName;
	const flags = phoneFlag === undefined ? {} : { [phoneFlag]: z.boolean().optional() };
	if (fields.length === 1) return z.object({ ...identifiers, ...flags });
	return z
		.object({ ...identifiers, ...flags })
		.partial()
		.refine((body) => fields.some((field) => body[field] !== undefined), {
			message: `${fields.join(' or ')} is required`,
		});
}
