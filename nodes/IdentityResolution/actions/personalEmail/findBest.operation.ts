import { z } from 'zod/v4';
import { fills, resultsOf } from '../../api/person/results';
import { LINKEDIN_BATCHES, byLinkedin, defineTool } from '../spec/operation';

export const linkedinToBestPersonalEmailUsa = defineTool({
	name: 'linkedin_to_best_personal_email_usa',
	otherNames: ['linkedin_to_best_personal_email'],
	...LINKEDIN_BATCHES,
	onlyWithPersonalEmails: true,
	reportsCharges: false,
	...resultsOf(
		z.looseObject({
			email: fills('personal_email', z.string().nullable()),
			risk_score: fills('personal_email_risk_score', z.string().nullable()),
			last_validated_at: fills('personal_email_validated_at', z.string().nullable()),
		}),
		{ boughtFor: ['personal_email'] },
	),
});

export const findBest = byLinkedin(linkedinToBestPersonalEmailUsa, {
	resource: 'personalEmail',
	operation: 'findBest',
	name: 'Find Best',
	action: 'Find best US personal email by LinkedIn',
	description:
		"Find a person's personal email with the highest confidence by LinkedIn URL. US only. A hit is charged, a miss " +
		'is free.',
	builderHint: 'Personal emails only. For work emails choose resource workEmail, operation findByLinkedin',
});
