import type { INodeExecutionData } from 'n8n-workflow';
import { isEmpty, toText } from '../../api/values/json';
import { COLUMN_NAMES } from '../../api/person/columns';
import { columnsMeeting, WANTS, withoutGiven, type WantName } from '../../api/person/wants';
import { toTime } from '../../api/values/time';
import type { Clock } from '../../service/environment';
import type { Decided } from '../../run/resolve/rowState';
import { ROWS_ANSWERED_BEFORE, type RowsAnsweredBefore } from '../panel/settings';
import { isNamedMissing, isNamedUnusable, saysWhyNone, toolChargedAgain } from '../spec/noData';
import { MARKS, statusIn } from '../spec/columns';
import { choosesWants, keepsAnswers, purposeOf, type LookupOperation } from '../spec/operation';
import { LONGEST_REASON } from '../spec/format';
import { isBlank } from '../spec/setting';
import type { Job } from './job';
import {
	describeFailure,
	type ParameterReader,
	type ParameterReading,
	type RowFields,
} from './parameterReader';
import {
	keyOfSuppressed,
	kindOf,
	NO_COLUMNS,
	previousReader,
	type PersonKeys,
	type PreviousColumns,
} from './previousColumns';
import { keysNamed, namesSamePerson } from './rowPerson';
import type { Settings } from './settings';

/** What the earlier answer of a row means for a run. */
type AnsweredBefore =
	/** `restores`: the status that a refused run has replaced by `invalid`. */
	| { is: 'skipped'; restores?: 'found' | 'suppressed' }
	/**
	 * `has`: the wanted parts that its columns have already. `missed`: those whose hit its reason
	 * calls useless.
	 */
	| ({ is: 'looked_up' } & Decided);

/** A row as an earlier run left it. */
interface EarlierRow {
	previous: PreviousColumns;
	mode: RowsAnsweredBefore;
	/** The keys of the person whom the row names now. */
	person(): PersonKeys;
	/** Whether that is the person whom its columns are about. */
	isSamePerson(): boolean;
}

const SKIPPED: AnsweredBefore = { is: 'skipped' };
const NOT_BEFORE: AnsweredBefore = { is: 'looked_up', has: [], missed: [] };
const REPEATED: AnsweredBefore = { is: 'looked_up', has: [], missed: [], repeats: true };

const notBefore = (mode: RowsAnsweredBefore): AnsweredBefore =>
	mode === 'lookUpAgain' ? REPEATED : NOT_BEFORE;

/** Judges rows by the columns that earlier runs of an operation wrote into them. One per run. */
class EarlierRows {
	private readonly purpose: readonly string[];

	/** @param expiry epoch ms before which an answer is too old */
	constructor(
		private readonly operation: LookupOperation,
		private readonly settings: Pick<
			Settings,
			'output' | 'fields' | 'wants' | 'minGrade' | 'columnPrefix'
		>,
		private readonly expiry: number,
	) {
		this.purpose = purposeOf(operation, settings);
	}

	judge(row: EarlierRow): AnsweredBefore {
		const { previous, mode, person, isSamePerson } = row;
		const status = statusIn(previous('status'));
		if (status === null || !this.isOurs(previous)) return notBefore(mode);
		if (status === 'suppressed')
			return isStillSuppressed(previous, person()) ? SKIPPED : NOT_BEFORE;
		if (status === 'invalid' && hasKeyOfSuppressed(previous, person()))
			return { is: 'skipped', restores: 'suppressed' };
		if (mode === 'lookUpAgain' || !keepsAnswers(this.operation)) return notBefore(mode);
		if (!isSamePerson() || this.isExpired(previous('answered_at'))) return NOT_BEFORE;
		if (status === 'conflict') return SKIPPED;
		if (status === 'not_found' && mode === 'skipAnswered') return SKIPPED;
		if (status === 'found' && this.isFound(row)) return SKIPPED;
		if (status === 'invalid' && this.wasFound(previous))
			return { is: 'skipped', restores: 'found' };
		return {
			is: 'looked_up',
			has: this.settings.wants.filter((want) => has(previous, want)),
			missed: this.missedIn(row),
			chargedAgain: chargedAgainIn(previous),
		};
	}

	/**
	 * While a part is deferred, a hit that brought nothing usable for another part is not bought
	 * again.
	 */
	private missedIn({ previous }: EarlierRow): WantName[] {
		if (statusIn(previous('status')) !== 'deferred') return [];
		const reason = toText(previous('reason')) ?? '';
		return this.settings.wants.filter(
			(want) => !has(previous, want) && isNamedUnusable(reason, WANTS[want].words),
		);
	}

	/** Without a prefix, a status may be the user's own. */
	private isOurs(previous: PreviousColumns): boolean {
		return (
			this.settings.columnPrefix !== '' ||
			MARKS.some((column) => previous(column) !== undefined)
		);
	}

	private isExpired(answeredAt: unknown): boolean {
		const time = toTime(answeredAt);
		return time !== null && time < this.expiry;
	}

