import type { IDataObject } from 'n8n-workflow';
import { field, isEmpty, isFilled } from '../../api/values/json';
import { COLUMN_NAMES, EMAILS, type Cell, type Cells, type Column } from '../../api/person/columns';
import { addressesInRow, usableCells } from '../../api/person/emails';
import { earlierCells, withEarlier } from '../../api/person/earlier';
import { sameValue } from '../../api/person/agreement';
import { NO_CELLS } from '../../api/replies/reading';
import { toTime } from '../../api/values/time';
import { isAnswered } from '../../service/outcome';
import { wasAnsweredBefore, type SettledRow } from '../../run/rows';
import { ALL_COLUMNS, isOurStatus, layoutOf, STATUS_COLUMNS } from '../spec/columns';
import type { LookupOperation } from '../spec/operation';
import {
	isAnotherPerson,
	keysOfRow,
	NO_COLUMNS,
	prefixed,
	previousReader,
	type PreviousColumns,
} from '../read/previousColumns';
import type { Settings } from '../read/settings';
import {
	hasHit,
	oneTool,
	showsAll,
	type ContentMapper,
	type ContentSettings,
	type RawAnswer,
} from './content';
import { answerNote, reasonOf, retryAtOf } from './explanations';
import { resolvedContent } from './resolvedContent';
import { searchContent } from './searchContent';

/** All columns of a row but `lookup`, without prefix. */
export interface FilledRow {
	data: Readonly<Record<string, unknown>>;
	/**
	 * New values for columns of an earlier run; empty texts for those that the answer makes wrong.
	 */
	changed: Readonly<Record<string, Cell>>;
	/** Returns what a column had before the run. */
	previous: PreviousColumns;
	/** Whether the earlier columns are about the person whom the row names. */
	isSamePerson: boolean;
	/** Whether a column contains an identifier of the row. */
	isInput(column: string): boolean;
}

/** How our columns are named and filled in one run. An AI agent gets only our columns. */
export class RowShape {
	/** Before the names of our columns. */
	readonly prefix: string;
	/** Before those of earlier runs, also if no input fields are kept. */
	readonly columnPrefix: string;
	/** Returns the name of one of our columns, with the prefix. */
	readonly nameOf: (column: string) => string;
	/** Returns our columns of an input row. */
	readonly previousOf: (json: IDataObject) => PreviousColumns;
	readonly input: KeptFields;
	/** Describes the lookups of a row; null without *Include Lookup Details*. */
	readonly details: ContentMapper['details'] | null;
	/** The data columns, without prefix. */
	readonly columns: readonly string[];
	/** All columns that every row gets, without prefix. */
	readonly names: readonly string[];
	/** All columns in output order, without prefix. */
	readonly layout: readonly string[];
	/** Those of results, without prefix. */
	readonly shown: readonly Column[];
	private readonly isRaw: boolean;

	/**
	 * @param readColumns contain the identifiers, so that they are never emptied, even if an
	 * earlier run wrote them
	 */
	constructor(
		readonly content: ContentMapper,
		private readonly settings: Settings,
		private readonly caller: 'workflow' | 'agent',
		readonly readColumns: ReadonlySet<string> = new Set(),
	) {
		const isAgent = caller === 'agent';
		this.columnPrefix = settings.columnPrefix;
		this.prefix = isAgent ? '' : this.columnPrefix;
		this.nameOf = prefixed(this.prefix);
		this.previousOf = previousReader(this.columnPrefix);
		this.input = isAgent ? NOTHING_KEPT : keptFields(settings);
		this.details = !isAgent && settings.includeLookupDetails ? content.details : null;
		this.isRaw = settings.output === 'raw';
		this.shown = shownColumns(content, settings);
		const results = this.isRaw ? ['results', 'metadata'] : this.shown;
		this.columns = [...results, ...content.own];
		this.names = [...STATUS_COLUMNS, ...this.columns];
		if (this.details !== null) this.names = [...this.names, 'lookup'];
		const lead = content.simplified.filter((column) => this.shown.includes(column));
		this.layout = layoutOf(this.columns, lead);
	}

	/**
	 * Returns the rows of which each is one item, and null for a result that the suppression list
	 * removes.
	 */
	itemRows(row: SettledRow): Iterable<SettledRow | null> {
		return this.content.itemRows?.(row) ?? [row];
	}

