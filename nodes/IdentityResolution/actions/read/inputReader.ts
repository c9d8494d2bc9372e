import type { INodeExecutionData } from 'n8n-workflow';
import { cellText, identifiersIn, quoted } from '../../api/identifiers/identifier';
import { toJson } from '../../api/values/json';
import {
	INPUT_KINDS,
	expectedIn,
	isExplained,
	readCell,
	withoutExample,
	type CellKind,
	type CellReading,
	type InputKind,
} from '../../api/identifiers/readCell';
import { hashed } from '../../api/identifiers/hem';
import type { Route } from '../../run/route';
import { bare, isAboutOthers, pathsOf, shown, valueAt } from './columns';
import { counted, grouped, verbFor } from '../spec/format';
import type { IdentifierField } from '../spec/identifierFields';

/** The texts have no full stop at the end. */
export interface InputProblem {
	why: string;
	remedy?: string;
	/** `why` in a few words, for a row that other values identify. */
	brief?: string;
}

/**
 * What is wrong with a whole column. `isOfCells`: the sentence about a cell says more than `why`.
 */
interface ColumnProblem extends Required<Pick<InputProblem, 'why' | 'remedy'>> {
	isOfCells: boolean;
}

type FieldReading =
	Exclude<CellReading, { is: 'invalid' }> | { is: 'invalid'; problem: InputProblem };

/** Rows and columns in which the node searches for the right column. */
const MAX_ROWS = 100;
const MAX_COLUMNS = 200;

/**
 * Values of another kind from which on a column is mixed, and of how many values one must be of
 * that kind.
 */
const MIN_MIXED = 2;
const MOST_PER_OTHER = 20;

/** Rows from which on the same value in all rows is probably a mistake. */
const MIN_SUSPICIOUS_ROWS = 5;

/** The values of one field. `filled` and `readable` count rows. */
class Statistics {
	filled = 0;
	readable = 0;
	/** Numbers by kind. */
	unreadable = new Map<InputKind, number>();
	/** The part to take of the first value that has several. */
	take: string | undefined;
	/** The first value that is not readable. */
	example: unknown;
	/** Whether all values are the same as the first one. */
	areSame = true;
	private first: unknown;

	count(value: unknown, reading: Exclude<CellReading, { is: 'blank' }>): void {
		if (this.filled === 0) this.first = value;
		this.areSame &&= Object.is(value, this.first);
		this.filled += 1;
		if (reading.is === 'identifier') this.readable += 1;
		else {
			const { inputKind, take } = reading;
			if (this.unreadable.size === 0) this.example = value;
			this.unreadable.set(inputKind, (this.unreadable.get(inputKind) ?? 0) + 1);
			this.take ??= take;
		}
	}
}

/**
 * Reads the identifiers of all rows, and detects mistakes across rows: a wrong column, or one value
 * for all.
 */
export class InputReader {
	private readonly statistics: ReadonlyMap<IdentifierField, Statistics>;
	private wrongColumn: ColumnProblem | null | undefined;
	private hasSkipped = false;

	/** @param items are read only for the remedy of a wrong column */
	constructor(
		fields: readonly IdentifierField[],
		/** How an email is sent to a tool for hashed emails. */
		private readonly emails: 'plain' | 'hashed',
		private readonly items: readonly INodeExecutionData[] = [],
		/** The prefix of the node's own columns, of which none is proposed. */
		private readonly ownPrefix = '',
	) {
		this.statistics = new Map(fields.map((field) => [field, new Statistics()]));
	}

	/** Counts a row that Skip When skips. An earlier run answered it, so the column is right. */
	skip(): void {
		this.hasSkipped = true;
	}

	read(field: IdentifierField, value: unknown): FieldReading {
		const reading = readCell(field.kind, value);
		if (reading.is !== 'blank') this.statistics.get(field)?.count(value, reading);
		if (reading.is === 'identifier' && field.kind === 'hem' && this.emails === 'hashed')
			return { is: 'identifier', identifier: hashed(reading.identifier) };
		if (reading.is !== 'invalid') return reading;
		const { why, inputKind, take } = reading;
		const brief = `${field.parameter.displayName} is ${INPUT_KINDS[inputKind][0]}`;
		return {
			is: 'invalid',
			problem: { why, remedy: take ?? this.remedy(field, inputKind), brief },
		};
	}

	/**
	 * Returns the route of an unreadable row. Its text depends on the other rows, so it is chosen
	 * last.
	 */
	invalid(problems: readonly InputProblem[]): Route {
		return () => {
			const own =
				problems.length === 1 ? problems[0] : { why: problems.map(sentenceOf).join('. ') };
			const column = this.mistake();
			if (column === null)
				return { outcome: { is: 'invalid', why: own.why, remedy: own.remedy } };
			const why = column.isOfCells ? withoutExample(own.why) : column.why;
			return { outcome: { is: 'invalid', why, remedy: column.remedy } };
		};
	}

