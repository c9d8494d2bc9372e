import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { field, isEmpty } from '../../api/values/json';
import { COLUMN_NAMES, EMAILS, type Cell, type Cells, type Column } from '../../api/person/columns';
import { isFilled } from '../../api/values/json';
import { addressesInRow, usableCells } from '../../api/person/emails';
import { earlierCells, sameValue, withEarlier } from '../../api/person/merge';
import { NO_CELLS } from '../../api/replies/reading';
import { toTime } from '../../api/values/time';
import { isAnswered } from '../../run/outcome';
import { inSlices, type Clock } from '../../run/environment';
import { wasAnsweredBefore, type SettledRow } from '../../run/rows';
import {
	isOurStatus,
	OTHER_COLUMNS,
	STATUS_COLUMNS,
	WRITTEN,
	type LookupOperation,
} from '../spec/operation';
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
	searchContent,
	showsAll,
	type ContentMapper,
	type ContentSettings,
	type RowContent,
} from './content';
import {
	chargedMissNote,
	firstFew,
	lostAnswerNote,
	reasonOf,
	reducedNote,
	retryAtOf,
} from './explanations';
import { resolvedContent } from './resolvedContent';

/** How our columns are named and filled in one run. */
export type RowShape = ReturnType<typeof shapeFor>;

/**
 * Returns the shape that the user chose. An AI agent gets only our columns.
 * @param readColumns contain the identifiers, so that they are never emptied, even if an earlier
 * run wrote them
 */
export function shapeFor(
	content: ContentMapper,
	settings: Settings,
	caller: 'workflow' | 'agent',
	readColumns: ReadonlySet<string> = new Set(),
) {
	const { columnPrefix } = settings;
	const { itemRows } = content;
	const input: KeptFields = caller === 'agent' ? NOTHING_KEPT : keptFields(settings);
	const prefix = caller === 'agent' ? '' : columnPrefix;
	const nameOf = prefixed(prefix);
	const previousOf = previousReader(columnPrefix);
	const isRaw = settings.output === 'raw';
	const shown = shownColumns(content, settings);
	const columns: readonly string[] = [
		...(isRaw ? ['results', 'metadata'] : shown),
		...content.own,
	];
	const lead = content.simplified.filter((column) => shown.includes(column));
	const details = caller === 'workflow' && settings.includeLookupDetails ? content.details : null;
	const removed = caller === 'workflow' && prefix === '' ? RENEWED : REMOVED;
	return {
		prefix,
		/** The prefix of the columns that earlier runs wrote, also if no input fields are kept. */
		columnPrefix,
		/** Returns the name of one of our columns, with the prefix. */
		nameOf,
		/** Returns our columns of an input row. */
		previousOf,
		input,
		details,
		/** The data columns, without prefix. */
		columns,
		/** All columns that every row gets, without prefix. */
		names: [...STATUS_COLUMNS, ...columns, ...(details === null ? [] : ['lookup'])],
		/** All columns in output order, without prefix. */
		layout: layoutOf(columns, lead),
		/** Those of results, without prefix. */
		shown,
		/** Input columns with identifiers. */
		readColumns: [...readColumns],
		returned: content.returned,
		unrecognized: content.unrecognized,
		unmet: content.unmet,
		mayBeOther: content.mayBeOther,
		/**
		 * Returns the rows of which each is one item, and null for a result that the suppression
		 * list removes.
		 */
		itemRows: itemRows ?? ((row: SettledRow): Iterable<SettledRow | null> => [row]),
		/** Fills all columns of a row but `lookup`. @param json of its input */
		fill(row: SettledRow, json: IDataObject) {
			const previous = previousOf(json);
			// A result of a search is not about the person of the row.
			const isResult = itemRows !== undefined && row.outcome.is === 'found';
			const isSamePerson =
				!isResult &&
				(row.outcome.is === 'planned' || !isAnotherPerson(keysOfRow(row), previous));
			const isInput = (column: string) => {
				const name = nameOf(column);
				return !isResult && readColumns.has(name) && input.keeps(name, json);
			};
			const {
				cells: returned,
				raw,
				own,
				notes,
			} = content.read(row, {
				previous,
				addresses: () => addressesInRow(json),
			});
			// Without a prefix, they may be the user's.
			const hasEarlier =
				!isRaw &&
				!wasAnsweredBefore(row) &&
				previous !== NO_COLUMNS &&
				(columnPrefix !== '' || isOurStatus(previous('status')));
			const earlier = hasEarlier
				? earlierCells(COLUMN_NAMES, (name) =>
						isSamePerson || isInput(name) ? previous(name) : undefined,
					)
				: NO_CELLS;
			const isFirst = Object.keys(earlier).length === 0;
			const isUsable = returned === NO_CELLS || showsAll(settings.output);
			const usable = isUsable ? returned : usableCells(returned, settings.minGrade);
			const cells = isFirst
				? usable
				: withEarlier(usable, withoutWorse(earlier, returned, usable));
			// Built from an empty object, because V8 is slow to spread several objects into one.
			const data: Record<string, unknown> = isRaw
				? rawColumns(raw(), isAnswered(row.outcome) ? previous : NO_COLUMNS)
				: {};
			for (const column of shown) data[column] = cells[column] ?? null;
			for (const column of Object.keys(own)) data[column] = own[column];
			const isReplaced = () =>
				prefix !== '' && COLUMN_NAMES.some((name) => !isEmpty(previous(name)));
			const isRemoved = isResult ? previous !== NO_COLUMNS && isReplaced() : !isSamePerson;
			const ofPerson = isRemoved ? [isResult ? REPLACED : removed] : [];
			fillStatus(data, row, [
				...(caller === 'agent' ? missNotes(row) : []),
				...notes,
				...ofPerson,
			]);
			if (row.outcome.completes && isSamePerson)
				data.answered_at = olderOf(previous('answered_at'), data.answered_at);
			/**
			 * New values for columns of an earlier run; empty texts for those that the answer makes
			 * wrong.
			 */
			const changed: Readonly<Record<string, Cell>> = isFirst ? {} : changes(earlier, cells);
			return {
				data,
				changed,
				previous,
				isSamePerson,
				/** Whether a column contains an identifier of the row. */
				isInput,
			};
		},
	};
}

