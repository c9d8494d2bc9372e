import { isMd5 } from '../identifiers/addresses';
import { md5OfEmail } from '../identifiers/hem';
import { isFilled } from '../values/json';
import { toTime } from '../values/time';
import { atDifferentCompanies, differentlyNamed } from './agreement';
import {
	COLUMN_NAMES,
	EMAILS,
	partOf,
	PARTS,
	type Cell,
	type Cells,
	type Column,
	type EmailColumns,
	type Part,
} from './columns';
import { bestOf, distinctEmails, isPlainEmail, listIn, timeOf, type DatedEmail } from './emails';

/** What one tool returned about a person, as simplified columns. */
export interface Contribution {
	tool: string;
	cells: Cells;
}

/** The value of a column, and the tools that returned it. */
interface Value {
	column: Column;
	value: Cell;
	tools: readonly string[];
}

/** The answers of several tools about one person, as one row. */
export interface Merged {
	cells: Cells;
	/** The filled cells, in the order of the lookups that filled them. */
	values: readonly Value[];
	/** The first answer that names another company; absent if none does. */
	otherCompany?: Contribution;
}

/** The contributions from which a row may take a column. */
type Trusted = (column: Column) => ReadonlySet<Contribution>;

/**
 * Merges the answers of several tools. If they differ, the one validated last wins, else the first
 * one. An email has the grade of an answer with that email. A job, or a name, comes only from
 * answers that do not contradict each other.
 * @param contributions in the order of the lookups
 */
export function mergeCells(contributions: readonly Contribution[]): Merged {
	const ranked = contributions.toSorted((a, b) => freshness(b.cells) - freshness(a.cells));
	const values = mergeEmails(ranked);
	// Most tools return emails only, about which none is trusted more.
	let trusted: Trusted | undefined;
	const given = new Set(ranked.flatMap(({ cells }) => Object.keys(cells)));
	for (const column of WITHOUT_EMAILS) {
		if (!given.has(column)) continue;
		const kept = ranked.find(
			(one) =>
				isFilled(one.cells[column]) && (trusted ??= trustedFor(ranked))(column).has(one),
		);
		if (kept === undefined) continue;
		values.push({ column, value: kept.cells[column] ?? null, tools: [kept.tool] });
	}
	const cells: Cells = {};
	for (const { column, value } of values) cells[column] = value;
	const other = ranked.find((one) => namesOtherCompany(one.cells, cells));
	return { cells, values, ...(other !== undefined && { otherCompany: other }) };
}

/** Whether an answer names another company than the merged row, and not in another spelling. */
function namesOtherCompany(answer: Cells, merged: Cells): boolean {
	if (answer.company_name === merged.company_name) return false;
	const [one, other] = [answer, merged].map(({ company_name: name }) => lettersOf(name ?? null));
	if (one === '' || other === '') return false;
	if (one.startsWith(other) || other.startsWith(one)) return false;
	return atDifferentCompanies(answer, merged);
}

const lettersOf = (cell: Cell): string =>
	isFilled(cell)
		? String(cell)
				.toLowerCase()
				.replace(/[^\p{L}\p{N}]/gu, '')
		: '';

/**
 * Returns the tools trusted for a column: those that agree on the job and company, or on the name.
 */
function trustedFor(ranked: readonly Contribution[]): Trusted {
	const all = new Set(ranked);
	if (all.size < 2) return () => all;
	const namingFirst = ranked.toSorted(
		(a, b) => Number(namesCompany(b)) - Number(namesCompany(a)),
	);
	const ofOneJob = withoutConflicts(namingFirst, atDifferentCompanies);
	const ofOneName = withoutConflicts(ranked, differentlyNamed);
	return (column) => {
		if (isOfJob(column)) return ofOneJob;
		return NAME.has(column) ? ofOneName : all;
	};
}

function withoutConflicts(
	ranked: readonly Contribution[],
	conflict: (a: Cells, b: Cells) => boolean,
): Set<Contribution> {
	const kept = new Set<Contribution>();
	for (const one of ranked)
		if (![...kept].some(({ cells }) => conflict(cells, one.cells))) kept.add(one);
	return kept;
}

/** The tools that filled each part. */
export function toolsByPart(values: readonly Value[]): ReadonlyMap<Part, readonly string[]> {
	const from = new Map<Part, readonly string[]>();
	for (const part of PARTS) {
		const filling: string[] = [];
		for (const { column, tools } of values)
			if (partOf(column) === part)
				for (const tool of tools) if (!filling.includes(tool)) filling.push(tool);
		if (filling.length > 0) from.set(part, filling);
	}
	return from;
}

