import { z } from 'zod/v4';
import { fills, resultsOf } from '../../api/person/results';
import type { Tool } from '../../api/tool';
import { byIdentifier } from '../spec/operation';
import { BY_LINKEDIN } from '../spec/identifierFields';

export const linkedinToBestPersonalEmailUsa: Tool = {
	name: 'linkedin_to_best_personal_email_usa',
	otherNames: ['linkedin_to_best_personal_email'],
	family: 'enrich',
	requestFields: { linkedin: 'linkedin_url' },
	batch: { field: 'linkedin_urls', max: 100 },
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
};

export const findBest = byIdentifier(BY_LINKEDIN, linkedinToBestPersonalEmailUsa, {
	resource: 'personalEmail',
	operation: 'findBest',
	name: 'Find Best',
	action: 'Find best US personal email by LinkedIn',
	description:
		"Find a person's personal email with the highest confidence by LinkedIn URL. US only. A hit is charged, a miss " +
		'is free.',
	builderHint: 'Personal emails only. For work emails choose resource workEmail, operation findByLinkedin',
});
