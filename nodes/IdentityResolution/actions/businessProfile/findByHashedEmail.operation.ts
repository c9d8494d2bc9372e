import { resultsOf, textFor } from '../../api/person/results';
import { byHashedEmail } from '../spec/operation';
import { emailProfile, PROFILE } from './emailProfile';

export const findByHashedEmail = byHashedEmail({
	action: 'Find business profile by hashed email',
	description:
		"Find a person's job and company by email or its MD5. A hit is charged, a phone extra, a miss is free.",
	builderHint:
		'Returns emails masked or hashed. For an address to write to choose resource person, operation resolve',
	simplified: ['full_name', 'title', 'company_name', 'company_domain', 'linkedin_url'],
	purpose: PROFILE,
	tool: {
		name: 'hem_to_business_profile',
		requestFields: { email: 'email', hem: 'md5' },
		phoneFlag: 'include_mobile_phone',
		reportsCharges: true,
		...resultsOf(
			{ ...emailProfile(), mobile_phone: textFor('mobile_phone') },
			{ emails: 'obscured' },
		),
	},
});