	/** Fills all columns of a row but `lookup`. @param json of its input */
	fill(row: SettledRow, json: IDataObject): FilledRow {
		const { shown } = this;
		const previous = this.previousOf(json);
		const isResult = this.isResult(row);
		const isSamePerson = !isResult && isOfSamePerson(row, previous);
		const isInput = (column: string) => !isResult && this.isInput(column, json);
		const content = this.content.read(row, {
			previous,
			addresses: () => addressesInRow(json),
		});
		const earlier = this.hasEarlier(row, previous)
			? earlierCells(COLUMN_NAMES, (name) =>
					isSamePerson || isInput(name) ? previous(name) : undefined,
				)
			: NO_CELLS;
		const cells = this.merge(content.cells, earlier);
		// Built from an empty object, because V8 is slow to spread several objects into one.
		const data: Record<string, unknown> = {};
		if (this.isRaw)
			fillRaw(data, content.raw(), isAnswered(row.outcome) ? previous : NO_COLUMNS);
		for (const column of shown) data[column] = cells[column] ?? null;
		for (const [column, value] of Object.entries(content.own)) data[column] = value;
		const removal = this.removalNotes(isResult, isSamePerson, previous);
		fillStatus(data, row, [...this.missNotes(row), ...content.notes, ...removal]);
		if (row.outcome.completes && isSamePerson)
			data.answered_at = olderOf(previous('answered_at'), data.answered_at);
		return { data, changed: changes(earlier, cells), previous, isSamePerson, isInput };
	}

	/** A result of a search is not about the person of the row. */
	private isResult({ outcome }: SettledRow): boolean {
		return this.content.itemRows !== undefined && outcome.is === 'found';
	}

	private isInput(column: string, json: IDataObject): boolean {
		const name = this.nameOf(column);
		return this.readColumns.has(name) && this.input.keeps(name, json);
	}

	/** Whether values of an earlier run may be merged with the answer. */
	private hasEarlier(row: SettledRow, previous: PreviousColumns): boolean {
		if (this.isRaw || previous === NO_COLUMNS || wasAnsweredBefore(row)) return false;
		// Without a prefix, they may be the user's.
		return this.columnPrefix !== '' || isOurStatus(previous('status'));
	}

	/** The values of an answer that count, and those of an earlier run that it leaves valid. */
	private merge(returned: Cells, earlier: Cells): Cells {
		const { output, minGrade } = this.settings;
		const areUsable = returned === NO_CELLS || showsAll(output);
		const usable = areUsable ? returned : usableCells(returned, minGrade);
		if (Object.keys(earlier).length === 0) return usable;
		return withEarlier(usable, withoutWorse(earlier, returned, usable));
	}

	/** A model that does not get what it wants tends to repeat the call. */
	private missNotes(row: SettledRow): string[] {
		if (this.caller !== 'agent' || row.outcome.is !== 'not_found') return [];
		const doNotRepeat = 'Do not repeat this lookup: the result stays the same';
		return hasHit(row) ? [doNotRepeat] : ['The service has no data on this', doNotRepeat];
	}

	/** Says that the row had data of another person, or that a search replaces it. */
	private removalNotes(
		isResult: boolean,
		isSamePerson: boolean,
		previous: PreviousColumns,
	): string[] {
		if (isSamePerson) return [];
		if (!isResult)
			return [this.prefix === '' && this.caller === 'workflow' ? RENEWED : REMOVED];
		if (this.prefix === '' || previous === NO_COLUMNS) return [];
		return COLUMN_NAMES.every((name) => isEmpty(previous(name))) ? [] : [REPLACED];
	}
}

/** A dry run keeps all columns, so that the next run detects another person. */
const isOfSamePerson = (row: SettledRow, previous: PreviousColumns): boolean =>
	row.outcome.is === 'planned' || !isAnotherPerson(keysOfRow(row), previous);

/** Which fields of an input row its item keeps. */
export interface KeptFields {
	/** Whether all are kept, and with them the binary data. */
	all: boolean;
	/** Whether the user chose a field, which is not to be overwritten. */
	chose(name: string): boolean;
	keeps(name: string, json: IDataObject): boolean;
}

const NOTHING_KEPT: KeptFields = { all: false, chose: () => false, keeps: () => false };

