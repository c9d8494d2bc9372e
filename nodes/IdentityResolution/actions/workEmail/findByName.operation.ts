import { resultsOf, textFor } from '../../api/person/results';
import { byName, CHARGED } from '../spec/operation';

export const findWorkEmailByName = byName({
	action: 'Find work email by name',
	description: `Find a person's work email by name and company or domain. ${CHARGED}`,
	builderHint: 'Only if there is no LinkedIn URL, which identifies a person better',
	tool: {
		name: 'search_business_email_by_name',
		...resultsOf(
			{
				email: textFor('work_email'),
				risk_score: textFor('work_email_risk_score'),
				linkedin_url: textFor('linkedin_url'),
			},
			{ boughtFor: ['work_email'] },
		),
	},
});
