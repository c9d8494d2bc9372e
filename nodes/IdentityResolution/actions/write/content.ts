import type { IDataObject } from 'n8n-workflow';
import { containsData } from '../../api/values/nothing';
import { isFilled } from '../../api/values/json';
import { type Cells, type Column, type EmailColumns } from '../../api/person/columns';
import { usableCells, worseEmails } from '../../api/person/emails';
import { unrecognizedFields } from '../../api/person/unrecognized';
import { describeMissing, unmetIn, type Wanted, type WantName } from '../../api/person/wants';
import { NO_CELLS, type Answer } from '../../api/replies/reading';
import type { Phone } from '../../api/tool';
import { cellsIn, valuesOf } from '../../run/route';
import { isWithheld, type Outcome } from '../../service/outcome';
import type { SettledRow } from '../../run/rows';
import { NO_SUPPRESSION, type Suppression } from '../../run/suppression';
import {
	isAnotherPerson,
	keysForColumn,
	keysOfRow,
	otherProfile,
	type PreviousColumns,
} from '../read/previousColumns';
import type { Settings } from '../read/settings';
import type { OwnColumn } from '../spec/columns';
import { EMPTY_HIT, NOT_ITS_PURPOSE, notFound, nothingUsable, notRecognized } from '../spec/noData';
import { purposeOf, type LookupOperation } from '../spec/operation';
import { firstFew } from './explanations';
import { lookupDetails } from './lookupDetails';

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

/** Creates the data columns of an operation's rows. */
export interface ContentMapper {
	/** All columns of results that it can fill. */
	fillable: readonly Column[];
	/** Those of *Simplified*, which stand beside the status, in output order. */
	simplified: readonly Column[];
	/** Its own columns, beside those of results. */
	own: readonly OwnColumn[];
	details(row: SettledRow): IDataObject;
	/**
	 * Yields a row for each item, and null for a result that is removed because it names a listed
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

/** What the service sent, for *Raw*. */
export type RawAnswer = Pick<Answer, 'results' | 'metadata' | 'error'>;

export interface RowContent {
	/** All that was returned. */
	cells: Cells;
	raw(): RawAnswer;
	own: Partial<Record<OwnColumn, unknown>>;
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

export const answerOf = (outcome: Outcome): RawAnswer =>
	sentAnswerOf(outcome) ?? { results: null, metadata: null };

/** Whether any tool had data, even if it is not what was wanted. */
export const hasHit = ({ steps }: Pick<SettledRow, 'steps'>) =>
	steps.some(({ outcome }) => outcome.is === 'found');

/** The columns of *Simplified* of an operation with one tool. */
export function simplifiedOf(
	{ simplified = [], withPhone }: LookupOperation,
	fillable: readonly Column[],
	phone: Phone,
) {
	const columns = simplified.filter((column) => fillable.includes(column));
	if (withPhone === undefined || phone === 'without') return columns;
	return columns.map((column) => (column === withPhone.insteadOf ? withPhone.column : column));
}

/** The content of rows with one tool, or of which each names its own. */
export function oneTool(operation: LookupOperation, settings: ContentSettings): ContentMapper {
	const { columns: { fillable } = { fillable: [] } } = operation.tools.at(0) ?? {};
	const hasKey = operation.tools.length > 0;
	const purpose = purposeOf(operation, settings);
	return {
		fillable,
		simplified: simplifiedOf(operation, fillable, settings.phone),
		own: hasKey ? ['person_key'] : [],
		details: lookupDetails,
		unrecognized: unrecognizedIn,
		read: (row, context) => {
			const cells = lastCells(row, context.addresses);
			const notes = noDataNotes(row, cells, settings);
			if (notes.length === 0 && lacksPurpose(row, cells, purpose, settings))
				notes.push(NOT_ITS_PURPOSE);
			notes.push(...withheldNotes(row, cells, settings));
			const doubt = doubtIn(row);
			if (doubt !== null) notes.push(doubt);
			return {
				cells,
				raw: () => answerOf(row.outcome),
				own: hasKey ? personColumn(row, context) : {},
				notes,
			};
		},
		returned: (row) => lastCells(row, () => []),
		mayBeOther: (row) => doubtIn(row) !== null,
		unmet: (row, addresses) => unmetIn(settings, lastCells(row, addresses)),
	};
}

/** A sentence if the answer is about another profile than was looked up; else null. */
const doubtIn = ({ steps }: SettledRow): string | null =>
	otherProfile(
		steps.map(({ lookup }) => lookup.identifier.key),
		steps,
	);

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

/** Whether a hit has nothing of what the operation is for. A want says that by itself. */
function lacksPurpose(
	{ outcome }: SettledRow,
	cells: Cells,
	purpose: readonly Column[],
	{ wants, output, minGrade }: ContentSettings,
): boolean {
	if (outcome.is !== 'found' || wants.length > 0 || output === 'raw') return false;
	if (purpose.length === 0) return false;
	const shown = showsAll(output) ? cells : usableCells(cells, minGrade);
	return !purpose.some((column) => isFilled(shown[column]));
}

/**
 * Names the emails that a profile brought beside other data, and that are withheld because of their
 * grade.
 */
export function withheldNotes(
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
export function hasNoData(outcome: Outcome, cells: Cells): boolean {
	if (outcome.is !== 'found') return false;
	const columns = Object.values(cells);
	if (columns.length === 0) return !containsData(outcome.answer.results);
	return !columns.some(isFilled);
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
const unrecognizedIn = ({ steps }: Pick<SettledRow, 'steps'>): string[] =>
	steps.flatMap(({ lookup: { tool, phone }, outcome }) =>
		outcome.is === 'found' ? unrecognizedFields(tool, outcome.answer, phone) : [],
	);

/** Names paid fields that no column shows. */
export const unrecognizedNotes = (fields: readonly string[]): string[] =>
	fields.length === 0 ? [] : [notRecognized(firstFew(fields, 5))];

/**
 * The `person_key` column. A dry run keeps the earlier key, so that the next run detects another
 * person.
 */
export function personColumn(row: SettledRow, { previous }: RowContext): RowContent['own'] {
	if (row.outcome.is === 'planned' && isAnotherPerson(keysOfRow(row), previous))
		return { person_key: null };
	return { person_key: keysForColumn(row, previous).join(' ') || null };
}