	private isFound({ previous, person }: EarlierRow): boolean {
		if (this.settings.output === 'raw') return hasRaw(previous);
		if (!choosesWants(this.operation)) return this.hasPurpose(previous);
		const { wants } = withoutGiven(this.settings, person().map(kindOf));
		const { output, fields } = this.settings;
		// A wanted part without a column says nothing in later runs.
		const isShown = (want: WantName) =>
			output !== 'selected' || columnsMeeting(want).some((column) => fields.includes(column));
		return wants.filter(isShown).every((want) => this.isDecided(previous, want));
	}

	/**
	 * A run that is refused as a whole, such as without its list, makes found rows `invalid`, too.
	 */
	private wasFound(previous: PreviousColumns): boolean {
		if (isEmpty(previous('person_key')) || isEmpty(previous('answered_at'))) return false;
		if (choosesWants(this.operation))
			return this.settings.wants.every((want) => has(previous, want));
		return this.purpose.some((column) => !isEmpty(previous(column)));
	}

	private hasPurpose(previous: PreviousColumns): boolean {
		if (this.purpose.some((column) => !isEmpty(previous(column)))) return true;
		const words = this.settings.wants.map((want) => WANTS[want].words);
		return saysWhyNone(toText(previous('reason')) ?? '', words);
	}

	/**
	 * Whether a wanted part of a found row was looked up. Another operation may have written the
	 * status.
	 */
	private isDecided(previous: PreviousColumns, want: WantName): boolean {
		if (has(previous, want)) return true;
		const isThere = columnsMeeting(want).some((column) => previous(column) !== undefined);
		const reason = toText(previous('reason')) ?? '';
		if (isNamedMissing(reason, WANTS[want].words)) return true;
		// A table may not store the reason, and a reason may be cut.
		return isThere && (previous('reason') === undefined || reason.length >= LONGEST_REASON - 1);
	}
}

/** The tool that returned the columns of a deferred row without the phone. */
const chargedAgainIn = (previous: PreviousColumns): string | undefined =>
	statusIn(previous('status')) === 'deferred'
		? toolChargedAgain(toText(previous('reason')) ?? '')
		: undefined;

const has = (previous: PreviousColumns, want: WantName): boolean =>
	columnsMeeting(want).some((column) => !isEmpty(previous(column)));

/**
 * Raw results are often not stored. Columns of other operations show that one of them wrote the
 * status.
 */
const hasRaw = (previous: PreviousColumns): boolean =>
	!isEmpty(previous('results')) || COLUMN_NAMES.every((column) => isEmpty(previous(column)));

/** Without a key, the row counts as unchanged. */
function isStillSuppressed(previous: PreviousColumns, person: PersonKeys): boolean {
	return isEmpty(previous('person_key')) || hasKeyOfSuppressed(previous, person);
}

/** Whether the row has the key of a suppressed person, and still names that person. */
function hasKeyOfSuppressed(previous: PreviousColumns, person: PersonKeys): boolean {
	const key = toText(previous('person_key')) ?? '';
	return key !== '' && key === keyOfSuppressed(person);
}

interface EarlierContext extends Pick<
	Settings,
	'output' | 'fields' | 'wants' | 'minGrade' | 'columnPrefix' | 'maxAge'
> {
	items: readonly INodeExecutionData[];
	operation: LookupOperation;
	parameters: ParameterReader;
	caller: Job['caller'];
	clock: Clock;
}

/**
 * Returns a function that says what an earlier answer of a row means, or why its setting is
 * invalid.
 */
export function earlierAnswerReader(
	context: EarlierContext,
): (index: number, fields: () => RowFields) => AnsweredBefore | string {
	const { items, operation, parameters, columnPrefix, caller, clock, maxAge } = context;
	// An agent has no table whose columns a row could have.
	if (caller === 'agent') return () => NOT_BEFORE;
	const rows = new EarlierRows(operation, context, clock.now() - maxAge);
	const previousOf = previousReader(columnPrefix);
	const isSet = keepsAnswers(operation) && parameters.isSet(ROWS_ANSWERED_BEFORE_PATH);
	return (index, fields) => {
		const reading = isSet
			? readMode(parameters.row(index)(ROWS_ANSWERED_BEFORE_PATH))
			: USUAL_MODE;
		if ('why' in reading) return reading.why;
		const previous = previousOf(items[index].json);
		if (previous === NO_COLUMNS) return notBefore(reading.mode);
		return rows.judge({
			previous,
			mode: reading.mode,
			person: () => keysNamed(operation, fields()),
			isSamePerson: () => namesSamePerson(operation, fields(), previous),
		});
	};
}

const ROWS_ANSWERED_BEFORE_PATH = 'options.rowsAnsweredBefore';

const USUAL_MODE = { mode: ROWS_ANSWERED_BEFORE.schema.parse(null) };

function readMode(reading: ParameterReading): { mode: RowsAnsweredBefore } | { why: string } {
	const label = ROWS_ANSWERED_BEFORE.field.displayName;
	if (reading.is === 'thrown') return { why: describeFailure(label, reading.why) };
	// A blank cell is none of the values, so that a mistyped column is no choice.
	const { success, data, error } = ROWS_ANSWERED_BEFORE.schema.safeParse(
		isBlank(reading.value) ? '?' : reading.value,
	);
	return success ? { mode: data } : { why: error.issues[0].message };
}
