import { emailResult } from '../../api/person/results';
import { LINKEDIN_BATCHES, byLinkedin, defineTool } from '../spec/operation';

export const linkedinToBusinessEmail = defineTool({
	name: 'linkedin_to_business_email',
	...LINKEDIN_BATCHES,
	...emailResult('work_email'),
});

export const findWorkEmail = byLinkedin(linkedinToBusinessEmail, {
	resource: 'workEmail',
	operation: 'findByLinkedin',
	name: 'Find by LinkedIn URL',
	action: 'Find work email by LinkedIn URL',
	description: "Find a person's work email by LinkedIn URL. A hit is charged, a miss is free.",
	builderHint: 'The right choice for work emails of LinkedIn profiles: batches of 100',
});
