import { z } from 'zod/v4';
import type { ColumnSources } from '../../person/columns';

const text = z.string().nullable().optional();

/**
 * The fields that the reverse email profile and the hashed-email profile share (contract: Reverse email profile,
 * Hashed-email business profile).
 */
export const emailProfileShape = {
	first_name: text,
	last_name: text,
	title: text,
	seniority: text,
	functional_area: text,
	linkedinurl: text,
	current_company: text,
	current_company_url: text,
	current_company_linkedinurl: text,
	country: text,
	company_employee_count: text,
	company_employee_range: text,
	company_revenue: text,
	company_revenue_range: text,
	work_email_confirmed: text,
	work_email_confirmed_status: text,
	personal_emails: z.array(z.string()).nullable().optional(),
	personal_emails_status: z.array(z.string().nullable()).nullable().optional(),
};

export const emailProfileFields: ColumnSources['fields'] = {
	first_name: 'first_name',
	last_name: 'last_name',
	title: 'title',
	seniority: 'seniority',
	functional_area: 'functional_area',
	linkedin_url: 'linkedinurl',
	country: 'country',
	work_email: 'work_email_confirmed',
	work_email_validated_at: 'work_email_confirmed_status',
	company_name: 'current_company',
	company_website_url: 'current_company_url',
	company_linkedin_url: 'current_company_linkedinurl',
	company_employee_count: 'company_employee_count',
	company_employee_range: 'company_employee_range',
	company_revenue: 'company_revenue',
	company_revenue_range: 'company_revenue_range',
};
