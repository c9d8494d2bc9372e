import { emailResult } from '../../api/person/results';
import { byLinkedin, CHARGED, LINKEDIN_BATCHES } from '../spec/operation';

export const findWorkEmail = byLinkedin({
	action: 'Find work email by LinkedIn URL',
	description: `Find a person's work email by LinkedIn URL. ${CHARGED}`,
	builderHint: 'The right choice for work emails of LinkedIn profiles: batches of 100',
	tool: { name: 'linkedin_to_business_email', ...LINKEDIN_BATCHES, ...emailResult('work_email') },
});
