import { z } from 'zod/v4';
import { fills, gappyTexts, resultsOf, textFor } from '../../api/person/results';
import type { Tool } from '../../api/tool';
import { byIdentifier } from '../spec/operation';
import { BY_EMAIL } from '../spec/identifierFields';
import { emailProfile } from './emailProfile';

export const reverseEmailLookup: Tool = {
	name: 'reverse_email_lookup',
	family: 'enrich',
	requestFields: { email: 'email' },
	reportsCharges: false,
	...resultsOf(
		z.looseObject({
			...emailProfile(),
			work_email_confirmed_risk_score: textFor('work_email_risk_score'),
			personal_emails_risk_score: fills('listed_riskScore', gappyTexts()),
		}),
	),
};

export const findByEmail = byIdentifier(BY_EMAIL, reverseEmailLookup, {
	resource: 'businessProfile',
	operation: 'findByEmail',
	name: 'Find by Email',
	action: 'Find business profile by email',
	description:
		"Find a person's job, company and LinkedIn URL by email, sent as it is. A hit is charged, a miss is free.",
	builderHint:
		'Returns emails masked or hashed. For an address to write to choose resource person, operation resolve',
});
