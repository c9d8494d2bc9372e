import { atDifferentCompanies, differentlyNamed, ofDifferentPeople, sameValue } from './agreement';
import { COLUMN_NAMES, PARTS, partOf, type Cell, type Cells, type Column, type Part } from './columns';
import type { Contribution, Disagreement, Value } from './contribution';
import { mergeEmails } from './mergeEmails';
import { toTime } from '../replies/metadata';

/** What several tools told of one person, as one row. */
export interface Merged {
	cells: Cells;
	/** The tools behind each part that holds anything. */
	from: ReadonlyMap<Part, readonly string[]>;
	disagreements: readonly Disagreement[];
}

/**
 * Merges what tools told. Where they differ, the answer that was validated last stands, else the one that was asked
 * first. What belongs together is never mixed: an e-mail and its grade, a job and its company, a first name and a last
 * name.
 * @param told in the order of asking
 */
export function mergeCells(told: readonly Contribution[]): Merged {
	const ranked = [...told].sort((a, b) => freshness(b.cells) - freshness(a.cells));
	const emails = mergeEmails(ranked);
	const believed = trustedFor(ranked);
	const values = [...emails.values];
	const disagreements = [...emails.disagreements];
	for (const column of COLUMN_NAMES) {
		if (isOfEmail(column)) continue;
		const telling = ranked.filter(({ cells }) => hasValue(cells[column]));
		const kept = telling.find((one) => believed(column).has(one));
		if (kept === undefined) continue;
		const value = kept.cells[column] ?? null;
		values.push({ column, value, tools: [kept.tool] });
		if (telling.some(({ cells }) => !sameValue(column, value, cells[column] ?? null)))
			disagreements.push({ column, kept: kept.tool });
	}
	return {
		cells: Object.fromEntries(values.map(({ column, value }) => [column, value])),
		from: partsOf(values),
		disagreements,
	};
}

/** Who is believed on a column: those that tell of one job and one company, and those that tell of one name. */
function trustedFor(ranked: readonly Contribution[]): (column: Column) => ReadonlySet<Contribution> {
	const all = new Set(ranked);
	const namingFirst = [...ranked].sort((a, b) => Number(namesCompany(b)) - Number(namesCompany(a)));
	const ofOneJob = withoutConflicts(namingFirst, atDifferentCompanies);
	const ofOneName = withoutConflicts(ranked, differentlyNamed);
	return (column) => {
		if (isOfJob(column)) return ofOneJob;
		return NAME.has(column) ? ofOneName : all;
	};
}

function withoutConflicts(ranked: readonly Contribution[], clash: (a: Cells, b: Cells) => boolean): Set<Contribution> {
	const kept = new Set<Contribution>();
	for (const one of ranked) if (![...kept].some(({ cells }) => clash(cells, one.cells))) kept.add(one);
	return kept;
}

/**
 * Columns of an earlier run that would be wrong beside what is told now, and are not told anew: those of another job,
 * and all of them where they are another person's.
 */
export function staleColumns(earlier: Cells, told: Cells): Column[] {
	const anotherPerson = ofDifferentPeople(earlier, told);
	const anotherJob = atDifferentCompanies(earlier, told);
	return COLUMN_NAMES.filter(
		(column) =>
			hasValue(earlier[column]) && !hasValue(told[column]) && (anotherPerson || (anotherJob && isOfJob(column))),
	);
}

function partsOf(values: readonly Value[]): ReadonlyMap<Part, readonly string[]> {
	const parts = PARTS.map((part): [Part, string[]] => [
		part,
		[...new Set(values.filter(({ column }) => partOf(column) === part).flatMap(({ tools }) => tools))],
	]);
	return new Map(parts.filter(([, tools]) => tools.length > 0));
}

const JOB: ReadonlySet<Column> = new Set<Column>(['title', 'seniority', 'functional_area', 'current_industry']);
const isOfJob = (column: Column) => JOB.has(column) || partOf(column) === 'company';
const NAME: ReadonlySet<Column> = new Set<Column>(['full_name', 'first_name', 'last_name']);
const isOfEmail = (column: Column) => ['work_email', 'personal_email'].includes(partOf(column));

const hasValue = (cell: Cell | undefined) => cell !== undefined && cell !== null;
const namesCompany = ({ cells }: Contribution) => hasValue(cells.company_name ?? cells.company_website_url);

/** Epoch ms of the latest validation that a tool told. */
const freshness = ({ work_email_validated_at: work, personal_email_validated_at: personal }: Cells) =>
	Math.max(toTime(work) ?? 0, toTime(personal) ?? 0);
