import type { Cell } from './columns';
import { md5OfEmail } from './identifiers/hem';
import type { Contribution, Disagreement, Value } from './merge';
import { toTime } from './metadata';
import { emailForm } from './simplify';

/** An e-mail that a tool told, with what it told about it. */
interface Told {
	email: string;
	form: Cell;
	validatedAt: Cell;
	riskScore: Cell;
	tool: string;
}

/**
 * The e-mails of a row: a plain one before a hashed or masked one, else the one that was validated last, else the first. Date and
 * grade go with it; of the same e-mail told twice, plain or by its MD5, the later ones.
 * @param told in the order in which tools are believed
 */
export function mergeEmails(told: readonly Contribution[]): { values: Value[]; disagreements: Disagreement[] } {
	const parts = (['work_email', 'personal_email'] as const).map((column) => mergeOne(column, told));
	return {
		values: [...parts.flatMap(({ values }) => values), ...listOf(told)],
		disagreements: parts.flatMap(({ disagreements }) => disagreements),
	};
}

function mergeOne(
	column: 'work_email' | 'personal_email',
	told: readonly Contribution[],
): { values: Value[]; disagreements: Disagreement[] } {
	const candidates = told.flatMap(({ tool, cells }): Told[] => {
		const email = cells[column];
		if (typeof email !== 'string') return [];
		return [
			{
				email,
				form: cells[`${column}_form`] ?? null,
				validatedAt: cells[`${column}_validated_at`] ?? null,
				riskScore: cells[`${column}_risk_score`] ?? null,
				tool,
			},
		];
	});
	const [best] = [...candidates].sort((a, b) => usefulness(b) - usefulness(a) || timeOf(b) - timeOf(a));
	if (best === undefined) return { values: [], disagreements: [] };
	const same = candidates.filter((one) => isSame(one, best)).sort((a, b) => timeOf(b) - timeOf(a));
	const [latest] = same;
	const graded = same.find(({ riskScore }) => riskScore !== null) ?? latest;
	const differs = candidates.some((one) => isComparable(one, best) && !isSame(one, best));
	const values: Value[] = [
		{ column, value: best.email, tools: [best.tool] },
		{ column: `${column}_form`, value: best.form, tools: [best.tool] },
		{ column: `${column}_validated_at`, value: latest.validatedAt, tools: [latest.tool] },
		{ column: `${column}_risk_score`, value: graded.riskScore, tools: [graded.tool] },
	];
	return {
		values: values.filter(({ value }) => value !== null),
		disagreements: differs ? [{ column, kept: best.tool }] : [],
	};
}

/** All personal e-mails, the best one among them; only those that can be written to, where there are any. */
function listOf(told: readonly Contribution[]): Value[] {
	const given = told.flatMap(({ tool, cells }) => {
		const listed = [cells.personal_emails, cells.personal_email].filter((cell) => typeof cell === 'string');
		return listed
			.flatMap((cell) => cell.split(', '))
			.filter((email) => email !== '')
			.map((email) => ({ email, tool }));
	});
	const plain = given.filter(({ email }) => emailForm(email) === 'plain');
	const chosen = plain.length > 0 ? plain : given;
	if (chosen.length === 0) return [];
	const bySpelling = new Map<string, (typeof chosen)[number]>();
	for (const one of chosen)
		if (!bySpelling.has(one.email.toLowerCase())) bySpelling.set(one.email.toLowerCase(), one);
	const distinct = [...bySpelling.values()];
	return [
		{
			column: 'personal_emails',
			value: distinct.map(({ email }) => email).join(', '),
			tools: distinct.map(({ tool }) => tool),
		},
	];
}

const usefulness = ({ form }: Told) => (form === 'plain' ? 1 : 0);
const timeOf = ({ validatedAt }: Told) => toTime(validatedAt) ?? 0;

const MD5 = /^[0-9a-f]{32}$/i;

/** Whether it can be told that two are, or are not, the same e-mail: a masked one can be any. */
const isComparable = (a: Told, b: Told) => nameOf(a) !== null && nameOf(b) !== null;
const isSame = (a: Told, b: Told) => a === b || (isComparable(a, b) && nameOf(a) === nameOf(b));

function nameOf({ email, form }: Told): string | null {
	if (form === 'plain') return md5OfEmail(email);
	return MD5.test(email) ? email.toLowerCase() : null;
}
