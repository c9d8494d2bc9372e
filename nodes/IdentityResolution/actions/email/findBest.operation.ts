import { z } from 'zod/v4';
import { resultsOf, textFor } from '../../api/person/results';
import { LINKEDIN_BATCHES, byLinkedin, defineTool } from '../spec/operation';

/** Returns a work email, or else a personal one. */
export const linkedinToBestEmail = defineTool({
	name: 'linkedin_to_best_email',
	...LINKEDIN_BATCHES,
	...resultsOf(
		z.looseObject({
			email: textFor('work_email'),
			type: textFor('email_kind'),
			risk_score: textFor('work_email_risk_score'),
			last_validated_at: textFor('work_email_validated_at'),
		}),
		{ boughtFor: ['work_email', 'personal_email'] },
	),
});

export const findBestEmail = byLinkedin(linkedinToBestEmail, {
	resource: 'email',
	operation: 'findBest',
	name: 'Find Best',
	action: 'Find best email by LinkedIn URL',
	description:
		'Find one email of a person by LinkedIn URL: the work email, or else a personal one. A hit is charged, a miss is ' +
		'free.',
	builderHint: 'For any email of LinkedIn profiles. It fills work_email or personal_email, never both',
});
