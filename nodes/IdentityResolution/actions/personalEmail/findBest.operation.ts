import { z } from 'zod/v4';
import { fills, resultsOf } from '../../api/person/results';
import { byLinkedin, CHARGED, LINKEDIN_BATCHES } from '../spec/operation';

export const findBest = byLinkedin({
	operation: 'findBest',
	name: 'Find Best',
	action: 'Find best US personal email by LinkedIn',
	description: `Find a person's best personal email by LinkedIn URL. US only, not on all plans. ${CHARGED}`,
	builderHint:
		'Personal emails only. For work emails choose resource workEmail, operation findByLinkedin',
	tool: {
		name: 'linkedin_to_best_personal_email_usa',
		otherNames: ['linkedin_to_best_personal_email'],
		...LINKEDIN_BATCHES,
		onlyWithPersonalEmails: true,
		reportsCharges: false,
		...resultsOf(
			{
				email: fills('personal_email', z.string().nullable()),
				risk_score: fills('personal_email_risk_score', z.string().nullable()),
				last_validated_at: fills('personal_email_validated_at', z.string().nullable()),
			},
			{ boughtFor: ['personal_email'] },
		),
	},
});
