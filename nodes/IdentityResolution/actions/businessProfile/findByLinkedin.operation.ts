import {
	companyTexts,
	gappyTextsFor,
	objectOf,
	resultsOf,
	sameNamed,
	textFor,
	textsFor,
} from '../../api/person/results';
import { byLinkedin } from '../spec/operation';
import { PROFILE } from './emailProfile';

export const findByLinkedin = byLinkedin({
	action: 'Find business profile by LinkedIn URL',
	description:
		"Find a person's job, company and work email by LinkedIn URL. A hit is charged, a phone perhaps extra, a miss " +
		'is free.',
	builderHint:
		'For a whole profile with job and company. For work emails choose resource workEmail, operation findByLinkedin',
	simplified: ['full_name', 'title', 'company_name', 'company_domain', 'work_email'],
	purpose: PROFILE,
	tool: {
		name: 'linkedin_to_business_profile',
		otherNames: ['reverse_linkedin_lookup'],
		phoneFlag: 'include_mobile_phone',
		reportsCharges: true,
		...resultsOf({
			...sameNamed(
				'first_name',
				'last_name',
				'full_name',
				'title',
				'seniority',
				'linkedin_url',
			),
			business_email: textFor('work_email'),
			// Only the successor returns grades.
			business_email_risk_score: textFor('work_email_risk_score'),
			...sameNamed('personal_email', 'personal_email_risk_score'),
			personal_emails: textsFor('listed_emails'),
			personal_emails_risk_score: gappyTextsFor('listed_riskScore'),
			...sameNamed('mobile_phone', 'country', 'current_industry'),
			company: objectOf(
				companyTexts('name', 'website_url', 'linkedin_url', 'industry', 'revenue'),
			),
		}),
	},
});
