import { z } from 'zod/v4';
import type { Tool } from '../tool';

const BATCH_MAX = 100;

export const linkedinToBestPersonalEmailUsa: Tool = {
	name: 'linkedin_to_best_personal_email_usa',
	family: 'enrich',
	requestFields: { linkedin: 'linkedin_url' },
	batch: { field: 'linkedin_urls', max: BATCH_MAX },
	onlyWithPersonalEmails: true,
	reportsCharges: false,
	request: z
		.object({
			linkedin_url: z.string().min(1).optional(),
			linkedin_urls: z.array(z.string().min(1)).min(1).max(BATCH_MAX).optional(),
		})
		.refine((body) => body.linkedin_url !== undefined || body.linkedin_urls !== undefined, {
			message: 'linkedin_url or linkedin_urls is required',
		}),
	result: z.looseObject({
		email: z.string().nullable(),
		risk_score: z.string().nullable(),
		last_validated_at: z.string().nullable(),
	}),
	columns: {
		fields: {
			personal_email: 'email',
			personal_email_risk_score: 'risk_score',
			personal_email_validated_at: 'last_validated_at',
		},
	},
};
