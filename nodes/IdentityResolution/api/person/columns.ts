import { z, type ZodType } from 'zod/v4';
import { profileAddress } from '../identifiers/linkedin';
import { asText } from '../values/nothing';
import { toText } from '../values/json';
import { isoOf } from '../values/time';
import { readAs } from '../values/schema';

/** The value of a sheet cell: never an object. */
export type Cell = string | number | null;

// Each schema parses any value of a reply. What is not of its type is read as text, so that nothing
// paid is hidden.
const readText = (read: (value: unknown) => string | null) =>
	readAs(read).pipe(z.string().nullable());
const TEXT = readText(asText);
/** A person may be called Null or None. */
const isName = (value: unknown): value is string =>
	typeof value === 'string' && /^\s*\p{L}[\p{L}\p{M}\s'-]*$/u.test(value);
const NAME = readText((value) => (isName(value) ? value : asText(value)));
/** A company is one text. Lists and objects are read like companies under other names. */
const COMPANY = readText((value) => (typeof value === 'object' ? null : asText(value)));
/** An email is one text. Lists and objects are read like emails under other names. */
const EMAIL = readText((value) => (typeof value === 'object' ? null : asText(value)));

/**
 * A grade as it comes, also a word for nothing: it is a statement, and not a blank (contract:
 * Silent points, 12).
 */
export const gradeOf = (value: unknown): string | null =>
	(toText(value) ?? asText(value))?.trim().toUpperCase() || null;
const GRADE = readText(gradeOf);

const YEAR_OR_DAY = /\b(?:19|20)\d\d(?!\d)|\b(?:19|20)\d{6}\b|\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2}\b/;
const WORDS_OF_DATES: ReadonlySet<string> = new Set(
	(
		't z am pm gmt utc of st nd rd th mon monday tue tues tuesday wed wednesday thu thurs thursday fri friday ' +
		'sat saturday sun sunday jan january feb february mar march apr april may jun june jul july aug august ' +
		'sep sept september oct october nov november dec december'
	).split(' '),
);

/**
 * Returns a date as it comes, epoch seconds as ISO 8601; null for any other value, such as the
 * status `valid` (contract: Silent points, 24).
 */
export function dateOf(value: unknown): string | null {
	const text = isoOf(value) ?? asText(value);
	if (text === null || text.length > LONGEST_DATE || !YEAR_OR_DAY.test(text)) return null;
	const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
	return words.every((word) => WORDS_OF_DATES.has(word)) ? text : null;
}

/** Characters. */
const LONGEST_DATE = 60;
const DATE = readText(dateOf);

/** A page of a company is not the profile of a person. */
const PROFILE = readText((value) => {
	const address = profileAddress(asText(value));
	return address !== null && COMPANY_PAGE.test(address) ? null : address;
});
const COMPANY_PAGE = /linkedin\.com\/+(?:company|school|showcase|organization)\//i;

/**
 * The simplified columns, in output order, and how their values are read. Their names do not depend
 * on the tool.
 */
export const COLUMNS = {
	full_name: { title: 'Full Name', cell: NAME },
	first_name: { title: 'First Name', cell: NAME },
	last_name: { title: 'Last Name', cell: NAME },
	title: { title: 'Title', cell: TEXT },
	seniority: { title: 'Seniority', cell: TEXT },
	functional_area: { title: 'Functional Area', cell: TEXT },
	linkedin_url: { title: 'LinkedIn URL', cell: PROFILE },
	country: { title: 'Country', cell: TEXT },
	current_industry: { title: 'Current Industry', cell: TEXT },
	work_email: { title: 'Work Email', cell: EMAIL },
	work_email_risk_score: { title: 'Work Email Risk Score', cell: GRADE },
	work_email_validated_at: { title: 'Work Email Validated At', cell: DATE },
	work_email_obscured: { title: 'Work Email Obscured', cell: TEXT },
	personal_email: { title: 'Personal Email', cell: EMAIL },
	personal_email_risk_score: { title: 'Personal Email Risk Score', cell: GRADE },
	personal_email_validated_at: { title: 'Personal Email Validated At', cell: DATE },
	personal_email_obscured: { title: 'Personal Email Obscured', cell: TEXT },
	personal_emails: { title: 'Personal Emails', cell: TEXT },
	personal_emails_obscured: { title: 'Personal Emails Obscured', cell: TEXT },
	mobile_phone: { title: 'Mobile Phone', cell: TEXT },
	company_name: { title: 'Company Name', cell: COMPANY },
	company_website_url: { title: 'Company Website URL', cell: TEXT },
	company_domain: { title: 'Company Domain', cell: TEXT },
	company_linkedin_url: { title: 'Company LinkedIn URL', cell: TEXT },
	company_industry: { title: 'Company Industry', cell: TEXT },
	company_employee_count: { title: 'Company Employee Count', cell: TEXT },
	company_revenue: { title: 'Company Revenue', cell: TEXT },
	company_employee_range: { title: 'Company Employee Range', cell: TEXT },
	company_revenue_range: { title: 'Company Revenue Range', cell: TEXT },
	sha256_work_emails: { title: 'SHA-256 of Work Emails', cell: TEXT },
	md5_work_emails: { title: 'MD5 of Work Emails', cell: TEXT },
	sha256_personal_emails: { title: 'SHA-256 of Personal Emails', cell: TEXT },
	md5_personal_emails: { title: 'MD5 of Personal Emails', cell: TEXT },
	mobile_ad_ids: { title: 'Mobile Ad IDs', cell: TEXT },
} as const satisfies Record<string, { title: string; cell: ZodType<Cell> }>;

export type Column = keyof typeof COLUMNS;
export type Cells = Partial<Record<Column, Cell>>;

export const COLUMN_NAMES = Object.keys(COLUMNS) as Column[];

export const PARTS = [
	'profile',
	'company',
	'work_email',
	'personal_email',
	'mobile_phone',
] as const;

/** Parts of a row, which may come from different tools. */
export type Part = (typeof PARTS)[number];

function readPart(column: Column): Part {
	if (column.startsWith('personal_email')) return 'personal_email';
	if (column.startsWith('work_email')) return 'work_email';
	if (column === 'mobile_phone') return column;
	return column.startsWith('company_') ? 'company' : 'profile';
}

const PART_OF = Object.fromEntries(
	COLUMN_NAMES.map((column) => [column, readPart(column)]),
) as Record<Column, Part>;

export const partOf = (column: Column): Part => PART_OF[column];

/**
 * The columns of one email. Date and grade describe the address, or the obscured email if there is
 * no address.
 */
const emailColumns = (kind: 'work' | 'personal') =>
	({
		kind,
		address: `${kind}_email`,
		obscured: `${kind}_email_obscured`,
		validatedAt: `${kind}_email_validated_at`,
		riskScore: `${kind}_email_risk_score`,
	}) as const;

export type EmailColumns = ReturnType<typeof emailColumns>;

export const EMAILS = [emailColumns('work'), emailColumns('personal')] as const;

/** The columns with the grade and the date of each email among them. */
export const withGrades = (columns: readonly Column[]): Column[] =>
	columns.flatMap((column) => {
		const email = EMAILS.find(({ address }) => address === column);
		return email === undefined ? [column] : [column, email.riskScore, email.validatedAt];
	});