/** Which fields of an input row its item keeps. */
export interface KeptFields {
	/** Whether all are kept, and with them the binary data. */
	all: boolean;
	/** Whether the user chose a field, which is not to be overwritten. */
	chose(name: string): boolean;
	keeps(name: string, json: IDataObject): boolean;
}

const NOTHING_KEPT: KeptFields = { all: false, chose: () => false, keeps: () => false };

/** Our own columns of earlier runs are always kept, so that a skipped row does not lose them. */
function keptFields({ inputFields, selectedInputFields, columnPrefix }: Settings): KeptFields {
	if (inputFields === 'all') return { all: true, chose: () => true, keeps: () => true };
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

/** A model that does not get what it wants tends to repeat the call. */
function missNotes(row: SettledRow): string[] {
	if (row.outcome.is !== 'not_found') return [];
	const doNotRepeat = 'Do not repeat this lookup: the result stays the same';
	return hasHit(row) ? [doNotRepeat] : ['The service has no data on this', doNotRepeat];
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
	data.reason = reasonOf(row.outcome, [
		lostAnswerNote(row) ?? chargedMissNote(row) ?? reducedNote(row),
		...notes,
	]);
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

/**
 * Columns for the node itself and for later runs. They come last, because people look at the first
 * ones.
 */
const HOUSEKEEPING = ['retry_at', 'answered_at', 'person_key', 'answers', 'next_page'];

/**
 * All columns of a row in output order: the status, what the operation is for, the reason, other
 * data, the rest.
 */
export function layoutOf(columns: readonly string[], lead: readonly string[] = []): string[] {
	const data = columns.filter(
		(column) => !lead.includes(column) && !HOUSEKEEPING.includes(column),
	);
	const last = HOUSEKEEPING.filter((column) => [...STATUS_COLUMNS, ...columns].includes(column));
	return ['status', ...lead, 'reason', ...data, 'service_error', ...last];
}

function rawColumns(
	{ results, metadata, error }: ReturnType<RowContent['raw']>,
	previous: PreviousColumns,
): Record<string, unknown> {
	// A column named `error` would trigger n8n's Retry On Fail. An empty text clears the column of
	// an earlier run.
	const earlier = previous('service_error') ? { service_error: '' } : {};
	return { results, metadata, ...(error === undefined ? earlier : { service_error: error }) };
}

const changes = (earlier: Cells, cells: Cells): Cells =>
	Object.fromEntries(
		COLUMN_NAMES.filter(
			(column) => isFilled(earlier[column]) && cells[column] !== earlier[column],
		).map((column) => [column, cells[column] ?? '']),
	);

export function contentFor(operation: LookupOperation, settings: ContentSettings): ContentMapper {
	const { by, tools } = operation;
	if (by.is === 'person') return resolvedContent(operation, settings);
	const tool = tools.at(0) ?? null;
	return tool?.search ? searchContent(operation, settings) : oneTool(operation, settings);
}

const ALL_COLUMNS: readonly string[] = [...STATUS_COLUMNS, ...OTHER_COLUMNS];

/**
 * Returns why a run without a column prefix would overwrite the user's columns, and the rows to
 * refuse: all, or only a few that strangers may have written. Undefined if it would not.
 */
export async function prefixConflict(
	items: readonly INodeExecutionData[],
	{ prefix, input, names: always }: Pick<RowShape, 'prefix' | 'input' | 'names'>,
	clock: Clock,
): Promise<{ why: string; rows: ReadonlySet<number> } | undefined> {
	if (prefix !== '') return undefined;
	const all = always.includes('results') ? [...always, 'service_error'] : always;
	const names = all.filter(input.chose);
	let ours = 0;
	const others = new Set<number>();
	const found = new Set<string>();
	await inSlices(items.entries(), clock, ([index, { json }]) => {
		const own = names.filter((name) => !isEmpty(field(json, name)));
		const isOurs =
			isOurStatus(field(json, 'status')) && WRITTEN.some((name) => Object.hasOwn(json, name));
		if (isOurs) ours += 1;
		else if (own.length > 0) others.add(index);
		if (!isOurs) for (const name of own) found.add(name);
	});
	// Rows that this node has written may lack the columns by which it knows them.
	if (others.size < ours || others.size === 0) return undefined;
	const listed = names.filter((name) => found.has(name));
	return {
		why: `Column Prefix is empty, and the rows already have ${firstFew(listed, 4)}, which would be overwritten. Set a Column Prefix`,
		// A fifth of the rows is no mistake of strangers.
		rows: new Set(others.size * 5 >= items.length ? items.keys() : others.keys()),
	};
}
