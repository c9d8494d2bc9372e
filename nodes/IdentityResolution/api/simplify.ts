import { COLUMNS, fillableColumns, type Cell, type Cells, type Column, type ColumnSources, type EmailLists } from './columns';
import { isEmail } from './identifiers/email';
import { at, DEEPEST, field, toJson, toNumber } from './json';

/**
 * Reads a tool's results as flat cells: every column that the tool can fill, null where the results hold nothing.
 * Never throws: an oddly typed field becomes text, not an error.
 * @param sources are looked through once for all results that are read
 */
export function simplifier(sources: ColumnSources): (results: unknown) => Cells {
	const columns = fillableColumns(sources);
	const fields = Object.entries(sources.fields).map(([column, path]) => [column as Column, path.split('.')] as const);
	const { personalEmails } = sources;
	return (results) => {
		const found: Cells = personalEmails ? bestPersonalEmail(personalEmails, results) : {};
		for (const [column, path] of fields) found[column] = toCell(column, path.reduce<unknown>(field, results)) ?? found[column] ?? null;
		found.full_name ??= composeName(found);
		found.work_email_form = emailForm(found.work_email);
		found.personal_email_form = emailForm(found.personal_email);
		const cells: Cells = {};
		for (const column of columns) cells[column] = found[column] ?? null;
		return cells;
	};
}

/** `plain`, `hashed` or `masked`: the service may return an e-mail in any of these forms. */
export function emailForm(email: Cell | undefined): 'plain' | 'hashed' | 'masked' | null {
	if (typeof email !== 'string') return null;
	if (/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i.test(email)) return 'hashed';
	return isEmail(email) && !/[*•…]/.test(email) ? 'plain' : 'masked';
}

function toCell(column: Column, value: unknown): Cell {
	if (COLUMNS[column].type === 'number') return toNumber(value) ?? asText(value);
	return asText(value);
}

function asText(value: unknown): string | null {
	if (Array.isArray(value)) return value.flat(DEEPEST).map(partAsText).filter((part) => part !== null).join(', ') || null;
	return partAsText(value);
}

function partAsText(value: unknown): string | null {
	if (value === null || value === undefined || value === '') return null;
	return typeof value === 'object' ? toJson(value) : String(value);
}

const composeName = ({ first_name: first, last_name: last }: Cells): string | null =>
	[first, last].filter(Boolean).join(' ') || null;

/** Best grade first, then the latest validation, then the order in which they came. */
function bestPersonalEmail(lists: EmailLists, results: unknown): Cells {
	const emails = list(results, lists.emails);
	const dates = list(results, lists.validatedAt);
	const grades = list(results, lists.riskScore);
	const held = emails
		.map((email, position) => ({
			email: asText(email),
			date: asText(dates[position]),
			grade: asText(grades[position]),
		}))
		.filter(({ email }) => email !== null);
	const [best] = [...held].sort((a, b) => compareGrades(a.grade, b.grade) || compareDates(a.date, b.date));
	return {
		personal_email: best?.email ?? null,
		personal_email_validated_at: best?.date ?? null,
		personal_email_risk_score: best?.grade ?? null,
		personal_emails: held.map(({ email }) => email).join(', ') || null,
	};
}

function list(results: unknown, path: string | undefined): unknown[] {
	const value = path === undefined ? undefined : at(results, path);
	if (Array.isArray(value)) return value;
	return value === undefined || value === null ? [] : [value];
}

const NO_GRADE = '\uFFFF';
const compareGrades = (a: string | null, b: string | null) =>
	compare((a ?? NO_GRADE).toUpperCase(), (b ?? NO_GRADE).toUpperCase());
const compareDates = (a: string | null, b: string | null) => compare(b ?? '', a ?? '');
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
