import type { IDataObject } from 'n8n-workflow';
import { containsData } from '../../api/values/nothing';
import { isFilled } from '../../api/values/json';
import { type Cells, type Column, type EmailColumns } from '../../api/person/columns';
import { usableCells, worseEmails } from '../../api/person/emails';
import { unrecognizedFields } from '../../api/person/unrecognized';
import { describeMissing, unmetIn, type Wanted, type WantName } from '../../api/person/wants';
import { NO_CELLS, type Answer } from '../../api/replies/reading';
import { shownTotalOf } from '../../api/replies/searchResults';
import type { Phone } from '../../api/tool';
import { cellsIn, valuesOf, type Step } from '../../run/lookup';
import { isAnswered, isWithheld, type Outcome } from '../../run/outcome';
import type { SettledRow } from '../../run/rows';
import { distinctResults, outcomeForResult, type SearchResult } from '../../run/searchRoute';
import { NO_SUPPRESSION, SUPPRESSED_BY_ANSWER, type Suppression } from '../../run/suppression';
import {
	isAnotherPerson,
	keysForColumn,
	keysOfRow,
	otherProfile,
	type PreviousColumns,
} from '../read/previousColumns';
import type { Settings } from '../read/settings';
import { nextPageOf } from '../read/nextPage';
import { EMPTY_HIT, NOT_ITS_PURPOSE, notFound, nothingUsable, notRecognized } from '../spec/noData';
import { purposeOf, type LookupOperation } from '../spec/operation';
import { firstFew, refusalOf } from './explanations';

/** What the columns of an operation depend on. */
export type ContentSettings = Pick<Settings, 'wants' | 'minGrade' | 'output' | 'fields'> & {
	suppression: Suppression;
	caller: 'workflow' | 'agent';
	/** Whether the panel requests the phone, for all rows or for some. */
	phone: Phone;
};

export const ALL_CONTENT: ContentSettings = {
	wants: [],
	minGrade: 'any',
	output: 'everything',
	fields: [],
	suppression: NO_SUPPRESSION,
	caller: 'workflow',
	phone: 'without',
};

/** What the output of a row depends on besides its answers. */
export interface RowContext {
	previous: PreviousColumns;
	/** All email addresses in the row. */
	addresses(): readonly string[];
}

/** Columns with texts from which a later run continues a row. */
export const CONTINUATION_COLUMNS = ['answers', 'next_page'] as const;

/** Creates the data columns of an operation's rows. */
export interface ContentMapper {
	/** All columns of results that it can fill. */
	fillable: readonly Column[];
	/** Those of *Simplified*, which stand beside the status, in output order. */
	simplified: readonly Column[];
	/** Its own columns, beside those of results. */
	own: readonly string[];
	details(row: SettledRow): IDataObject;
	/**
	 * Yields a row for each item, and null for a result that is left out because it names a listed
	 * person. Without this function, a row is one item.
	 */
	itemRows?(row: SettledRow): Iterable<SettledRow | null>;
	read(row: SettledRow, context: RowContext): RowContent;
	/** All that the answers of a row returned, also what its columns do not show. */
	returned(row: SettledRow): Cells;
	/** The wanted parts that the answers of a row lack. @param addresses all in the row */
	unmet(row: SettledRow, addresses: () => readonly string[]): readonly WantName[];
	/** Whether an answer of a row is about another profile, which may be the same person. */
	mayBeOther(row: SettledRow): boolean;
	/** The paid fields of an item that no column shows. */
	unrecognized(row: SettledRow): readonly string[];
}

export interface RowContent {
	/** All that was returned. */
	cells: Cells;
	raw(): Pick<Answer, 'results' | 'metadata' | 'error'>;
	own: Readonly<Record<string, unknown>>;
	/** Sentences for the row's reason. */
	notes: readonly string[];
}

/**
 * What the service sent about a lookup, also if reading it failed; undefined if it sent nothing.
 */
export function sentAnswerOf(outcome: Outcome): Answer | undefined {
	if ('answer' in outcome) return outcome.answer;
	return outcome.is === 'failed' ? outcome.refusal.unread : undefined;
}

