import { z } from 'zod/v4';
import { resultsOf, text, textFor } from '../../api/person/results';
import type { Tool } from '../../api/tool';
import { byIdentifier } from '../spec/operation';
import { BY_LINKEDIN } from '../spec/identifierFields';

export const linkedinToMobilePhone: Tool = {
	name: 'linkedin_to_mobile_phone',
	family: 'enrich',
	requestFields: { linkedin: 'linkedin_url' },
	batch: { field: 'linkedin_urls', max: 100 },
	onlyPhone: true,
	reportsCharges: 'unknown',
	...resultsOf(z.looseObject({ mobile_phone: textFor('mobile_phone'), last_validated_at: text() })),
};

export const findMobilePhone = byIdentifier(BY_LINKEDIN, linkedinToMobilePhone, {
	resource: 'mobilePhone',
	operation: 'findByLinkedin',
	name: 'Find by LinkedIn URL',
	action: 'Find mobile phone by LinkedIn URL',
	description:
		"Find a person's mobile phone by LinkedIn URL. A hit is charged and uses a phone token, a miss is free.",
	builderHint: 'The right choice for mobile phones of LinkedIn profiles: batches of 100',
});
