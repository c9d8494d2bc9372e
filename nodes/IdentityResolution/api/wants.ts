import { isFilled, type Cells, type Column } from './columns';

interface Want {
	/** Title Case. */
	title: string;
	/** In the middle of a sentence. */
	words: string;
	/** Of an e-mail: the column that tells whether it can be written to. */
	form?: Column;
	/** Whether a row's columns hold what was wanted. */
	met(cells: Cells): boolean;
}

/**
 * What can be wanted of a person. An e-mail is one that can be written to: tools that are asked by e-mail tell others hashed or
 * masked (contract: Reverse email profile).
 */
export const WANTS = {
	company: {
		title: 'Company',
		words: 'a company',
		met: ({ company_name, company_website_url }) => isFilled(company_name ?? company_website_url),
	},
	mobilePhone: { title: 'Mobile Phone', words: 'a mobile phone', met: ({ mobile_phone }) => isFilled(mobile_phone) },
	personalEmail: {
		title: 'Personal Email',
		words: 'a personal e-mail',
		form: 'personal_email_form',
		met: ({ personal_email_form }) => personal_email_form === 'plain',
	},
	profile: { title: 'Profile', words: 'a profile', met: ({ full_name, title }) => isFilled(full_name ?? title) },
	workEmail: {
		title: 'Work Email',
		words: 'a work e-mail',
		form: 'work_email_form',
		met: ({ work_email_form }) => work_email_form === 'plain',
	},
} as const satisfies Record<string, Want>;

export type WantName = keyof typeof WANTS;

export const WANT_NAMES = Object.keys(WANTS) as WantName[];

/** What of it the columns do not hold. */
export const unmet = (wants: readonly WantName[], cells: Cells): WantName[] =>
	wants.filter((want) => !WANTS[want].met(cells));

/** What is lacking, in the middle of a sentence: a filled column does not look like it lacks an e-mail, unless it is said why. */
export function lackOf(want: WantName, cells: Cells): string {
	const { words, form }: Want = WANTS[want];
	const told = form === undefined ? null : (cells[form] ?? null);
	return told === null ? words : `${words} (only a ${told} one)`;
}
