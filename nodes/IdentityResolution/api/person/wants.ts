import { EMAILS, isFilled, partOf, type Cells, type Column, type EmailColumns, type Part } from './columns';
import type { LooksLike } from './unrecognized';
import { meetsGrade, type MinGrade } from './emails';

interface Want {
	/** Title Case. */
	title: string;
	/** Within a sentence. */
	words: string;
	/** What the user gets. */
	description: string;
	/** The columns by which people know it. They stand beside the status. */
	lead: readonly Column[];
	/** The columns that belong to it. */
	columns: { parts: readonly Part[] } | { column: Column };
	/** Emails that meet it, if one of them is an address of a sufficient grade. */
	emails?: readonly EmailColumns[];
	/** What a field looks like that may contain it under another name. */
	looksLike?: LooksLike;
	/** Whether a row's columns contain it; only for wants without emails. */
	met?(cells: Cells): boolean;
}

const [WORK_EMAIL, PERSONAL_EMAIL] = EMAILS;

/** Parts of a person that a user can want. Only emails that accept mail count (contract: Reverse email profile). */
export const WANTS = {
	anyEmail: {
		title: 'Any Email',
		lead: ['work_email', 'personal_email'],
		columns: { parts: ['work_email', 'personal_email'] },
		words: 'an email',
		looksLike: 'email',
		description: 'A work email, or else a personal one',
		emails: EMAILS,
	},
	company: {
		title: 'Company',
		lead: ['company_name', 'company_domain'],
		columns: { parts: ['company'] },
		words: 'a company',
		description: 'Name and website of the company, and what else is known of it',
		met: ({ company_name, company_website_url }) => isFilled(company_name ?? company_website_url),
	},
	linkedinProfile: {
		title: 'LinkedIn Profile',
		lead: ['linkedin_url'],
		columns: { column: 'linkedin_url' },
		words: 'a LinkedIn profile',
		looksLike: 'profile',
		description: 'Address of the LinkedIn profile',
		met: ({ linkedin_url }) => isFilled(linkedin_url),
	},
	mobilePhone: {
		title: 'Mobile Phone',
		lead: ['mobile_phone'],
		columns: { parts: ['mobile_phone'] },
		words: 'a mobile phone',
		looksLike: 'phone',
		description: 'Number of the mobile phone, which uses a phone token',
		met: ({ mobile_phone }) => isFilled(mobile_phone),
	},
	personalEmail: {
		title: 'Personal Email',
		lead: ['personal_email'],
		columns: { parts: ['personal_email'] },
		words: 'a personal email',
		looksLike: 'email',
		description: 'Personal email address',
		emails: [PERSONAL_EMAIL],
	},
	profile: {
		title: 'Profile',
		lead: ['full_name', 'title'],
		columns: { parts: ['profile'] },
		words: 'a profile',
		description: 'Name, job title and country',
		met: ({ full_name, title }) => isFilled(full_name ?? title),
	},
	workEmail: {
		title: 'Work Email',
		lead: ['work_email'],
		columns: { parts: ['work_email'] },
		words: 'a work email',
		looksLike: 'email',
		description: 'Email address at the company',
		emails: [WORK_EMAIL],
	},
} as const satisfies Record<string, Want>;

export type WantName = keyof typeof WANTS;

/** What a user wants of a person. */
export interface Wanted {
	wants: readonly WantName[];
	/** The worst grade of an email that counts as found. */
	minGrade: MinGrade;
}

export const WANT_NAMES = Object.keys(WANTS) as WantName[];

/** Wants that an email meets. */
export const EMAIL_WANTS: readonly WantName[] = WANT_NAMES.filter((want) => 'emails' in WANTS[want]);

/** Whether a column belongs to a wanted part. */
export const isWanted = (column: Column, wants: readonly WantName[]): boolean =>
	wants.some((want) => {
		const { columns }: Want = WANTS[want];
		return 'column' in columns ? columns.column === column : columns.parts.includes(partOf(column));
	});

/** Removes what a row with these kinds of identifiers has already. */
export const withoutGiven = (wanted: Wanted, given: readonly string[]): Wanted =>
	given.includes('linkedin') && wanted.wants.includes('linkedinProfile')
		? { ...wanted, wants: wanted.wants.filter((want) => want !== 'linkedinProfile') }
		: wanted;

/** The wanted parts that the columns lack. */
export const unmetIn = ({ wants, minGrade }: Wanted, cells: Cells): WantName[] =>
	wants.filter((want) => {
		const { emails, met }: Want = WANTS[want];
		return !(emails?.some((email) => isUsable(cells, email, minGrade)) ?? met?.(cells));
	});

const isUsable = (cells: Cells, { address, riskScore }: EmailColumns, minGrade: MinGrade): boolean =>
	isFilled(cells[address]) && meetsGrade(cells[riskScore], minGrade);

/** What a field looks like that may contain a wanted part under another name; undefined for parts of several fields. */
export const looksLike = (want: WantName): LooksLike | undefined => (WANTS[want] as Want).looksLike;

/** Describes a missing part within a sentence. If there is an unusable email, it explains why it does not count. */
export function describeMissing(want: WantName, cells: Cells): string {
	const { words, emails = [] }: Want = WANTS[want];
	const unusable = emails.find(({ address }) => isFilled(cells[address]));
	if (unusable !== undefined) {
		const grade = cells[unusable.riskScore];
		const described = isFilled(grade) ? `of grade ${String(grade).trim().toUpperCase()}` : 'without a grade';
		return `${words} (only one ${described})`;
	}
	return emails.some(({ obscured }) => isFilled(cells[obscured])) ? `${words} (only an obscured one)` : words;
}