	/**
	 * Returns why no row is skipped or readable, from two values on; else null. Call it after
	 * reading all rows.
	 */
	private mistake(): ColumnProblem | null {
		if (this.wrongColumn !== undefined) return this.wrongColumn;
		const [fullest] = [...this.statistics].sort(([, a], [, b]) => b.filled - a.filled);
		// Names and filters have no such fields.
		const isPossible = fullest !== undefined && !this.hasSkipped && !this.isReadable();
		this.wrongColumn = isPossible ? this.wrongColumnIn(...fullest) : null;
		return this.wrongColumn;
	}

	private isReadable(): boolean {
		return [...this.statistics.values()].some(({ readable }) => readable > 0);
	}

	private wrongColumnIn(
		field: IdentifierField,
		{ filled, unreadable, take }: Statistics,
	): ColumnProblem | null {
		if (filled < 2) return null;
		const [[kind, count] = ['text', 0] as const] = unreadable;
		const column = this.columnWith(field.kind);
		const [one, many] = expectedIn(field.kind);
		const isOneKind = count === filled;
		const remedy =
			(isOneKind ? take : undefined) ??
			(column === null ? null : `Use the column ${quoted(column.name)}, which has ${many}`) ??
			(isOneKind && kind === 'list' ? 'Keep one value in each row' : undefined) ??
			(isOneKind ? this.remedy(field, kind) : undefined) ??
			this.remedyByName() ??
			`Choose the column with ${many}`;
		const isOtherKind = isOneKind && IDENTIFIERS[kind] !== field.kind;
		const label = field.parameter.displayName;
		const why = isOtherKind
			? `All ${filled} values in ${label} are ${INPUT_KINDS[kind][1]}`
			: `None of the ${filled} values in ${label} is ${one}`;
		return {
			why,
			remedy,
			isOfCells: isOneKind && kind !== 'list' && isExplained(field.kind, kind),
		};
	}

	/** The operation that needs no identifiers, if the rows have the names of people. */
	private remedyByName(): string | undefined {
		const columns = this.items.slice(0, MAX_ROWS).flatMap(({ json }) => Object.keys(json));
		const named = columns.find((column) => PERSON_NAMES.includes(bare(column)));
		return (
			named &&
			`Use Find by Name of Work Email or Business Profile: the rows have ${quoted(named)}`
		);
	}

	/**
	 * Returns the column, also one level deep, with the most distinct identifiers of a kind; null
	 * if most of its values are others. A column about others, such as the owner of a contact, does
	 * not count.
	 */
	private columnWith(kind: CellKind): FittingColumn | null {
		const rows = this.items.slice(0, MAX_ROWS).map(({ json }) => json);
		const paths = new Map(rows.flatMap(pathsOf).map((path) => [shown(path), path] as const));
		let best: FittingColumn | null = null;
		for (const [name, path] of [...paths].slice(0, MAX_COLUMNS)) {
			const isOwn = this.ownPrefix !== '' && path[0].startsWith(this.ownPrefix);
			if (isOwn || isAboutOthers(path[0])) continue;
			const readings = rows.map((row) => readCell(kind, valueAt(row, path)));
			const filled = readings.filter(({ is }) => is !== 'blank').length;
			const found = readings.filter(({ is }) => is === 'identifier');
			const readable = new Set(readings.flatMap(identifiersIn).map(({ key }) => key)).size;
			if (found.length * 2 > filled && readable > (best?.readable ?? 0))
				best = { name, readable };
		}
		return best;
	}

	/** Names a column that fits, if a field is empty in all rows; null without one. */
	fitting(): string | null {
		for (const { kind } of this.statistics.keys()) {
			const column = this.columnWith(kind);
			if (column !== null)
				return `The column ${quoted(column.name)} has ${expectedIn(kind)[1]}: drag it into the field.`;
		}
		return null;
	}

	/** Whether a warning names all cells that cannot be read. */
	get isWrongColumn(): boolean {
		return this.mistake() !== null;
	}

	/**
	 * Returns warnings about fields with unreadable, ignored or equal values in all rows.
	 * @param isFixed by parameter name
	 */
	warnings(isFixed: (parameter: string) => boolean): string[] {
		const column = this.mistake();
		if (column !== null) return [`${column.why}. ${column.remedy}.`];
		const isReadable = this.isReadable();
		return [...this.statistics].flatMap(([field, statistics]) => {
			const { filled, readable, areSame } = statistics;
			const { name, displayName: label } = field.parameter;
			if (readable === 0) {
				const ignored = isReadable ? this.wrongColumnIn(field, statistics) : null;
				return ignored === null
					? []
					: `${ignored.why} and were ignored. ${ignored.remedy}.`;
			}
			const mixed = this.mixed(field, statistics) ?? this.mostlyBlank(field, statistics);
			if (mixed !== null || !areSame) return mixed ?? [];
			const rows = `All ${counted(filled, 'row')}`;
			if (filled >= 2 && isFixed(name))
				return `${rows} use the same ${label}. Drag a column into the field.`;
			if (filled < MIN_SUSPICIOUS_ROWS) return [];
			return `${rows} have the same ${label}. Check that it is the right column.`;
		});
	}

