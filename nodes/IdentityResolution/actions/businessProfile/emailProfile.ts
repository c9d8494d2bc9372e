import { gappyTexts, fills, textFor, textsFor } from '../../api/person/results';

/** The fields that both profiles share (contract: Reverse email profile, Hashed-email business profile). */
export const emailProfile = () => ({
	first_name: textFor('first_name'),
	last_name: textFor('last_name'),
	title: textFor('title'),
	seniority: textFor('seniority'),
	functional_area: textFor('functional_area'),
	linkedinurl: textFor('linkedin_url'),
	current_company: textFor('company_name'),
	current_company_url: textFor('company_website_url'),
	current_company_linkedinurl: textFor('company_linkedin_url'),
	country: textFor('country'),
	company_employee_count: textFor('company_employee_count'),
	company_employee_range: textFor('company_employee_range'),
	company_revenue: textFor('company_revenue'),
	company_revenue_range: textFor('company_revenue_range'),
	work_email_confirmed: textFor('work_email'),
	work_email_confirmed_status: textFor('work_email_validated_at'),
	personal_emails: textsFor('listed_emails'),
	personal_emails_status: fills('listed_validatedAt', gappyTexts()),
});
