import { EMAILS, withGrades, type Cells, type Column, type EmailColumns } from './columns';
import { isFilled } from '../values/json';
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
	/**
	 * Columns of which any meets it, an email with a sufficient grade; those of `lead` if absent.
	 */
	metBy?: readonly Column[];
	/** What a field looks like that may contain it under another name. */
	looksLike?: LooksLike;
}

/**
 * Parts of a person that a user can want. Only emails that accept mail count (contract: Reverse
 * email profile).
 */
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
		description: 'Name and domain of the company',
		metBy: ['company_name', 'company_domain', 'company_website_url'],
	},
	linkedinProfile: {
		title: 'LinkedIn Profile',
		lead: ['linkedin_url'],
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
		description: 'Name and job title',
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

const emailsOf = ({ lead }: Want): EmailColumns[] =>
	EMAILS.filter(({ address }) => lead.includes(address));

/** The want that tools are bought for, such as a work email; none if that is no want. */
export const wantsMetBy = (tools: ReadonlyArray<{ columns: ResultColumns }>): WantName[] =>
	WANT_NAMES.filter((want) =>
		tools.some(
			({ columns }) =>
				WANTS[want].lead.join() === (columns.boughtFor ?? columns.fillable).join(),
		),
	);

/** Wants that an email meets. */
export const EMAIL_WANTS: readonly WantName[] = WANT_NAMES.filter(
	(want) => emailsOf(WANTS[want]).length > 0,
);

/**
 * Columns beside those about the status, so that an item has at most ten fields, as n8n's rule for
 * Simplify says.
 */
const MOST_SIMPLIFIED = 5;

/**
 * The columns by which people know wants, with the grades and then the dates of emails if there is
 * room.
 */
export function simplifiedFor(wants: readonly WantName[]): Column[] {
	const lead: Column[] = [
		...new Set(wants.flatMap((want): readonly Column[] => WANTS[want].lead)),
	];
	const emails = EMAILS.filter(({ address }) => lead.includes(address));
	const shown = new Set(lead);
	for (const more of [
		emails.map(({ riskScore }) => riskScore),
		emails.map(({ validatedAt }) => validatedAt),
	]) {
		if (shown.size + more.length > MOST_SIMPLIFIED) break;
		for (const column of more) shown.add(column);
	}
	return withGrades(lead).filter((column) => shown.has(column));
}

/** The columns of which any filled one meets a want. */
export const columnsMeeting = (want: WantName): readonly Column[] => {
	const { lead, metBy = lead }: Want = WANTS[want];
	return metBy;
};

/** Removes what a row with these kinds of identifiers has already. */
export const withoutGiven = (wanted: Wanted, given: readonly string[]): Wanted =>
	given.includes('linkedin')
		? { ...wanted, wants: wanted.wants.filter((want) => want !== 'linkedinProfile') }
		: wanted;

/** The wanted parts that the columns lack. */
export const unmetIn = ({ wants, minGrade }: Wanted, cells: Cells): WantName[] =>
	wants.filter((want) => {
		const filled = columnsMeeting(want).filter((column) => isFilled(cells[column]));
		return !filled.some((column) => {
			const email = EMAILS.find(({ address }) => address === column);
			return email === undefined || meetsGrade(cells[email.riskScore], minGrade);
		});
	});

/** Whether all that was found of a wanted part is an email that is worse than the minimum grade. */
export const hasWorseEmail = (wanted: Wanted, cells: Cells): boolean =>
	unmetIn(wanted, cells).some((want) =>
		emailsOf(WANTS[want]).some(({ address }) => isFilled(cells[address])),
	);

/**
 * What a field looks like that may contain a wanted part under another name; undefined for parts of
 * several fields.
 */
export const looksLike = (want: WantName): LooksLike | undefined => (WANTS[want] as Want).looksLike;

/**
 * Describes a missing part within a sentence. If there is an unusable email, it explains why it
 * does not count.
 */
export function describeMissing(want: WantName, cells: Cells): string {
	const { words }: Want = WANTS[want];
	const emails = emailsOf(WANTS[want]);
	const unusable = emails.find(({ address }) => isFilled(cells[address]));
	if (unusable !== undefined) {
		const grade = cells[unusable.riskScore];
		const described = isFilled(grade)
			? `of grade ${String(grade).trim().toUpperCase()}`
			: 'without a grade';
		return `${words} (only one ${described}, which was charged)`;
	}
	if (emails.some(({ obscured }) => isFilled(cells[obscured])))
		return `${words} (only an obscured one)`;
	return words;
}
