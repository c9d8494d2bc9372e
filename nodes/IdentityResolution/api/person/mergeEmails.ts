import { EMAILS, isFilled, type EmailColumns } from './columns';
import { bestOf, distinctEmails, isPlainEmail, listIn, timeOf, type DatedEmail } from './emails';
import { isMd5, md5OfEmail } from '../identifiers/email';
import type { Contribution, Disagreement, Value } from './merge';

interface EmailCandidate extends DatedEmail {
	tool: string;
}

/** An email, the tools that returned it, and those behind its date and grade. */
interface MergedEmail extends DatedEmail {
	tools: string[];
	dateTool: string;
	gradeTool: string;
}

/**
 * Merges the emails of a row. The address with the best grade wins, then the one validated last, then the first. It
 * keeps its date and grade; if several tools return it, the latest ones count.
 * @param contributions by preference
 */
export function mergeEmails(contributions: readonly Contribution[]) {
	const parts = EMAILS.map((columns) => mergeOne(columns, contributions));
	const lists = LISTS.flatMap((columns) => listOf(columns, contributions));
	return {
		values: [...parts.flatMap(({ values }) => values), ...lists],
		disagreements: parts.flatMap(({ disagreements }) => disagreements),
	};
}

/** Each list, and the column whose email it also contains. */
const LISTS = [
	['personal_emails', 'personal_email'],
	['personal_emails_obscured', 'personal_email_obscured'],
] as const;

function mergeOne(
	columns: EmailColumns,
	contributions: readonly Contribution[],
): { values: Value[]; disagreements: Disagreement[] } {
	const { address, obscured, validatedAt, riskScore } = columns;
	const best = bestOf(mergedByEmail(candidatesIn(contributions, address, columns)));
	const bestHidden = bestOf(mergedByEmail(candidatesIn(contributions, obscured, columns)));
	const described = best ?? bestHidden;
	if (described === undefined) return { values: [], disagreements: [] };
	const values: Value[] = [
		...(best === undefined ? [] : [{ column: address, value: best.email, tools: best.tools }]),
		...(bestHidden === undefined ? [] : [{ column: obscured, value: bestHidden.email, tools: bestHidden.tools }]),
		{ column: validatedAt, value: described.validatedAt, tools: [described.dateTool] },
		{ column: riskScore, value: described.riskScore, tools: [described.gradeTool] },
	];
	return {
		values: values.filter(({ value }) => value !== null),
		disagreements: disagree(contributions, columns) ? [{ column: address, kept: described.tools[0] }] : [],
	};
}

/** Whether two tools return emails, and none in common. */
function disagree(contributions: readonly Contribution[], { address, obscured }: EmailColumns): boolean {
	const withEmails = contributions.filter(({ cells }) => isFilled(cells[address]) || isFilled(cells[obscured]));
	if (withEmails.length < 2) return false;
	const byTool = withEmails
		.map(({ cells }) => [cells[address], cells[obscured]].flatMap((cell) => emailKey(String(cell ?? '')) ?? []))
		.filter((names) => names.length > 0);
	return byTool.some((one) => byTool.some((other) => !one.some((name) => other.includes(name))));
}

/** The emails in a column. A date and a grade beside an address and an obscured email describe the address. */
const candidatesIn = (
	contributions: readonly Contribution[],
	column: EmailColumns['address'] | EmailColumns['obscured'],
	{ address, validatedAt, riskScore }: EmailColumns,
): EmailCandidate[] =>
	contributions.flatMap(({ tool, cells }): EmailCandidate[] => {
		const email = cells[column];
		if (typeof email !== 'string') return [];
		const isDescribed = column === address || cells[address] === null || cells[address] === undefined;
		const [date, grade] = isDescribed ? [cells[validatedAt], cells[riskScore]] : [];
		return [{ email, validatedAt: date ?? null, riskScore: grade ?? null, tool }];
	});

/** One candidate for each email. */
function mergedByEmail(candidates: readonly EmailCandidate[]): MergedEmail[] {
	// Most rows have one email, and its key would be slow to compute.
	if (candidates.length < 2) return candidates.map((one) => mergeSame([one]));
	const groups = new Map<string, EmailCandidate[]>();
	for (const one of candidates) {
		const name = emailKey(one.email) ?? one.email;
		groups.set(name, [...(groups.get(name) ?? []), one]);
	}
	return [...groups.values()].map(mergeSame);
}

function mergeSame(group: readonly EmailCandidate[]): MergedEmail {
	const byDate = group.toSorted((a, b) => timeOf(b) - timeOf(a));
	const [latest] = byDate;
	const graded = byDate.find(({ riskScore }) => riskScore !== null) ?? latest;
	return {
		email: group[0].email,
		tools: group.map(({ tool }) => tool),
		validatedAt: latest.validatedAt,
		dateTool: latest.tool,
		riskScore: graded.riskScore,
		gradeTool: graded.tool,
	};
}

/** All emails of a list, each once. */
function listOf([column, single]: (typeof LISTS)[number], contributions: readonly Contribution[]): Value[] {
	const listed = distinctEmails(
		contributions.flatMap(({ tool, cells }) =>
			[cells[column], cells[single]].flatMap(listIn).map((email) => ({ email, tool })),
		),
	);
	if (listed.length === 0) return [];
	const value = listed.map(({ email }) => email).join(', ');
	return [{ column, value, tools: listed.map(({ tool }) => tool) }];
}

/** Identifies an email, plain or hashed; null for a masked one, which can be any. */
function emailKey(email: string): string | null {
	if (isMd5(email)) return email.toLowerCase();
	return isPlainEmail(email) ? md5OfEmail(email) : null;
}
