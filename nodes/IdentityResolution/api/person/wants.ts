import { EMAILS, isFilled, partOf, type Cells, type Column, type EmailColumns, type Part } from './columns';
import { isWorstGrade } from './emails';

interface Want {
	/** Title Case. */
	title: string;
	/** Within a sentence. */
	words: string;
	part: Part;
	/** The columns of an e-mail. */
	email?: EmailColumns;
	/** Whether a row's columns contain the part. */
	met(cells: Cells): boolean;
}

const [WORK_EMAIL, PERSONAL_EMAIL] = EMAILS;

/** Whether there is an address that accepts mail. */
const isUsable = (cells: Cells, { address, riskScore }: EmailColumns): boolean =>
	isFilled(cells[address]) && !isWorstGrade(cells[riskScore]);

/** Parts of a person that a user can want. Only e-mails that accept mail count (contract: Reverse email profile). */
export const WANTS = {
	company: {
		title: 'Company',
		part: 'company',
		words: 'a company',
		met: ({ company_name, company_website_url }) => isFilled(company_name ?? company_website_url),
	},
	mobilePhone: {
		title: 'Mobile Phone',
		part: 'mobile_phone',
		words: 'a mobile phone',
		met: ({ mobile_phone }) => isFilled(mobile_phone),
	},
	personalEmail: {
		title: 'Personal Email',
		part: 'personal_email',
		words: 'a personal e-mail',
		email: PERSONAL_EMAIL,
		met: (cells) => isUsable(cells, PERSONAL_EMAIL),
	},
	profile: {
		title: 'Profile',
		part: 'profile',
		words: 'a profile',
		met: ({ full_name, title }) => isFilled(full_name ?? title),
	},
	workEmail: {
		title: 'Work Email',
		part: 'work_email',
		words: 'a work e-mail',
		email: WORK_EMAIL,
		met: (cells) => isUsable(cells, WORK_EMAIL),
	},
} as const satisfies Record<string, Want>;

export type WantName = keyof typeof WANTS;

export const WANT_NAMES = Object.keys(WANTS) as WantName[];

/** Whether a column belongs to a wanted part. */
export const isWanted = (column: Column, wants: readonly WantName[]): boolean =>
	wants.some((want) => WANTS[want].part === partOf(column));

/** The wanted parts that the columns lack. */
export const unmet = (wants: readonly WantName[], cells: Cells): WantName[] =>
	wants.filter((want) => !WANTS[want].met(cells));

/** Describes a missing part within a sentence. If there is an unusable e-mail, it explains why it does not count. */
export function describeMissing(want: WantName, cells: Cells): string {
	const { words, email }: Want = WANTS[want];
	if (email !== undefined && isFilled(cells[email.address])) return `${words} (only one of grade D)`;
	return email !== undefined && isFilled(cells[email.obscured]) ? `${words} (only an obscured one)` : words;
}
