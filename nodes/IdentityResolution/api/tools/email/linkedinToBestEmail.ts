import { z } from 'zod/v4';
import type { Tool } from '../../tool';
import { emailResult } from './emailResult';

/** Returns a work email, or else a personal one. */
export const linkedinToBestEmail: Tool = {
	name: 'linkedin_to_best_email',
	family: 'enrich',
	requestFields: { linkedin: 'linkedin_url' },
	batch: { field: 'linkedin_urls', max: 100 },
	reportsCharges: 'unknown',
	result: emailResult.extend({ type: z.string().nullable().optional() }),
	columns: {
		boughtFor: ['work_email', 'personal_email'],
		fields: {},
		emailByType: { email: 'email', type: 'type', riskScore: 'risk_score', validatedAt: 'last_validated_at' },
	},
};
