import type { INodeParameters } from 'n8n-workflow';

/** One enrichment of a sheet: what a contender needs to build its workflow. */
export interface Job {
	tool: string;
	column: 'linkedin' | 'email';
	/** Request field for one lookup, and for a batch of at most `most`; null if the tool takes no batches. */
	field: string;
	batch: { field: string; most: number } | null;
	answer: string;
	/** Further tools that take the same requests, if their answers are wanted, too. */
	further?: ReadonlyArray<{ tool: string; answer: string }>;
	/** This node's operation, its field, and the output column of the answer; several are joined with a plus. */
	ours: { resource: string; operation: string; field: string; answer: string; parameters?: INodeParameters };
	/** How many columns this node fills besides the answer, and so the bare node. */
	columns: number;
}

/** LinkedIn profiles to personal emails, 100 a request. */
export const EMAILS: Job = {
	tool: 'linkedin_to_best_personal_email_usa',
	column: 'linkedin',
	field: 'linkedin_url',
	batch: { field: 'linkedin_urls', most: 100 },
	answer: 'email',
	ours: { resource: 'personalEmail', operation: 'findBest', field: 'linkedinUrl', answer: 'enriched_personal_email' },
	columns: 5,
};

/** LinkedIn profiles to work emails, 100 a request. */
export const WORK_EMAILS: Job = {
	...EMAILS,
	tool: 'linkedin_to_business_email',
	ours: {
		resource: 'workEmail',
		operation: 'findByLinkedin',
		field: 'linkedinUrl',
		answer: 'enriched_work_email',
	},
};

const PERSONAL = { tool: EMAILS.tool, answer: EMAILS.answer };
const PHONE = { tool: 'linkedin_to_mobile_phone', answer: 'mobile_phone' };

/** LinkedIn profiles to work emails and personal emails, 100 a request. */
export const BOTH_EMAILS: Job = {
	...WORK_EMAILS,
	further: [PERSONAL],
	ours: {
		resource: 'person',
		operation: 'resolve',
		field: 'linkedinUrl',
		answer: 'enriched_work_email+enriched_personal_email',
		parameters: { want: ['workEmail', 'personalEmail'] },
	},
};

/** LinkedIn profiles to work emails, personal emails and phones, 100 a request. */
export const THREE_WANTS: Job = {
	...BOTH_EMAILS,
	further: [PERSONAL, PHONE],
	ours: {
		...BOTH_EMAILS.ours,
		answer: `${BOTH_EMAILS.ours.answer}+enriched_mobile_phone`,
		parameters: { want: ['workEmail', 'personalEmail', 'mobilePhone'] },
	},
};

/** Emails to LinkedIn profiles, one a request. */
export const PROFILES: Job = {
	tool: 'reverse_email_lookup',
	column: 'email',
	field: 'email',
	batch: null,
	answer: 'linkedinurl',
	ours: { resource: 'businessProfile', operation: 'findByEmail', field: 'email', answer: 'enriched_linkedin_url' },
	columns: 26,
};