const JOB: ReadonlySet<Column> = new Set<Column>([
	'title',
	'seniority',
	'functional_area',
	'current_industry',
]);
export const isOfJob = (column: Column) => JOB.has(column) || partOf(column) === 'company';
const NAME: ReadonlySet<Column> = new Set<Column>(['full_name', 'first_name', 'last_name']);
const WITHOUT_EMAILS = COLUMN_NAMES.filter(
	(column) => !['work_email', 'personal_email'].includes(partOf(column)),
);

const namesCompany = ({ cells }: Contribution) =>
	isFilled(cells.company_name ?? cells.company_website_url);

/** Epoch ms of the latest validation. */
const freshness = ({
	work_email_validated_at: work,
	personal_email_validated_at: personal,
}: Cells) => Math.max(toTime(work) ?? 0, toTime(personal) ?? 0);

/**
 * Merges the emails of a row. The address with the best grade wins, then the one validated last,
 * then the first. It keeps its date and grade; if several tools return it, the latest ones count.
 * @param contributions by preference
 */
function mergeEmails(contributions: readonly Contribution[]): Value[] {
	const values = EMAILS.flatMap((columns) => mergeEmail(contributions, columns));
	for (const [column, single] of LISTS) {
		const listed = contributions.flatMap(({ tool, cells }) =>
			[cells[column], cells[single]].flatMap(listIn).map((email) => ({ email, tool })),
		);
		const emails = distinctEmails(listed);
		const value = emails.map(({ email }) => email).join(', ');
		values.push({ column, value, tools: emails.map(({ tool }) => tool) });
	}
	return values.filter(({ value }) => isFilled(value));
}

/** Merges the emails of a kind. Date and grade describe the address, or else the obscured email. */
function mergeEmail(contributions: readonly Contribution[], columns: EmailColumns): Value[] {
	const best = bestIn(contributions, columns.address, columns);
	const hidden = bestIn(contributions, columns.obscured, columns);
	const described = best ?? hidden;
	if (described === undefined) return [];
	const { tools, validatedAt, riskScore } = described;
	return [
		{ column: columns.address, value: best?.email ?? null, tools },
		{ column: columns.obscured, value: hidden?.email ?? null, tools: hidden?.tools ?? [] },
		{ column: columns.validatedAt, value: validatedAt, tools },
		{ column: columns.riskScore, value: riskScore, tools },
	];
}

/** Each list, and the column whose email it also contains. */
const LISTS = [
	['personal_emails', 'personal_email'],
	['personal_emails_obscured', 'personal_email_obscured'],
] as const;

/**
 * The best email in a column. A date and a grade beside an address and an obscured email describe
 * the address.
 */
function bestIn(
	contributions: readonly Contribution[],
	column: EmailColumns['address' | 'obscured'],
	{ address, validatedAt, riskScore }: EmailColumns,
): (DatedEmail & { tools: readonly string[] }) | undefined {
	const emails = contributions.flatMap(({ tool, cells }) => {
		const email = cells[column];
		if (typeof email !== 'string') return [];
		const isDescribed =
			column === address || cells[address] === null || cells[address] === undefined;
		const [date, grade] = isDescribed ? [cells[validatedAt], cells[riskScore]] : [];
		return [{ email, validatedAt: date ?? null, riskScore: grade ?? null, tools: [tool] }];
	});
	// Most rows have one email, and its key would be slow to compute.
	if (emails.length < 2) return emails[0];
	const groups = new Map<string, typeof emails>();
	for (const one of emails) {
		const name = emailKey(one.email) ?? one.email;
		groups.set(name, [...(groups.get(name) ?? []), one]);
	}
	const merged = [...groups.values()].map((group) => {
		const byDate = group.toSorted((a, b) => timeOf(b) - timeOf(a));
		return {
			email: group[0].email,
			tools: group.flatMap(({ tools }) => tools),
			validatedAt: byDate[0].validatedAt,
			riskScore:
				byDate.map(({ riskScore: grade }) => grade).find((grade) => grade !== null) ?? null,
		};
	});
	return bestOf(merged);
}

/** Identifies an email, plain or hashed; null for a masked one, which can be any. */
function emailKey(email: string): string | null {
	if (isMd5(email)) return email.toLowerCase();
	return isPlainEmail(email) ? md5OfEmail(email) : null;
}
