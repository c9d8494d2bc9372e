import { emailResult } from '../../api/person/results';
import type { Tool } from '../../api/tool';
import { byIdentifier } from '../spec/operation';
import { BY_LINKEDIN } from '../spec/identifierFields';

export const linkedinToBusinessEmail: Tool = {
	name: 'linkedin_to_business_email',
	family: 'enrich',
	requestFields: { linkedin: 'linkedin_url' },
	batch: { field: 'linkedin_urls', max: 100 },
	reportsCharges: 'unknown',
	...emailResult('work_email'),
};

export const findWorkEmail = byIdentifier(BY_LINKEDIN, linkedinToBusinessEmail, {
	resource: 'workEmail',
	operation: 'findByLinkedin',
	name: 'Find by LinkedIn URL',
	action: 'Find work email by LinkedIn URL',
	description: "Find a person's work email by LinkedIn URL. A hit is charged, a miss is free.",
	builderHint: 'The right choice for work emails of LinkedIn profiles: batches of 100',
});
