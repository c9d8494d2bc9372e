import { z } from 'zod/v4';
import type { Tool } from '../../tool';

const text = z.string().nullable().optional();

export const searchBusinessEmailByName: Tool = {
	name: 'search_business_email_by_name',
	family: 'enrich',
	requestFields: {},
	byName: true,
	reportsCharges: 'unknown',
	result: z.looseObject({ email: text, risk_score: text, linkedin_url: text }),
	columns: {
		boughtFor: ['work_email'],
		fields: { linkedin_url: 'linkedin_url', work_email: 'email', work_email_risk_score: 'risk_score' },
	},
};
