import { z } from 'zod/v4';
import type { Tool } from '../../tool';

/** Accepts only hashes. */
export const hemToLinkedin: Tool = {
	name: 'hem_to_linkedin',
	family: 'enrich',
	requestFields: { hem: 'md5' },
	reportsCharges: 'unknown',
	result: z.looseObject({ linkedin_slug: z.string().nullable().optional() }),
	columns: { fields: { linkedin_url: 'linkedin_slug' } },
};
