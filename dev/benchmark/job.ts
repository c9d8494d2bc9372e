/** One enrichment of a sheet: what a contender needs to build its workflow. */
export interface Job {
	tool: string;
	column: 'linkedin' | 'email';
	/** Request field for one lookup, and for a batch of at most `most`; null if the tool takes no batches. */
	field: string;
	batch: { field: string; most: number } | null;
	answer: string;
	/** This node's operation, its field, and the output column of the answer. */
	ours: { resource: string; operation: string; field: string; answer: string };
}

/** LinkedIn profiles to personal emails, 100 a request. */
export const EMAILS: Job = {
	tool: 'linkedin_to_best_personal_email_usa',
	column: 'linkedin',
	field: 'linkedin_url',
	batch: { field: 'linkedin_urls', most: 100 },
	answer: 'email',
	ours: { resource: 'personalEmail', operation: 'findBest', field: 'linkedinUrl', answer: 'enriched_personal_email' },
};

/** Emails to LinkedIn profiles, one a request. */
export const PROFILES: Job = {
	tool: 'reverse_email_lookup',
	column: 'email',
	field: 'email',
	batch: null,
	answer: 'linkedinurl',
	ours: { resource: 'businessProfile', operation: 'findByEmail', field: 'email', answer: 'enriched_linkedin_url' },
};
