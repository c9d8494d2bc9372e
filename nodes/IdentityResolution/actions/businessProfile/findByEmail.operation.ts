import { z } from 'zod/v4';
import { fills, gappyTexts, resultsOf, textFor } from '../../api/person/results';
import { byEmail, defineTool } from '../spec/operation';
import { emailProfile } from './emailProfile';

export const reverseEmailLookup = defineTool({
	name: 'reverse_email_lookup',
	requestFields: { email: 'email' },
	reportsCharges: false,
	...resultsOf(
		z.looseObject({
			...emailProfile(),
			work_email_confirmed_risk_score: textFor('work_email_risk_score'),
			personal_emails_risk_score: fills('listed_riskScore', gappyTexts()),
		}),
	),
});

export const findByEmail = byEmail(reverseEmailLookup, {
	resource: 'businessProfile',
	operation: 'findByEmail',
	name: 'Find by Email',
	action: 'Find business profile by email',
	description:
		"Find a person's job, company and LinkedIn URL by email, sent as it is. A hit is charged, a miss is free.",
	builderHint:
		'Returns emails masked or hashed. For an address to write to choose resource person, operation resolve',
});
