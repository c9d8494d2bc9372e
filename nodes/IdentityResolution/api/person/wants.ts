import { EMAILS, isFilled, partOf, type Cells, type Column, type EmailColumns, type Part } from './columns';
import type { LooksLike } from './unrecognized';
import { meetsGrade, type MinGrade } from './emails';
import type { ResultColumns } from './results';

interface Want {
	/** Title Case. */
	title: string;
	/** Within a sentence. */
	words: string;
	description: string;
	/** The columns by which people know it. They stand beside the status. */
	lead: readonly Column[];
	/** Columns of which any meets it, an email with a sufficient grade; those of `lead` if absent. */
	metBy?: readonly Column[];
	/** The parts that belong to it besides `lead`; those of `lead` if absent. */
	parts?: readonly Part[];
	/** What a field looks like that may contain it under another name. */
	looksLike?: LooksLike;
}

/** Parts of a person that a user can want. Only emails that accept mail count (contract: Reverse email profile). */
export const WANTS = {
	anyEmail: {
		title: 'Any Email',
		lead: ['work_email', 'personal_email'],
		words: 'an email',
		looksLike: 'email',
		description: 'A work email, or else a personal one',
	},
	company: {
		title: 'Company',
		lead: ['company_name', 'company_domain'],
		words: 'a company',
		description: 'Name and website of the company, and what else is known of it',
		metBy: ['company_name', 'company_website_url'],
	},
	linkedinProfile: {
		title: 'LinkedIn Profile',
		lead: ['linkedin_url'],
		parts: [],
		words: 'a LinkedIn profile',
		looksLike: 'profile',
		description: 'Address of the LinkedIn profile',
	},
	mobilePhone: {
		title: 'Mobile Phone',
		lead: ['mobile_phone'],
		words: 'a mobile phone',
		looksLike: 'phone',
		description: 'Number of the mobile phone, which uses a phone token',
	},
	personalEmail: {
		title: 'Personal Email',
		lead: ['personal_email'],
		words: 'a personal email',
		looksLike: 'email',
		description: 'Personal email address',
	},
	profile: {
		title: 'Profile',
		lead: ['full_name', 'title'],
		words: 'a profile',
		description: 'Name, job title and country',
	},
	workEmail: {
		title: 'Work Email',
		lead: ['work_email'],
		words: 'a work email',
		looksLike: 'email',
		description: 'Email address at the company',
	},
} as const satisfies Record<string, Want>;

export type WantName = keyof typeof WANTS;

export interface Wanted {
	wants: readonly WantName[];
	/** The worst grade of an email that counts as found. */
	minGrade: MinGrade;
}

export const WANT_NAMES = Object.keys(WANTS) as WantName[];

const emailsOf = ({ lead }: Want): EmailColumns[] => EMAILS.filter(({ address }) => lead.includes(address));

/** The want that tools are bought for, such as a work email; none if that is no want. */
export const wantsMetBy = (tools: ReadonlyArray<{ columns: ResultColumns }>): WantName[] =>
	WANT_NAMES.filter((want) =>
		tools.some(({ columns }) => WANTS[want].lead.join() === (columns.boughtFor ?? columns.fillable).join()),
	);

/** Wants that an email meets. */
export const EMAIL_WANTS: readonly WantName[] = WANT_NAMES.filter((want) => emailsOf(WANTS[want]).length > 0);

export const isWanted = (column: Column, wants: readonly WantName[]): boolean =>
	wants.some((want) => {
		const { lead, parts = lead.map(partOf) }: Want = WANTS[want];
		return lead.includes(column) || parts.includes(partOf(column));
	});

/** Removes what a row with these kinds of identifiers has already. */
export const withoutGiven = (wanted: Wanted, given: readonly string[]): Wanted =>
	given.includes('linkedin')
		? { ...wanted, wants: wanted.wants.filter((want) => want !== 'linkedinProfile') }
		: wanted;

/** The wanted parts that the columns lack. */
export const unmetIn = ({ wants, minGrade }: Wanted, cells: Cells): WantName[] =>
	wants.filter((want) => {
		const { lead, metBy = lead }: Want = WANTS[want];
		return !metBy.some((column) => {
			const email = EMAILS.find(({ address }) => address === column);
			return isFilled(cells[column]) && (email === undefined || meetsGrade(cells[email.riskScore], minGrade));
		});
	});

/** What a field looks like that may contain a wanted part under another name; undefined for parts of several fields. */
export const looksLike = (want: WantName): LooksLike | undefined => (WANTS[want] as Want).looksLike;

/** Describes a missing part within a sentence. If there is an unusable email, it explains why it does not count. */
export function describeMissing(want: WantName, cells: Cells): string {
	const { words }: Want = WANTS[want];
	const emails = emailsOf(WANTS[want]);
	const unusable = emails.find(({ address }) => isFilled(cells[address]));
	if (unusable !== undefined) {
		const grade = cells[unusable.riskScore];
		const described = isFilled(grade) ? `of grade ${String(grade).trim().toUpperCase()}` : 'without a grade';
		return `${words} (only one ${described})`;
	}
	return emails.some(({ obscured }) => isFilled(cells[obscured])) ? `${words} (only an obscured one)` : words;
}
