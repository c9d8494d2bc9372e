import { z } from 'zod/v4';
import type { Tool } from '../../tool';

const text = z.string().nullable().optional();

export const linkedinToMobilePhone: Tool = {
	name: 'linkedin_to_mobile_phone',
	family: 'enrich',
	requestFields: { linkedin: 'linkedin_url' },
	batch: { field: 'linkedin_urls', max: 100 },
	onlyPhone: true,
	reportsCharges: 'unknown',
	result: z.looseObject({ mobile_phone: text, last_validated_at: text }),
	columns: { fields: { mobile_phone: 'mobile_phone' } },
};