const answerOf = (outcome: Outcome): Pick<Answer, 'cells' | 'results' | 'metadata' | 'error'> =>
	sentAnswerOf(outcome) ?? { results: null, metadata: null };

/** Whether any tool had data, even if it is not what was wanted. */
export const hasHit = ({ steps }: Pick<SettledRow, 'steps'>) =>
	steps.some(({ outcome }) => outcome.is === 'found');

/** The columns of *Simplified* of an operation with one tool. */
function simplifiedOf(
	{ simplified = [], withPhone }: LookupOperation,
	fillable: readonly Column[],
	phone: Phone,
) {
	const columns = simplified.filter((column) => fillable.includes(column));
	if (withPhone === undefined || phone === 'without') return columns;
	return columns.map((column) => (column === withPhone.insteadOf ? withPhone.column : column));
}

/** The content of rows with one tool, or of which each names its own. */
export const oneTool = (operation: LookupOperation, settings: ContentSettings): ContentMapper => {
	const { phone } = settings;
	const purpose =
		settings.wants.length > 0 || settings.output === 'raw'
			? []
			: purposeOf(operation, settings);
	const tool = operation.tools.at(0) ?? null;
	const fillable = tool?.columns.fillable ?? [];
	return {
		fillable,
		simplified: simplifiedOf(operation, fillable, phone),
		own: tool === null ? [] : ['person_key'],
		details: lookupDetails,
		unrecognized: unrecognizedIn,
		read: (row, context) => {
			const { outcome, steps } = row;
			const cells = lastCells(row, context.addresses);
			const given = steps.map(({ lookup }) => lookup.identifier.key);
			const noData = noDataNotes(row, cells, settings);
			const shown = () =>
				showsAll(settings.output) ? cells : usableCells(cells, settings.minGrade);
			const notes = [
				...(noData.length > 0 ? noData : purposeNotes(row, shown, purpose)),
				...withheldNotes(row, cells, settings),
				otherProfile(given, steps),
			];
			return {
				cells,
				raw: () => answerOf(outcome),
				own: tool === null ? {} : personColumn(row, context),
				notes: notes.filter((note) => note !== null),
			};
		},
		returned: (row) => lastCells(row, () => []),
		mayBeOther: ({ steps }) =>
			otherProfile(
				steps.map(({ lookup }) => lookup.identifier.key),
				steps,
			) !== null,
		unmet: (row, addresses) => unmetIn(settings, lastCells(row, addresses)),
	};
};

/** Says why a hit, or a row that counts as a miss, has nothing of what was wanted. */
function noDataNotes({ outcome, steps }: SettledRow, cells: Cells, wanted: Wanted): string[] {
	if (outcome.is === 'conflict') return [];
	const unrecognized = unrecognizedNotes(unrecognizedIn({ steps }));
	if (unrecognized.length > 0) return unrecognized;
	const missing = unmetIn(wanted, cells).map((want) => describeMissing(want, cells));
	if (isWithheld(outcome)) return [notFound(missing.join(', '))];
	if (outcome.is !== 'found') return [];
	if (missing.length > 0) return missing.map(nothingUsable);
	return hasNoData(outcome, cells) ? [EMPTY_HIT] : [];
}

/** Says of a hit that it has nothing of what the operation is for. */
function purposeNotes(
	{ outcome }: SettledRow,
	shown: () => Cells,
	purpose: readonly Column[],
): string[] {
	if (outcome.is !== 'found' || purpose.length === 0) return [];
	const cells = shown();
	return purpose.some((column) => isFilled(cells[column])) ? [] : [NOT_ITS_PURPOSE];
}

/**
 * Names the emails that a profile brought beside other data, and that are withheld because of their
 * grade.
 */
function withheldNotes(
	{ outcome }: SettledRow,
	cells: Cells,
	{ wants, minGrade, output }: ContentSettings,
): string[] {
	// For an operation that is for an email, the sentence about what is missing says it.
	if (outcome.is !== 'found' || wants.length > 0 || showsAll(output)) return [];
	return worseEmails(cells, minGrade).map((email) => withheldNote(email, cells));
}

