import type { Tool } from '../../tool';
import { emailResult } from './emailResult';

export const linkedinToPersonalEmailUsa: Tool = {
	name: 'linkedin_to_personal_email_usa',
	otherNames: ['linkedin_to_personal_email'],
	family: 'enrich',
	requestFields: { linkedin: 'linkedin_url' },
	batch: { field: 'linkedin_urls', max: 100 },
	onlyWithPersonalEmails: true,
	reportsCharges: 'unknown',
	result: emailResult,
	columns: {
		boughtFor: ['personal_email'],
		fields: {
			personal_email: 'email',
			personal_email_risk_score: 'risk_score',
			personal_email_validated_at: 'last_validated_at',
		},
	},
};
