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

export const PARTS = [
	'profile',
	'company',
	'work_email',
	'personal_email',
	'mobile_phone',
] as const;

/** Parts of a row, which may come from different tools. */
export type Part = (typeof PARTS)[number];

/** What the node does with one of the columns about a person. */
interface PersonColumn {
	/** Title Case. */
	title: string;
	/** Reads any value of a reply. */
	cell: ZodType<Cell>;
	part: Part;
	/** Whether it says nothing by itself, or another column contains it. */
	isDetail?: true;
	/** When an AI agent gets it: not in a list of results, or never. Always if absent. */
	agent?: 'alone' | 'never';
}

/**
 * The columns about a person, in output order. Their names do not depend on the tool. The columns
 * of the node itself are in `actions/spec/columns.ts`.
 */
const TABLE = {
	full_name: { title: 'Full Name', cell: NAME, part: 'profile' },
	first_name: {
		title: 'First Name',
		cell: NAME,
		part: 'profile',
		isDetail: true,
		agent: 'alone',
	},
	last_name: { title: 'Last Name', cell: NAME, part: 'profile', isDetail: true, agent: 'alone' },
	title: { title: 'Title', cell: TEXT, part: 'profile' },
	seniority: { title: 'Seniority', cell: TEXT, part: 'profile' },
	functional_area: { title: 'Functional Area', cell: TEXT, part: 'profile' },
	linkedin_url: { title: 'LinkedIn URL', cell: PROFILE, part: 'profile' },
	country: { title: 'Country', cell: TEXT, part: 'profile' },
	current_industry: { title: 'Current Industry', cell: TEXT, part: 'profile' },
	work_email: { title: 'Work Email', cell: EMAIL, part: 'work_email' },
	work_email_risk_score: {
		title: 'Work Email Risk Score',
		cell: GRADE,
		part: 'work_email',
		isDetail: true,
	},
	work_email_validated_at: {
		title: 'Work Email Validated At',
		cell: DATE,
		part: 'work_email',
		isDetail: true,
		agent: 'alone',
	},
	work_email_obscured: {
		title: 'Work Email Obscured',
		cell: TEXT,
		part: 'work_email',
		isDetail: true,
		agent: 'never',
	},
	personal_email: { title: 'Personal Email', cell: EMAIL, part: 'personal_email' },
	personal_email_risk_score: {
		title: 'Personal Email Risk Score',
		cell: GRADE,
		part: 'personal_email',
		isDetail: true,
	},
	personal_email_validated_at: {
		title: 'Personal Email Validated At',
		cell: DATE,
		part: 'personal_email',
		isDetail: true,
		agent: 'alone',
	},
	personal_email_obscured: {
		title: 'Personal Email Obscured',
		cell: TEXT,
		part: 'personal_email',
		isDetail: true,
		agent: 'never',
	},
	personal_emails: {
		title: 'Personal Emails',
		cell: TEXT,
		part: 'personal_email',
		isDetail: true,
	},
	personal_emails_obscured: {
		title: 'Personal Emails Obscured',
		cell: TEXT,
		part: 'personal_email',
		isDetail: true,
		agent: 'never',
	},
	mobile_phone: { title: 'Mobile Phone', cell: TEXT, part: 'mobile_phone' },
	company_name: { title: 'Company Name', cell: COMPANY, part: 'company' },
	company_website_url: {
		title: 'Company Website URL',
		cell: TEXT,
		part: 'company',
		agent: 'alone',
	},
	company_domain: { title: 'Company Domain', cell: TEXT, part: 'company' },
	company_linkedin_url: { title: 'Company LinkedIn URL', cell: TEXT, part: 'company' },
	company_industry: { title: 'Company Industry', cell: TEXT, part: 'company' },
	company_employee_count: { title: 'Company Employee Count', cell: TEXT, part: 'company' },
	company_revenue: { title: 'Company Revenue', cell: TEXT, part: 'company' },
	company_employee_range: { title: 'Company Employee Range', cell: TEXT, part: 'company' },
	company_revenue_range: { title: 'Company Revenue Range', cell: TEXT, part: 'company' },
	sha256_work_emails: { title: 'SHA-256 of Work Emails', cell: TEXT, part: 'profile' },
	md5_work_emails: { title: 'MD5 of Work Emails', cell: TEXT, part: 'profile' },
	sha256_personal_emails: { title: 'SHA-256 of Personal Emails', cell: TEXT, part: 'profile' },
	md5_personal_emails: { title: 'MD5 of Personal Emails', cell: TEXT, part: 'profile' },
	mobile_ad_ids: { title: 'Mobile Ad IDs', cell: TEXT, part: 'profile' },
} as const satisfies Record<string, PersonColumn>;

export type Column = keyof typeof TABLE;
export type Cells = Partial<Record<Column, Cell>>;

export const COLUMNS: Readonly<Record<Column, PersonColumn>> = TABLE;

export const COLUMN_NAMES = Object.keys(COLUMNS) as Column[];

export const partOf = (column: Column): Part => COLUMNS[column].part;

/**
 * The columns of one email. Date and grade describe the address, or the obscured email if there is
 * no address.
 */
export interface EmailColumns<Kind extends 'work' | 'personal' = 'work' | 'personal'> {
	kind: Kind;
	address: `${Kind}_email`;
	obscured: `${Kind}_email_obscured`;
	validatedAt: `${Kind}_email_validated_at`;
	riskScore: `${Kind}_email_risk_score`;
}

const emailColumns = <Kind extends 'work' | 'personal'>(kind: Kind): EmailColumns<Kind> => ({
	kind,
	address: `${kind}_email`,
	obscured: `${kind}_email_obscured`,
	validatedAt: `${kind}_email_validated_at`,
	riskScore: `${kind}_email_risk_score`,
});

export const EMAILS = [emailColumns('work'), emailColumns('personal')] as const;

/** The columns with the grade and the date of each email among them. */
export const withGrades = (columns: readonly Column[]): Column[] =>
	columns.flatMap((column) => {
		const email = EMAILS.find(({ address }) => address === column);
		return email === undefined ? [column] : [column, email.riskScore, email.validatedAt];
	});
