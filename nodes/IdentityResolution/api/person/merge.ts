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
import { isFilled } from '../values/json';
import { toTime } from '../values/time';
import { isMd5, md5OfEmail } from '../identifiers/email';
import { identifiersIn, withoutEnd } from '../identifiers/identifier';
import { readLinkedin } from '../identifiers/linkedin';
import {
	addressBook,
	addressesIn,
	bestOf,
	distinctEmails,
	isPlainEmail,
	listIn,
	timeOf,
	type DatedEmail,
} from './emails';

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

/** Whether two cells are equal except for case, URL scheme and phone punctuation. */
export const sameValue = (column: Column, a: Cell, b: Cell): boolean =>
	meaningOf(column, a) === meaningOf(column, b);

/** For each of the columns that two answers have, whether they agree. */
const agreements = (columns: readonly Column[], a: Cells, b: Cells): boolean[] =>
	columns
		.filter((column) => isFilled(a[column]) && isFilled(b[column]))
		.map((column) => sameValue(column, a[column] ?? null, b[column] ?? null));

/** Whether two answers name different companies: no company column that both have is equal. */
export function atDifferentCompanies(a: Cells, b: Cells): boolean {
	const agree = agreements(['company_linkedin_url', 'company_website_url', 'company_name'], a, b);
	return agree.length > 0 && !agree.includes(true);
}

export const differentlyNamed = (a: Cells, b: Cells): boolean =>
	agreements(['first_name', 'last_name'], a, b).includes(false);

/**
 * Whether two answers describe different people. A renamed profile, or another spelling of a name,
 * is not enough.
 */
export const ofDifferentPeople = (a: Cells, b: Cells): boolean =>
	differentlyNamed(a, b) && agreements(['linkedin_url'], a, b).includes(false);

function meaningOf(column: Column, cell: Cell): string {
	const text = String(cell).trim().toLowerCase().normalize('NFC').replace(/\s+/g, ' ');
	if (column === 'linkedin_url')
		return identifiersIn(readLinkedin(String(cell))).at(0)?.key ?? addressOf(text);
	if (column === 'mobile_phone') return text.replace(/\D/g, '') || text;
	return column.endsWith('_url') ? addressOf(text) : text;
}

const addressOf = (text: string) =>
	withoutEnd(text.replace(/^[a-z]+:\/\//, '').replace(/^www\./, ''), /\//);

/** The answers of several tools about one person, as one row. */
export type Merged = ReturnType<typeof mergeCells>;

/**
 * Merges the answers of several tools. If they differ, the one validated last wins, else the first
 * one. An email has the grade of an answer with that email. A job, or a name, comes only from
 * answers that do not contradict each other.
 * @param contributions in the order of the lookups
 */
export function mergeCells(contributions: readonly Contribution[]) {
	const ranked = contributions.toSorted((a, b) => freshness(b.cells) - freshness(a.cells));
	const values = mergeEmails(ranked);
	// Most tools return emails only, about which none is trusted more.
	let trusted: ReturnType<typeof trustedFor> | undefined;
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
	return { cells, values };
}

/**
 * Returns the tools trusted for a column: those that agree on the job and company, or on the name.
 */
function trustedFor(
	ranked: readonly Contribution[],
): (column: Column) => ReadonlySet<Contribution> {
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
const isOfJob = (column: Column) => JOB.has(column) || partOf(column) === 'company';
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
export function mergeEmails(contributions: readonly Contribution[]): Value[] {
	const values: Value[] = [];
	for (const columns of EMAILS) {
		const { address, obscured, validatedAt, riskScore } = columns;
		const own = contributions.filter(
			({ cells }) => isFilled(cells[address]) || isFilled(cells[obscured]),
		);
		if (own.length === 0) continue;
		const best = bestIn(own, address, columns);
		const bestHidden = bestIn(own, obscured, columns);
		const described = best ?? bestHidden;
		if (described === undefined) continue;
		const { tools } = described;
		const all: Value[] = [
			{ column: address, value: best?.email ?? null, tools },
			{ column: obscured, value: bestHidden?.email ?? null, tools: bestHidden?.tools ?? [] },
			{ column: validatedAt, value: described.validatedAt, tools },
			{ column: riskScore, value: described.riskScore, tools },
		];
		values.push(...all.filter(({ value }) => value !== null));
	}
	for (const [column, single] of LISTS) {
		const own = contributions.filter(
			({ cells }) => isFilled(cells[column]) || isFilled(cells[single]),
		);
		const listed = own.flatMap(({ tool, cells }) =>
			[cells[column], cells[single]].flatMap(listIn).map((email) => ({ email, tool })),
		);
		const emails = distinctEmails(listed);
		const value = emails.map(({ email }) => email).join(', ');
		if (value !== '') values.push({ column, value, tools: emails.map(({ tool }) => tool) });
	}
	return values;
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

/**
 * Adds what an earlier run wrote about the same person, as the weakest contribution: a value of the
 * answer wins, a blank keeps what was there, except what the answer makes wrong.
 */
export function withEarlier(answer: Cells, earlier: Cells): Cells {
	if (ofDifferentPeople(earlier, answer)) return answer;
	const isOtherJob = atDifferentCompanies(earlier, answer);
	const cells: Cells = { ...answer };
	for (const column of COLUMN_NAMES)
		if (!isFilled(cells[column]) && !(isOtherJob && isOfJob(column)))
			cells[column] = earlier[column] ?? null;
	// An obscured email whose address is known says nothing more.
	const addressOf = addressBook(() => addressesIn(cells));
	for (const column of [
		'work_email_obscured',
		'personal_email_obscured',
		'personal_emails_obscured',
	] as const)
		cells[column] =
			listIn(cells[column])
				.filter((email) => addressOf(email) === undefined)
				.join(', ') || null;
	for (const { address, obscured, validatedAt, riskScore } of EMAILS) {
		const emailOf = (one: Cells) => String(one[address] ?? one[obscured] ?? '').toLowerCase();
		const describing = [answer, earlier].filter(
			(one) => emailOf(one) !== '' && emailOf(one) === emailOf(cells),
		);
		for (const column of [validatedAt, riskScore])
			cells[column] = describing.map((one) => one[column]).find(isFilled) ?? null;
	}
	return cells;
}

/** The columns of an earlier run. @param read returns the earlier value of a column */
export function earlierCells(columns: readonly Column[], read: (column: Column) => unknown): Cells {
	const cells: Cells = {};
	for (const column of columns) {
		const cell = read(column);
		if ((typeof cell === 'string' && cell !== '') || typeof cell === 'number')
			cells[column] = cell;
	}
	return cells;
}
