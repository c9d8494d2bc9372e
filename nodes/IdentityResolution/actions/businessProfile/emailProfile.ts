import { gappyTextsFor, sameNamed, textFor, textsFor } from '../../api/person/results';

/**
 * What a business profile is for: other operations find emails, phones and LinkedIn addresses, too.
 */
export const PROFILE = ['full_name', 'title', 'company_name', 'company_domain'] as const;

/**
 * The fields that both profiles share (contract: Reverse email profile, Hashed-email business
 * profile).
 */
export const emailProfile = () => ({
	...sameNamed('first_name', 'last_name', 'title', 'seniority', 'functional_area'),
	linkedinurl: textFor('linkedin_url'),
	current_company: textFor('company_name'),
	current_company_url: textFor('company_website_url'),
	current_company_linkedinurl: textFor('company_linkedin_url'),
	...sameNamed('country', 'company_employee_count', 'company_employee_range'),
	...sameNamed('company_revenue', 'company_revenue_range'),
	work_email_confirmed: textFor('work_email'),
	work_email_confirmed_status: textFor('work_email_validated_at'),
	personal_emails: textsFor('listed_emails'),
	personal_emails_status: gappyTextsFor('listed_validatedAt'),
});
