/** What a sheet is enriched with: everything that a contender has to know to build its workflow. */
export interface Job {
	/** Path of the service that is asked. */
	tool: string;
	/** The column of the sheet that is looked up. */
	column: 'linkedin' | 'email';
	/** Field of a request that asks one, and that of a request which asks many; null where the tool takes one at a time. */
	field: string;
	batch: { field: string; most: number } | null;
	/** The field of `results` that is wanted. */
	answer: string;
	/** Of this node: the operation, its field, and the column that the answer stands in. */
	ours: { resource: string; operation: string; field: string; answer: string };
	/** The columns that this node puts out beside status and the like, and the field of `results` that each is filled from. */
	columns: Readonly<Record<string, string>>;
}

/** LinkedIn profiles to personal e-mails, 100 a request. */
export const EMAILS: Job = {
	tool: 'linkedin_to_best_personal_email_usa',
	column: 'linkedin',
	field: 'linkedin_url',
	batch: { field: 'linkedin_urls', most: 100 },
	answer: 'email',
	ours: { resource: 'personalEmail', operation: 'findBest', field: 'linkedinUrl', answer: 'enriched_personal_email' },
	columns: {
		enriched_personal_email: 'email',
		enriched_personal_email_form: 'form',
		enriched_personal_email_validated_at: 'last_validated_at',
		enriched_personal_email_risk_score: 'risk_score',
	},
};

/** E-mails to LinkedIn profiles, one a request. */
export const PROFILES: Job = {
	tool: 'reverse_email_lookup',
	column: 'email',
	field: 'email',
	batch: null,
	answer: 'linkedinurl',
	ours: { resource: 'businessProfile', operation: 'findByEmail', field: 'email', answer: 'enriched_linkedin_url' },
	columns: {
		enriched_full_name: 'full_name',
		enriched_first_name: 'first_name',
		enriched_last_name: 'last_name',
		enriched_title: 'title',
		enriched_seniority: 'seniority',
		enriched_functional_area: 'functional_area',
		enriched_linkedin_url: 'linkedinurl',
		enriched_country: 'country',
		enriched_work_email: 'work_email_confirmed',
		enriched_work_email_form: 'form',
		enriched_work_email_validated_at: 'work_email_confirmed_status',
		enriched_work_email_risk_score: 'work_email_confirmed_risk_score',
		enriched_personal_email: 'personal_emails',
		enriched_personal_email_form: 'form',
		enriched_personal_email_validated_at: 'personal_emails_status',
		enriched_personal_email_risk_score: 'personal_emails_risk_score',
		enriched_personal_emails: 'personal_emails',
		enriched_company_name: 'current_company',
		enriched_company_website_url: 'current_company_url',
		enriched_company_linkedin_url: 'current_company_linkedinurl',
		enriched_company_employee_count: 'company_employee_count',
		enriched_company_revenue: 'company_revenue',
		enriched_company_employee_range: 'company_employee_range',
		enriched_company_revenue_range: 'company_revenue_range',
	},
};
