import { fills, gappyTexts, objectOf, resultsOf, textFor, textsFor } from '../../api/person/results';
import { byLinkedin } from '../spec/operation';

export const findByLinkedin = byLinkedin({
	action: 'Find business profile by LinkedIn URL',
	description:
		"Find a person's job, company, emails and phone by LinkedIn URL. A hit is charged, a phone extra, a miss is free.",
	builderHint:
		'For a whole profile with job and company. For work emails choose resource workEmail, operation findByLinkedin',
	tool: {
		name: 'linkedin_to_business_profile',
		otherNames: ['reverse_linkedin_lookup'],
		phoneFlag: 'include_mobile_phone',
		reportsCharges: true,
		...resultsOf({
			first_name: textFor('first_name'),
			last_name: textFor('last_name'),
			full_name: textFor('full_name'),
			title: textFor('title'),
			seniority: textFor('seniority'),
			linkedin_url: textFor('linkedin_url'),
			business_email: textFor('work_email'),
			// Only the successor returns grades.
			business_email_risk_score: textFor('work_email_risk_score'),
			personal_email: textFor('personal_email'),
			personal_email_risk_score: textFor('personal_email_risk_score'),
			personal_emails: textsFor('listed_emails'),
			personal_emails_risk_score: fills('listed_riskScore', gappyTexts()),
			mobile_phone: textFor('mobile_phone'),
			country: textFor('country'),
			current_industry: textFor('current_industry'),
			company: objectOf({
				name: textFor('company_name'),
				website_url: textFor('company_website_url'),
				linkedin_url: textFor('company_linkedin_url'),
				industry: textFor('company_industry'),
				revenue: textFor('company_revenue'),
			}),
		}),
	},
});