	/**
	 * Counts the cells that cannot be read, with an example; null if there are none, or several
	 * fields.
	 */
	unreadable(): string | null {
		const [only, ...others] = this.statistics;
		// A row of several fields needs only one of them.
		if (only === undefined || others.length > 0) return null;
		const [field, statistics] = only;
		return statistics.readable === 0 ? null : unreadableCells(field, statistics);
	}

	/**
	 * Returns a warning if many values of a field are identifiers of another kind, which no other
	 * field reads.
	 */
	private mixed(
		field: IdentifierField,
		{ filled, readable, unreadable }: Statistics,
	): string | null {
		const [[kind, count] = ['text', 0] as const] = [...unreadable].filter(
			([one]) => IDENTIFIERS[one] !== undefined && IDENTIFIERS[one] !== field.kind,
		);
		if (count < MIN_MIXED || count * MOST_PER_OTHER < filled) return null;
		const other = this.fieldFor(kind);
		if (other !== undefined && (this.statistics.get(other)?.readable ?? 0) >= count)
			return null;
		const own = `${field.parameter.displayName} has ${counted(readable, 'row')} with ${expectedIn(field.kind)[1]}`;
		const remedy = other === undefined ? 'Use Person: Resolve, and drag' : 'Drag';
		return `${own} and ${grouped(count)} with ${INPUT_KINDS[kind][1]}. ${remedy} the column into both fields.`;
	}

	/**
	 * Returns a warning if most rows lack the only identifier of the operation, and more of them
	 * have another one.
	 */
	private mostlyBlank(
		{ kind, parameter }: IdentifierField,
		{ readable }: Statistics,
	): string | null {
		const rows = this.items.length;
		const other = OTHER_KINDS[kind];
		if (this.statistics.size > 1 || other === undefined) return null;
		if (this.hasSkipped || readable * 2 >= rows) return null;
		const column = this.columnWith(other);
		const sample = Math.min(rows, MAX_ROWS);
		if (column === null || column.readable * rows <= readable * sample) return null;
		const have = `${counted(readable, 'row')} ${verbFor(readable, 'has')} ${expectedIn(kind)[1]}`;
		const others = `${quoted(column.name)} has ${grouped(column.readable)} ${expectedIn(other)[1]}`;
		const first = rows > sample ? ` in the first ${sample} rows` : '';
		return `Only ${have} in ${parameter.displayName}, but ${others}${first}. Use Person: Resolve with both columns.`;
	}

	private remedy(field: IdentifierField, inputKind: InputKind): string | undefined {
		const kind = IDENTIFIERS[inputKind];
		if (kind === undefined || kind === field.kind) return undefined;
		const other = this.fieldFor(inputKind);
		return other === undefined
			? 'Use Person: Resolve'
			: `Use the field ${other.parameter.displayName}`;
	}

	/**
	 * The field of the operation that reads values of a kind. One for hashed emails accepts the
	 * emails, too.
	 */
	private fieldFor(inputKind: InputKind): IdentifierField | undefined {
		const kind = IDENTIFIERS[inputKind];
		const fields = [...this.statistics.keys()];
		return (
			fields.find((one) => one.kind === kind) ??
			fields.find((one) => kind === 'email' && one.kind === 'hem')
		);
	}
}

/** A column, and how many rows of the sample have an identifier there. */
interface FittingColumn {
	name: string;
	readable: number;
}

/** Columns with the name of a person, also of a CRM. */
const PERSON_NAMES = [
	'name',
	'firstname',
	'lastname',
	'fullname',
	'givenname',
	'familyname',
	'contactname',
	'personname',
	'leadname',
];

/** The other kind of identifier by which most people are known. */
const OTHER_KINDS: Partial<Record<CellKind, CellKind>> = {
	linkedin: 'email',
	email: 'linkedin',
	hem: 'linkedin',
};

/** Counts the cells of a field that cannot be read, with an example; null if there are none. */
function unreadableCells(
	{ kind }: IdentifierField,
	{ filled, readable, example }: Statistics,
): string | null {
	const count = filled - readable;
	if (count === 0) return null;
	const expected = expectedIn(kind)[0].replace(/^an? /, '');
	const text = cellText(example) ?? toJson(example) ?? '';
	const cells = `${counted(count, 'cell')} ${verbFor(count, 'is')} no ${expected}`;
	return `${cells}, for example ${quoted(text)}. See the reason column.`;
}

/** The identifiers among the kinds of values. *Person: Resolve* reads all of them. */
const IDENTIFIERS: Partial<Record<InputKind, CellKind>> = {
	email: 'email',
	md5: 'hem',
	profile: 'linkedin',
};

const sentenceOf = ({ why, remedy }: InputProblem): string =>
	[why, remedy].filter(Boolean).join('. ');
