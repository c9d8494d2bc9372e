import type { Tool } from '../../tool';
import { emailResult } from './emailResult';

export const linkedinToBusinessEmail: Tool = {
	name: 'linkedin_to_business_email',
	family: 'enrich',
	requestFields: { linkedin: 'linkedin_url' },
	batch: { field: 'linkedin_urls', max: 100 },
	reportsCharges: 'unknown',
	result: emailResult,
	columns: {
		boughtFor: ['work_email'],
		fields: {
			work_email: 'email',
			work_email_risk_score: 'risk_score',
			work_email_validated_at: 'last_validated_at',
		},
	},
};
