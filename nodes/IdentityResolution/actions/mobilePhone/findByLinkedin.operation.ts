import { z } from 'zod/v4';
import { resultsOf, text, textFor } from '../../api/person/results';
import { LINKEDIN_BATCHES, byLinkedin, defineTool } from '../spec/operation';

export const linkedinToMobilePhone = defineTool({
	name: 'linkedin_to_mobile_phone',
	...LINKEDIN_BATCHES,
	onlyPhone: true,
	...resultsOf(z.looseObject({ mobile_phone: textFor('mobile_phone'), last_validated_at: text() })),
});

export const findMobilePhone = byLinkedin(linkedinToMobilePhone, {
	resource: 'mobilePhone',
	operation: 'findByLinkedin',
	name: 'Find by LinkedIn URL',
	action: 'Find mobile phone by LinkedIn URL',
	description:
		"Find a person's mobile phone by LinkedIn URL. A hit is charged and uses a phone token, a miss is free.",
	builderHint: 'The right choice for mobile phones of LinkedIn profiles: batches of 100',
});
