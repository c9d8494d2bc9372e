import { z } from 'zod/v4';
import { resultsOf, textFor } from '../../api/person/results';
import type { Tool } from '../../api/tool';
import { byIdentifier } from '../spec/operation';
import { BY_LINKEDIN } from '../spec/identifierFields';

/** Returns a work email, or else a personal one. */
export const linkedinToBestEmail: Tool = {
	name: 'linkedin_to_best_email',
	family: 'enrich',
	requestFields: { linkedin: 'linkedin_url' },
	batch: { field: 'linkedin_urls', max: 100 },
	reportsCharges: 'unknown',
	...resultsOf(
		z.looseObject({
			email: textFor('either_email'),
			type: textFor('either_type'),
			risk_score: textFor('either_riskScore'),
			last_validated_at: textFor('either_validatedAt'),
		}),
		{ boughtFor: ['work_email', 'personal_email'] },
	),
};

export const findBestEmail = byIdentifier(BY_LINKEDIN, linkedinToBestEmail, {
	resource: 'email',
	operation: 'findBest',
	name: 'Find Best',
	action: 'Find best email by LinkedIn URL',
	description:
		'Find one email of a person by LinkedIn URL: the work email, or else a personal one. A hit is charged, a miss is ' +
		'free.',
	builderHint: 'For any email of LinkedIn profiles. It fills work_email or personal_email, never both',
});
