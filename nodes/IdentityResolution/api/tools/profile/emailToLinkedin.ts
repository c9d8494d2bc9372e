import { z } from 'zod/v4';
import type { Tool } from '../../tool';

export const emailToLinkedin: Tool = {
	name: 'email_to_linkedin',
	family: 'enrich',
	requestFields: { email: 'email' },
	reportsCharges: 'unknown',
	result: z.looseObject({ linkedin_url: z.string().nullable().optional() }),
	columns: { fields: { linkedin_url: 'linkedin_url' } },
};
