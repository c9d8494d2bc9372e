import { z } from 'zod/v4';
import type { Tool } from '../../tool';

export const linkedinToBestPersonalEmailUsa: Tool = {
	name: 'linkedin_to_best_personal_email_usa',
	otherNames: ['linkedin_to_best_personal_email'],
	family: 'enrich',
	requestFields: { linkedin: 'linkedin_url' },
	batch: { field: 'linkedin_urls', max: 100 },
	onlyWithPersonalEmails: true,
	reportsCharges: false,
	result: z.looseObject({
		email: z.string().nullable(),
		risk_score: z.string().nullable(),
		last_validated_at: z.string().nullable(),
	}),
	columns: {
		boughtFor: ['personal_email'],
		fields: {
			personal_email: 'email',
			personal_email_risk_score: 'risk_score',
			personal_email_validated_at: 'last_validated_at',
		},
	},
};
