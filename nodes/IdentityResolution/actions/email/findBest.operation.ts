import { resultsOf, textFor } from '../../api/person/results';
import { byLinkedin, CHARGED, LINKEDIN_BATCHES } from '../spec/operation';

export const findBestEmail = byLinkedin({
	operation: 'findBest',
	name: 'Find Best',
	action: 'Find best email by LinkedIn URL',
	description: `Find one email of a person by LinkedIn URL: the work email, or else a personal one. ${CHARGED}`,
	builderHint:
		'For any email of LinkedIn profiles. It fills work_email or personal_email, never both',
	simplified: [
		'work_email',
		'work_email_risk_score',
		'personal_email',
		'personal_email_risk_score',
	],
	tool: {
		name: 'linkedin_to_best_email',
		...LINKEDIN_BATCHES,
		...resultsOf(
			{
				email: textFor('work_email'),
				type: textFor('email_kind'),
				risk_score: textFor('work_email_risk_score'),
				last_validated_at: textFor('work_email_validated_at'),
			},
			{ boughtFor: ['work_email', 'personal_email'] },
		),
	},
});
