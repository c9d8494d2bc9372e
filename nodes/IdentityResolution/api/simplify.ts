import {
	COLUMNS,
	fillableColumns,
	type Cell,
	type Cells,
	type Column,
	type ColumnSources,
	type EmailLists,
} from './columns';
import { isEmail } from './identifiers/email';
import { at, DEEPEST, field, toExactNumber, toJson } from './json';
import { readPhone } from './phone';

/**
 * Reads a tool's results as flat cells: every column that the tool can fill, null where the results hold nothing.
 * Never throws: an oddly typed field becomes text, not an error.
 * @param sources are looked through once for all results that are read
 */
export function simplifier(sources: ColumnSources): (results: unknown) => Cells {
	const columns = fillableColumns(sources);
	// Copied, and its cells written over: an object that grows by names that V8 can't foresee costs many times as much.
	const empty: Cells = Object.fromEntries(columns.map((column) => [column, null]));
	const fields = Object.entries(sources.fields).map(([column, path]) => [column as Column, path.split('.')] as const);
	const fills = (column: Column) => columns.includes(column);
	const hasPhone = fills('mobile_phone');
	const [hasName, hasWorkEmail, hasPersonalEmail] = [
		fills('full_name'),
		fills('work_email_form'),
		fills('personal_email_form'),
	];
	const { personalEmails } = sources;
	return (results) => {
		const cells = { ...empty };
		if (personalEmails) fillBestEmail(cells, personalEmails, results);
		for (const [column, path] of fields)
			cells[column] = toCell(column, path.reduce<unknown>(field, results)) ?? cells[column];
		if (hasPhone) cells.mobile_phone = readPhone(results);
		if (hasName) cells.full_name ??= composeName(cells);
		if (hasWorkEmail) cells.work_email_form = emailForm(cells.work_email);
		if (hasPersonalEmail) cells.personal_email_form = emailForm(cells.personal_email);
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
	if (COLUMNS[column].type === 'number') return toExactNumber(value) ?? asText(value);
	return asText(value);
}

function asText(value: unknown): string | null {
	if (Array.isArray(value))
		return (
			value
				.flat(DEEPEST)
				.map(partAsText)
				.filter((part) => part !== null)
				.join(', ') || null
		);
	return partAsText(value);
}

function partAsText(value: unknown): string | null {
	if (value === null || value === undefined || value === '') return null;
	// What JSON writes larger than JavaScript can hold.
	if (typeof value === 'number' && !Number.isFinite(value)) return null;
	return typeof value === 'object' ? toJson(value) : String(value);
}

const composeName = ({ first_name: first, last_name: last }: Cells): string | null =>
	[first, last].filter(Boolean).join(' ') || null;

/** Best grade first, then the latest validation, then the order in which they came. */
function fillBestEmail(cells: Cells, { emails, validatedAt, riskScore }: EmailLists, results: unknown): void {
	const dates = list(results, validatedAt);
	const grades = list(results, riskScore);
	const held = list(results, emails)
		.map((email, position) => ({
			email: asText(email),
			date: asText(dates[position]),
			grade: asText(grades[position]),
		}))
		.filter(({ email }) => email !== null);
	const [best] = [...held].sort((a, b) => compareGrades(a.grade, b.grade) || compareDates(a.date, b.date));
	cells.personal_email = best?.email ?? null;
	cells.personal_emails = held.map(({ email }) => email).join(', ') || null;
	if (validatedAt !== undefined) cells.personal_email_validated_at = best?.date ?? null;
	if (riskScore !== undefined) cells.personal_email_risk_score = best?.grade ?? null;
}

function list(results: unknown, path: string | undefined): unknown[] {
	const value = path === undefined ? undefined : at(results, path);
	return Array.isArray(value) ? value : [value];
}

const NO_GRADE = '\uFFFF';
const compareGrades = (a: string | null, b: string | null) =>
	compare((a ?? NO_GRADE).toUpperCase(), (b ?? NO_GRADE).toUpperCase());
const compareDates = (a: string | null, b: string | null) => compare(b ?? '', a ?? '');
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