const ALL_KEPT: KeptFields = { all: true, chose: () => true, keeps: () => true };

/** Our own columns of earlier runs are always kept, so that a skipped row does not lose them. */
function keptFields({ inputFields, selectedInputFields, columnPrefix }: Settings): KeptFields {
	if (inputFields === 'all') return ALL_KEPT;
	const chosen = new Set(selectedInputFields);
	const own = new Set(ALL_COLUMNS.map((column) => columnPrefix + column));
	// Without a prefix, only a row that this node wrote has columns of ours.
	const isOwn = (name: string, json: IDataObject) =>
		own.has(name) && (columnPrefix !== '' || isOurStatus(field(json, 'status')));
	return {
		all: false,
		chose: (name) => chosen.has(name),
		keeps: (name, json) => chosen.has(name) || isOwn(name, json),
	};
}

/** The columns of results that the user chose. */
function shownColumns(
	{ fillable, simplified }: ContentMapper,
	{ output, fields }: Settings,
): readonly Column[] {
	switch (output) {
		case 'everything':
			return fillable;
		case 'selected':
			return fillable.filter((column) => fields.includes(column));
		case 'simplified':
			return simplified;
		case 'raw':
			return [];
	}
}

/**
 * Removes from earlier columns the emails that the answer shows to be worse than the minimum grade.
 */
function withoutWorse(earlier: Cells, returned: Cells, usable: Cells): Cells {
	const kept: Cells = { ...earlier };
	for (const { address, validatedAt, riskScore } of EMAILS) {
		const isWithheld = isFilled(returned[address]) && !isFilled(usable[address]);
		if (!isWithheld || !sameValue(address, earlier[address] ?? null, returned[address] ?? null))
			continue;
		for (const column of [address, validatedAt, riskScore]) delete kept[column];
		if (address === 'personal_email') delete kept.personal_emails;
	}
	return kept;
}

/**
 * Adds the columns about the result of a row. Assigned one by one, because V8 is slow to spread
 * objects.
 */
export function fillStatus(
	data: Record<string, unknown>,
	row: SettledRow,
	notes: readonly string[],
) {
	data.status = row.outcome.is;
	data.reason = reasonOf(row.outcome, [answerNote(row), ...notes]);
	data.retry_at = retryAtOf(row.outcome);
	data.answered_at = answeredAtOf(row);
	return data;
}

/** The `answered_at` column: the time of the row's oldest answer (ISO 8601), or null. */
function answeredAtOf({ steps }: SettledRow): string | null {
	let oldest = Infinity;
	for (const { outcome } of steps)
		if (isAnswered(outcome)) oldest = Math.min(oldest, outcome.answer.at ?? Infinity);
	return oldest === Infinity ? null : new Date(oldest).toISOString();
}

/** The time of the oldest answer that a row has. */
function olderOf(before: unknown, now: unknown): unknown {
	const time = toTime(before);
	return time !== null && time < (toTime(now) ?? Infinity) ? before : now;
}

const REMOVED = 'The row named another person before, whose data was removed';
const REPLACED =
	'Data of an earlier operation was removed. Give searches a Column Prefix of their own';
const RENEWED =
	'The row named another person before: columns of other operations may still be about that person';

/** Adds the columns of *Raw*. @param previous of an answered row */
function fillRaw(
	data: Record<string, unknown>,
	{ results, metadata, error }: RawAnswer,
	previous: PreviousColumns,
): void {
	data.results = results;
	data.metadata = metadata;
	// A column named `error` would trigger n8n's Retry On Fail.
	if (error !== undefined) data.service_error = error;
	// An empty text clears the column of an earlier run.
	else if (previous('service_error')) data.service_error = '';
}

function changes(earlier: Cells, cells: Cells): Cells {
	if (earlier === NO_CELLS) return NO_CELLS;
	const changed = COLUMN_NAMES.filter(
		(column) => isFilled(earlier[column]) && cells[column] !== earlier[column],
	);
	return Object.fromEntries(changed.map((column) => [column, cells[column] ?? '']));
}

export function contentFor(operation: LookupOperation, settings: ContentSettings): ContentMapper {
	const { by, tools } = operation;
	if (by.is === 'person') return resolvedContent(operation, settings);
	if (tools.at(0)?.search) return searchContent(operation, settings);
	return oneTool(operation, settings);
}