export function withheldNote({ kind, riskScore }: EmailColumns, cells: Cells): string {
	const grade = isFilled(cells[riskScore]) ? `of grade ${cells[riskScore]}` : 'without a grade';
	return `Not shown: the ${kind} email, ${grade}`;
}

/** Whether an output shows emails of any grade. */
export const showsAll = (output: Settings['output']): boolean =>
	output === 'everything' || output === 'raw';

/** Whether a hit fills no column. A custom tool has no columns. */
function hasNoData(outcome: Outcome, cells: Cells): boolean {
	if (outcome.is !== 'found') return false;
	const columns = Object.values(cells);
	return columns.length === 0 ? !containsData(outcome.answer.results) : !columns.some(isFilled);
}

/** The columns of a row with one tool. @param addresses all in the row */
function lastCells(row: SettledRow, addresses: () => readonly string[]): Cells {
	const { steps } = row;
	const step = steps.at(-1);
	if (step === undefined) return NO_CELLS;
	// A withheld hit counts as a miss of the row, but not of its lookup.
	const outcome = isWithheld(row.outcome) ? step.outcome : row.outcome;
	return cellsIn({ ...step, outcome }, () => [...addresses(), ...valuesOf(steps)]);
}

/** The fields of hits that fill no column of what they were bought for. */
export const unrecognizedIn = ({ steps }: Pick<SettledRow, 'steps'>): string[] =>
	steps.flatMap(({ lookup: { tool, phone }, outcome }) =>
		outcome.is === 'found' ? unrecognizedFields(tool, outcome.answer, phone) : [],
	);

/** Names paid fields that no column shows. */
export const unrecognizedNotes = (fields: readonly string[]): string[] =>
	fields.length === 0 ? [] : [notRecognized(firstFew(fields, 5))];

/**
 * The content of a search: one item per result, and one more for a row whose last page was not
 * answered.
 */
export function searchContent(
	operation: LookupOperation,
	settings: ContentSettings,
): ContentMapper {
	const { suppression } = settings;
	const [tool] = operation.tools;
	const { fillable } = tool.columns;
	const unrecognized = (outcome: Outcome) =>
		outcome.is === 'found' ? unrecognizedFields(tool, outcome.answer, 'without') : [];
	// A column may make an address of what no field says is a profile.
	const isShown = ({ outcome }: SettledRow) =>
		outcome.is !== 'found' || !suppression.isIn([outcome.answer.results, outcome.answer.cells]);
	return {
		fillable,
		simplified: simplifiedOf(operation, fillable, 'without'),
		own: ['total', 'next_page'],
		details: lookupDetails,
		*itemRows(row) {
			let hasItem = false;
			for (const one of itemRows(row)) {
				const shows = isShown(one);
				hasItem ||= shows;
				yield shows ? one : null;
			}
			if (!hasItem) yield { ...row, outcome: SUPPRESSED_BY_ANSWER };
		},
		unrecognized: ({ outcome }) => unrecognized(outcome),
		read: (row, { previous }) => {
			const { outcome, steps } = row;
			const cells = resultCells(row);
			const notes = unrecognizedNotes(unrecognized(outcome));
			const nextPage = nextPageOf(outcome, steps, previous('next_page'));
			const empty = notes.length === 0 && hasNoData(outcome, cells) ? [EMPTY_HIT] : [];
			return {
				cells,
				raw: () => answerOf(outcome),
				// Only a row that a limit has cut has the column.
				own: { total: totalIn(steps), ...(nextPage !== null && { next_page: nextPage }) },
				notes: [...notes, ...empty, ...withheldNotes(row, cells, settings)],
			};
		},
		returned: resultCells,
		mayBeOther: () => false,
		unmet: () => [],
	};
}

const resultCells = ({ outcome }: SettledRow): Cells =>
	outcome.is === 'found' ? (outcome.answer.cells ?? NO_CELLS) : NO_CELLS;

