import { atDifferentCompanies, differentlyNamed, ofDifferentPeople, sameValue } from './agreement';
import { COLUMN_NAMES, isFilled, PARTS, partOf, type Cells, type Column, type Part } from './columns';
import type { Contribution, Disagreement, Value } from './contribution';
import { mergeEmails } from './mergeEmails';
import { toTime } from '../replies/metadata';

/** The answers of several tools about one person, as one row. */
export interface Merged {
	cells: Cells;
	/** The tools that filled each part. */
	from: ReadonlyMap<Part, readonly string[]>;
	disagreements: readonly Disagreement[];
}

/**
 * Merges the answers of several tools. If they differ, the one validated last wins, else the first one. An email and
 * its grade, a job and its company, a first and a last name are never mixed.
 * @param contributions in the order of the lookups
 */
export function mergeCells(contributions: readonly Contribution[]): Merged {
	const ranked = [...contributions].sort((a, b) => freshness(b.cells) - freshness(a.cells));
	const emails = mergeEmails(ranked);
	const trusted = trustedFor(ranked);
	const values = [...emails.values];
	const disagreements = [...emails.disagreements];
	for (const column of WITHOUT_EMAILS) {
		const filled = ranked.filter(({ cells }) => isFilled(cells[column]));
		const kept = filled.find((one) => trusted(column).has(one));
		if (kept === undefined) continue;
		const value = kept.cells[column] ?? null;
		values.push({ column, value, tools: [kept.tool] });
		if (filled.some(({ cells }) => !sameValue(column, value, cells[column] ?? null)))
			disagreements.push({ column, kept: kept.tool });
	}
	return {
		cells: Object.fromEntries(values.map(({ column, value }) => [column, value])),
		from: partsOf(values),
		disagreements,
	};
}

/** Returns the tools trusted for a column: those that agree on the job and company, or on the name. */
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

function withoutConflicts(
	ranked: readonly Contribution[],
	conflict: (a: Cells, b: Cells) => boolean,
): Set<Contribution> {
	const kept = new Set<Contribution>();
	for (const one of ranked) if (![...kept].some(({ cells }) => conflict(cells, one.cells))) kept.add(one);
	return kept;
}

/**
 * Columns of an earlier run that contradict the answer and that it does not fill: those of another job, or all columns
 * of another person.
 */
export function staleColumns(earlier: Cells, answer: Cells): Column[] {
	const anotherPerson = ofDifferentPeople(earlier, answer);
	const anotherJob = atDifferentCompanies(earlier, answer);
	return COLUMN_NAMES.filter(
		(column) =>
			isFilled(earlier[column]) &&
			!isFilled(answer[column]) &&
			(anotherPerson || (anotherJob && isOfJob(column))),
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
const WITHOUT_EMAILS = COLUMN_NAMES.filter((column) => !['work_email', 'personal_email'].includes(partOf(column)));

const namesCompany = ({ cells }: Contribution) => isFilled(cells.company_name ?? cells.company_website_url);

/** Epoch ms of the latest validation. */
const freshness = ({ work_email_validated_at: work, personal_email_validated_at: personal }: Cells) =>
	Math.max(toTime(work) ?? 0, toTime(personal) ?? 0);
