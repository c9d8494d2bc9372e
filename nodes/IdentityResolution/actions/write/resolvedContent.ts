import { quoted } from '../../api/identifiers/identifier';
import type { Cells, Column } from '../../api/person/columns';
import { worseEmails } from '../../api/person/emails';
import { toolsByPart, type Merged } from '../../api/person/merge';
import {
	type WantName,
	type Wanted,
	columnsMeeting,
	describeMissing,
	simplifiedFor,
	WANTS,
	withoutGiven,
} from '../../api/person/wants';
import { ruleOf } from '../../api/replies/refusals';
import type { Step } from '../../run/route';
import { isAnswered, isUnfinished, toolNotOffered, type RowData } from '../../service/outcome';
import { dataOf } from '../../run/resolve/rowState';
import type { SettledRow } from '../../run/rows';
import { notFound } from '../spec/noData';
import { SOURCES } from '../person/resolve.operation';
import { kindsGiven, otherProfile } from '../read/previousColumns';
import { type LookupOperation, columnsOf } from '../spec/operation';
import {
	type ContentMapper,
	type ContentSettings,
	type RowContext,
	hasHit,
	sentAnswerOf,
	personColumn,
	unrecognizedNotes,
	withheldNote,
} from './content';
import { stepsDetails } from './lookupDetails';
import { explain } from './explanations';

/** The content of rows that several tools may have answered. */
export const resolvedContent = (
	operation: LookupOperation,
	settings: ContentSettings,
): ContentMapper => {
	const { output, caller, ...wanted } = settings;
	return {
		fillable: columnsOf(operation),
		simplified: simplifiedFor(wanted.wants),
		own: output === 'everything' ? ['sources', 'person_key'] : ['person_key'],
		details: stepsDetails,
		unrecognized: (row: SettledRow) => dataOfRow(row, wanted, () => []).unrecognized,
		read: (row: SettledRow, context: RowContext) => {
			const { steps } = row;
			const { merged, missing, unrecognized } = dataOfRow(row, wanted, context.addresses);
			// An agent cannot set another output.
			const isHiding = output === 'simplified' && caller === 'workflow';
			return {
				cells: merged.cells,
				raw: () => ({
					results: byTool(steps, 'results'),
					metadata: byTool(steps, 'metadata'),
					error: byTool(steps, 'error') ?? undefined,
				}),
				own: {
					...(output === 'everything' && { sources: sourcesOf(merged) }),
					...personColumn(row, context),
				},
				notes: [
					doubtIn(row),
					...unrecognizedNotes([...new Set(unrecognized)]),
					...withheldBeside(row, merged.cells, settings),
					...missingNotes(row, merged, missing, isHiding ? 'some_hidden' : 'all_shown'),
					otherCompanyNote(merged),
					...failureNotes(row, missing),
				].filter((note) => note !== null),
			};
		},
		returned: (row: SettledRow) => dataOfRow(row, wanted, () => []).merged.cells,
		mayBeOther: (row: SettledRow) => doubtIn(row) !== null,
		unmet: (row: SettledRow, addresses: () => readonly string[]) =>
			row.outcome.data !== undefined || hasHit(row)
				? dataOfRow(row, wanted, addresses).unmet
				: wanted.wants,
	};
};

/**
 * Names the selected emails that no want asks for, and that are withheld because of their grade.
 */
function withheldBeside(
	row: SettledRow,
	cells: Cells,
	{ wants, minGrade, output, fields }: ContentSettings,
): string[] {
	if (row.outcome.is !== 'found' || output !== 'selected') return [];
	const isAsked = (address: Column) =>
		wants.some((want) => columnsMeeting(want).includes(address));
	return worseEmails(cells, minGrade)
		.filter(({ address }) => fields.includes(address) && !isAsked(address))
		.map((email) => withheldNote(email, cells));
}

/**
 * A sentence if an answer is about another profile, which may be the same person; null otherwise.
 */
const doubtIn = ({ outcome, steps }: SettledRow): string | null =>
	outcome.is === 'conflict' ? null : otherProfile(outcome.person ?? [], steps);

/** The data of a row, which is merged here only if no tool has answered it. */
const dataOfRow = (row: SettledRow, wanted: Wanted, addresses: () => readonly string[]): RowData =>
	row.outcome.data ?? dataOf(row.steps, withoutGiven(wanted, kindsGiven(row)), addresses);

function byTool(
	steps: readonly Step[],
	part: 'results' | 'metadata' | 'error',
): Record<string, unknown> | null {
	const sent = steps.flatMap(({ lookup, outcome }) => {
		const content = sentAnswerOf(outcome)?.[part];
		return content === undefined ? [] : [[lookup.tool.name, content] as const];
	});
	return sent.length === 0 ? null : Object.fromEntries(sent);
}

const sourcesOf = ({ values }: Merged): string | null =>
	[...toolsByPart(values)].map(([part, tools]) => `${part}: ${tools.join(', ')}`).join('; ') ||
	null;

function otherCompanyNote({ otherCompany }: Merged): string | null {
	if (otherCompany === undefined) return null;
	const { tool, cells } = otherCompany;
	return `${tool} names another company: ${quoted(String(cells.company_name))}`;
}

function missingNotes(
	row: SettledRow,
	{ cells }: Merged,
	missing: readonly WantName[],
	output: 'all_shown' | 'some_hidden',
): string[] {
	if (!isAnswered(row.outcome) && row.outcome.is !== 'deferred') return [];
	const { missed = [] } = row.outcome;
	const described = missing.map((want) => ({ want, full: describeMissing(want, cells) }));
	// In a deferred row, only a part whose own tool had a useless hit is decided: a later run does
	// not buy it again.
	const decided = isAnswered(row.outcome)
		? described
		: described.filter(({ want, full }) => full !== WANTS[want].words && hasOwnHit(want, row));
	const parts = [
		...decided.map(({ full }) => full),
		...missed.map((want) => `${WANTS[want].words} (only a useless one)`),
	];
	if (parts.length === 0) return [];
	const isMiss = row.outcome.is === 'not_found';
	if (isMiss && !hasHit(row)) return [];
	const sentence = notFound(listed(parts));
	return isMiss && output === 'some_hidden'
		? [sentence, 'To see what else was found, set Output to Everything Found']
		: [sentence];
}

/** Whether a tool that is made for a wanted part had a hit. */
const hasOwnHit = (want: WantName, { steps }: SettledRow): boolean =>
	steps.some(({ lookup, outcome }) => {
		const source = SOURCES.find(({ tool }) => tool.name === lookup.tool.name);
		return outcome.is === 'found' && source !== undefined && source.madeFor.includes(want);
	});

/** Notes about tools that failed, for a row that others answered. */
function failureNotes({ outcome, steps }: SettledRow, missing: readonly WantName[]): string[] {
	if (!isAnswered(outcome)) return [];
	const failures = steps.flatMap(({ lookup: { tool }, outcome: one }) => {
		if (one.is === 'failed')
			return [`${tool.name} did not answer: ${ruleOf(one.refusal.reason).message}`];
		if (one.is !== 'deferred' || one.stop.tool === null || !isUnfinished(one)) return [];
		return [explain({ ...one.stop, refusal: null }).message];
	});
	const notOffered = steps.flatMap((step) => toolNotOffered(step.outcome) ?? []);
	return missing.length === 0 || notOffered.length === 0
		? failures
		: [...failures, `Not offered to this account: ${listed([...new Set(notOffered)])}`];
}

const listed = (words: readonly string[]) =>
	words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