/**
 * Yields one row per result, and the row itself if its last page was not answered. The last result
 * has its remark.
 */
function* itemRows(row: SettledRow): Generator<SettledRow> {
	const { outcome, steps } = row;
	if (outcome.is === 'conflict') {
		yield row;
		return;
	}
	let latest: SearchResult | undefined;
	for (const result of distinctResults(steps, outcome.most ?? Infinity)) {
		if (latest !== undefined) yield rowOfResult(latest);
		latest = result;
	}
	if (latest !== undefined) yield rowOfResult(latest, outcome.remark);
	if (latest === undefined || !isAnswered(outcome)) yield row;
}

const rowOfResult = (found: SearchResult, remark?: string): SettledRow => ({
	outcome: { ...outcomeForResult(found), ...(remark !== undefined && { remark }) },
	steps: [{ ...found.step, showsCharge: found.step.showsCharge && found.showsCharge }],
});

const totalIn = (steps: readonly Step[]): number | null =>
	steps.flatMap(({ outcome }) => shownTotalOf(answerOf(outcome).results) ?? []).at(0) ?? null;

/**
 * The `person_key` column. A dry run keeps the earlier key, so that the next run detects another
 * person.
 */
export const personColumn = (row: SettledRow, { previous }: RowContext) => ({
	person_key:
		row.outcome.is === 'planned' && isAnotherPerson(keysOfRow(row), previous)
			? null
			: keysForColumn(row, previous).join(' ') || null,
});

/** Describes the lookup of a row, with the code of a deferral. */
export const lookupDetails = ({ outcome, steps }: SettledRow): IDataObject => ({
	...stepDetails(steps.at(-1)),
	reason: outcome.is === 'deferred' ? outcome.stop.reason : null,
});

/**
 * Describes the lookups of a row step by step, with the total of tokens (null if one was not
 * reported).
 */
export function stepsDetails({ outcome, steps }: SettledRow): IDataObject {
	const details = steps.map((step) => ({ ...stepDetails(step), status: step.outcome.is }));
	return {
		steps: details,
		tokensCharged: sumOf(details.map(({ tokensCharged }) => tokensCharged)),
		reason: outcome.is === 'deferred' ? outcome.stop.reason : null,
	};
}

/** The sum of charges; null if one of them is unknown. */
export const sumOf = (charges: ReadonlyArray<number | null>): number | null =>
	charges.reduce((sum, charge) => (sum === null || charge === null ? null : sum + charge), 0);

/** `sharedWith`: other rows with the same answer. `fairUseRecordsLeft`: of the 5 h window. */
function stepDetails(step: Step | undefined) {
	const { attempts = 0, rows = 1, sentAt = null, recordsLeft = null } = step?.record ?? {};
	const charge = step === undefined ? 0 : chargeOf(step);
	return {
		tool: step?.lookup.tool.name ?? null,
		identifier: (step?.lookup.identifier.value ?? null) as IDataObject | string | null,
		// Only the first row reports the charge of a shared answer, so that the rows sum to the
		// run's total.
		tokensCharged: step?.showsCharge || charge === null ? charge : 0,
		sharedWith: rows - 1,
		attempts,
		sentAt: sentAt === null ? null : new Date(sentAt).toISOString(),
		fairUseRecordsLeft: Number.isFinite(recordsLeft) ? recordsLeft : null,
		/** The words of the service about the lookup, in full. */
		message: step === undefined ? null : wordsOf(step.outcome),
	};
}

const wordsOf = (outcome: Outcome): string | null =>
	isAnswered(outcome)
		? (outcome.answer.serviceNote ?? null)
		: (refusalOf(outcome)?.message ?? null);

/**
 * Returns the tokens of a lookup; null if the service did not report them for a hit or a possibly
 * charged answer.
 */
export const chargeOf = ({ record: { charged, lostCount }, outcome }: Step): number | null =>
	charged ?? (outcome.is === 'found' || lostCount > 0 ? null : 0);
