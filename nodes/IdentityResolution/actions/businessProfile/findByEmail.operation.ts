import { gappyTextsFor, resultsOf, textFor } from '../../api/person/results';
import { byEmail, CHARGED } from '../spec/operation';
import { emailProfile, PROFILE } from './emailProfile';

export const findByEmail = byEmail({
	action: 'Find business profile by email',
	description: `Find a person's job, company and LinkedIn URL by email, sent as it is. ${CHARGED}`,
	builderHint:
		'Returns emails masked or hashed. For an address to write to choose resource person, operation resolve',
	simplified: ['full_name', 'title', 'company_name', 'company_domain', 'linkedin_url'],
	purpose: PROFILE,
	tool: {
		name: 'reverse_email_lookup',
		reportsCharges: false,
		...resultsOf(
			{
				...emailProfile(),
				work_email_confirmed_risk_score: textFor('work_email_risk_score'),
				personal_emails_risk_score: gappyTextsFor('listed_riskScore'),
			},
			{ emails: 'obscured' },
		),
	},
});
