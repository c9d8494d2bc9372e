import { resultsOf, text, textFor } from '../../api/person/results';
import { byLinkedin, LINKEDIN_BATCHES } from '../spec/operation';

export const findMobilePhone = byLinkedin({
	action: 'Find mobile phone by LinkedIn URL',
	description:
		"Find a person's mobile phone by LinkedIn URL. A hit is charged and uses a phone token, a miss is free.",
	builderHint: 'The right choice for mobile phones of LinkedIn profiles: batches of 100',
	tool: {
		name: 'linkedin_to_mobile_phone',
		...LINKEDIN_BATCHES,
		onlyPhone: true,
		...resultsOf({ mobile_phone: textFor('mobile_phone'), last_validated_at: text() }),
	},
});
