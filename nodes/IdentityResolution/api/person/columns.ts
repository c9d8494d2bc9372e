import type { AddressBook } from './emails';

/** The simplified columns, in output order. Their names do not depend on the tool. */
export const COLUMNS = {
	full_name: { title: 'Full Name', type: 'text' },
	first_name: { title: 'First Name', type: 'text' },
	last_name: { title: 'Last Name', type: 'text' },
	title: { title: 'Title', type: 'text' },
	seniority: { title: 'Seniority', type: 'text' },
	functional_area: { title: 'Functional Area', type: 'text' },
	linkedin_url: { title: 'LinkedIn URL', type: 'text' },
	country: { title: 'Country', type: 'text' },
	current_industry: { title: 'Current Industry', type: 'text' },
	work_email: { title: 'Work Email', type: 'text' },
	work_email_validated_at: { title: 'Work Email Validated At', type: 'text' },
	work_email_risk_score: { title: 'Work Email Risk Score', type: 'text' },
	work_email_obscured: { title: 'Work Email Obscured', type: 'text' },
	personal_email: { title: 'Personal Email', type: 'text' },
	personal_email_validated_at: { title: 'Personal Email Validated At', type: 'text' },
	personal_email_risk_score: { title: 'Personal Email Risk Score', type: 'text' },
	personal_email_obscured: { title: 'Personal Email Obscured', type: 'text' },
	personal_emails: { title: 'Personal Emails', type: 'text' },
	personal_emails_obscured: { title: 'Personal Emails Obscured', type: 'text' },
	mobile_phone: { title: 'Mobile Phone', type: 'text' },
	company_name: { title: 'Company Name', type: 'text' },
	company_website_url: { title: 'Company Website URL', type: 'text' },
	company_domain: { title: 'Company Domain', type: 'text' },
	company_linkedin_url: { title: 'Company LinkedIn URL', type: 'text' },
	company_industry: { title: 'Company Industry', type: 'text' },
	company_employee_count: { title: 'Company Employee Count', type: 'number' },
	company_revenue: { title: 'Company Revenue', type: 'number' },
	company_employee_range: { title: 'Company Employee Range', type: 'text' },
	company_revenue_range: { title: 'Company Revenue Range', type: 'text' },
	sha256_work_emails: { title: 'SHA-256 of Work Emails', type: 'text' },
	md5_work_emails: { title: 'MD5 of Work Emails', type: 'text' },
	sha256_personal_emails: { title: 'SHA-256 of Personal Emails', type: 'text' },
	md5_personal_emails: { title: 'MD5 of Personal Emails', type: 'text' },
	mobile_ad_ids: { title: 'Mobile Ad IDs', type: 'text' },
} as const satisfies Record<string, { title: string; type: 'text' | 'number' }>;

export type Column = keyof typeof COLUMNS;
/** The value of a sheet cell: never an object. */
export type Cell = string | number | null;
/** Simplified columns of one person. */
export type Cells = Partial<Record<Column, Cell>>;
/** A dotted path in a tool's results. */
export type Path = string;

export const COLUMN_NAMES = Object.keys(COLUMNS) as Column[];

/** Whether a cell has a value. */
export const isFilled = (cell: Cell | undefined): boolean => cell !== undefined && cell !== null && cell !== '';

/** Parallel lists of emails, of which the best one fills `personal_email` and all of them `personal_emails`. */
export interface EmailLists {
	emails: Path;
	validatedAt?: Path;
	riskScore?: Path;
}

/** An email that is a work or a personal one, as its type says. */
export interface EmailByType {
	email: Path;
	type: Path;
	validatedAt: Path;
	riskScore: Path;
}

/** Which fields of a tool's results fill which columns. */
export interface ColumnSources {
	/** Of several paths, the first one with a value counts. */
	fields: Partial<Record<Column, Path | readonly Path[]>>;
	/** Returns the object that has these fields; without it, the results have them. */
	entry?(results: unknown): unknown;
	personalEmails?: EmailLists;
	emailByType?: EmailByType;
	/** The columns that a hit is bought for; all if absent. */
	boughtFor?: readonly Column[];
}

/**
 * Reads a tool's results as flat cells: every column that the tool can fill, null if the results lack it.
 * Never throws: a field of an unexpected type becomes text. A hashed email whose address is known becomes that
 * address.
 */
export type Simplify = (results: unknown, addresses?: AddressBook) => Cells;

/** How the results of a tool fill columns. */
export interface ResultColumns extends ColumnSources {
	/** All columns that it can fill, in their fixed order. */
	fillable: readonly Column[];
	read: Simplify;
}

export const PARTS = ['profile', 'company', 'work_email', 'personal_email', 'mobile_phone'] as const;

/** Parts of a row, which may come from different tools. */
export type Part = (typeof PARTS)[number];

export function partOf(column: Column): Part {
	if (column.startsWith('personal_email')) return 'personal_email';
	if (column.startsWith('work_email')) return 'work_email';
	if (column === 'mobile_phone') return column;
	return column.startsWith('company_') ? 'company' : 'profile';
}

/** The columns of one email. Date and grade describe the address, or the obscured email if there is no address. */
export interface EmailColumns {
	address: 'work_email' | 'personal_email';
	obscured: 'work_email_obscured' | 'personal_email_obscured';
	validatedAt: 'work_email_validated_at' | 'personal_email_validated_at';
	riskScore: 'work_email_risk_score' | 'personal_email_risk_score';
}

const emailColumns = <Address extends EmailColumns['address']>(address: Address) =>
	({
		address,
		obscured: `${address}_obscured`,
		validatedAt: `${address}_validated_at`,
		riskScore: `${address}_risk_score`,
	}) as const;

export const EMAILS: readonly [EmailColumns, EmailColumns] = [
	emailColumns('work_email'),
	emailColumns('personal_email'),
];

/** The columns with the date and the grade of each email among them. */
export const withGrades = (columns: readonly Column[]): Column[] =>
	columns.flatMap((column) => {
		const email = EMAILS.find(({ address }) => address === column);
		return email === undefined ? [column] : [column, email.validatedAt, email.riskScore];
	});

/** The columns that the sources can fill, in their fixed order. */
export function fillableColumns({ fields, personalEmails, emailByType }: ColumnSources): Column[] {
	const filled = new Set<Column>(Object.keys(fields) as Column[]);
	if (filled.has('first_name') && filled.has('last_name')) filled.add('full_name');
	if (personalEmails) filled.add('personal_email').add('personal_emails').add('personal_emails_obscured');
	if (personalEmails?.validatedAt) filled.add('personal_email_validated_at');
	if (personalEmails?.riskScore) filled.add('personal_email_risk_score');
	for (const { address, obscured, validatedAt, riskScore } of EMAILS) {
		if (emailByType) filled.add(address).add(validatedAt).add(riskScore);
		if (filled.has(address)) filled.add(obscured);
	}
	return COLUMN_NAMES.filter((column) => filled.has(column));
}
