import type { IDataObject } from 'n8n-workflow';
import { type Cells, type Column, EMAILS, isFilled, withGrades } from '../../api/person/columns';
import type { Wanted } from '../../api/person/wants';
import { AnswerStore, NO_SUPPRESSION, type Suppression } from '../../run/answerStore';
import type { Identifier } from '../../api/identifiers/identifier';
import { type Answer, NO_CELLS } from '../../api/replies/reading';
import { unrecognizedFields } from '../../api/person/unrecognized';
import type { Tool } from '../../api/tool';
import { isAnswered } from '../../run/outcome';
import { type Step, cellsIn, valuesOf } from '../../run/lookup';
import type { SettledRow } from '../../run/rows';
import {
	PERSON_KEY,
	type PreviousColumns,
	isAnotherPerson,
	keysForColumn,
	otherProfile,
	personKey,
} from '../read/previousColumns';
import { refusalOf } from './explanations';

/** What the columns of an operation depend on. Only Resolve reads them. */
export interface ContentSettings extends Wanted {
	columns: 'wanted' | 'all';
	answers: AnswerStore;
	/** People of whom a search shows no data. */
	suppression: Suppression;
}

export const ALL_CONTENT: ContentSettings = {
	wants: [],
	minGrade: 'any',
	columns: 'all',
	answers: new AnswerStore(null),
	suppression: NO_SUPPRESSION,
};

/** What the output of a row depends on besides its answers. */
export interface RowContext {
	previous: PreviousColumns;
	/** Those of the columns that are about the person that the row names now. */
	earlier: PreviousColumns;
	/** All email addresses in the row. */
	addresses(): readonly string[];
	/** The `resume` texts about that person. */
	texts(): readonly string[];
}

/** Texts from which a later run continues a row, by column. */
type Continuation = Partial<Record<(typeof CONTINUATION_COLUMNS)[number], unknown>>;

export const CONTINUATION_COLUMNS = ['resume', 'next_page'] as const;

/** Creates the data columns of an operation's rows. */
export interface ContentMapper {
	/** Simplified columns that it can fill; none if answers are returned raw. */
	columns: readonly Column[];
	/** Those of them that the operation is for. They stand beside the status. */
	lead: readonly Column[];
	/** Its own columns, beside those of results. */
	own: readonly string[];
	details(row: SettledRow): IDataObject;
	/** Returns the rows of which each is one item; without it, a row is one item. */
	itemRows?(row: SettledRow): readonly SettledRow[];
	read(row: SettledRow, context: RowContext): RowContent;
	/** The paid fields of a row that no column shows. */
	unrecognized(row: SettledRow): readonly string[];
	/** The columns from which a later run continues, for a row of the error output. */
	continuation?(row: SettledRow, texts: readonly string[], previous: PreviousColumns): Continuation;
}

export interface RowContent {
	simplified: Cells;
	raw(): Pick<Answer, 'results' | 'metadata' | 'error'>;
	own: Readonly<Record<string, unknown>>;
	/** Sentences for the row's reason. */
	notes: readonly string[];
}

export const NO_RESULTS = { results: null, metadata: null };

/** Whether a row ended because of the suppression list. */
export const isSuppressed = ({ outcome }: SettledRow) => outcome.is === 'skipped' && outcome.by === 'suppressed';

/** The steps whose data a row shows. Earlier ones may have revealed that its person is suppressed. */
export const shownSteps = (row: SettledRow): readonly Step[] => (isSuppressed(row) ? [] : row.steps);

/** The content of rows with one tool; null if each row names its own. */
export function oneTool(tool: Tool | null): ContentMapper {
	const read: ContentMapper['read'] = (row, context) => {
		const { outcome } = row;
		const steps = shownSteps(row);
		const answer = isAnswered(outcome) ? outcome.answer : null;
		const step = steps.at(-1);
		const known = () => [...context.addresses(), ...valuesOf(steps)];
		const simplified = step === undefined ? NO_CELLS : cellsIn({ ...step, outcome }, known);
		const unrecognized = unrecognizedNotes(unrecognizedIn({ steps }));
		const noEmail = unrecognized.length > 0 || outcome.is !== 'found' ? null : noEmailNote(tool, simplified);
		const notes = [...unrecognized, noEmail, otherProfile(profilesIn(steps), steps)];
		return {
			simplified,
			raw: () => answer ?? NO_RESULTS,
			own: tool === null ? {} : personColumn(row, context),
			notes: notes.filter((note) => note !== null),
		};
	};
	return {
		columns: tool?.columns.fillable ?? [],
		lead: withGrades(tool?.columns.boughtFor ?? []),
		own: tool === null ? [] : [PERSON_KEY],
		details: lookupDetails,
		unrecognized: unrecognizedIn,
		read,
	};
}

/** Says that a hit has no email to write to, although it was bought for one; else null. */
function noEmailNote(tool: Tool | null, cells: Cells): string | null {
	const emails = EMAILS.filter(({ address }) => tool?.columns.boughtFor?.includes(address));
	if (emails.length === 0) return null;
	if (emails.some(({ address }) => isFilled(cells[address]))) return null;
	return emails.some(({ obscured }) => isFilled(cells[obscured]))
		? 'Only an obscured email was found, to which nobody can write'
		: 'The service returned a hit without an email';
}

/** The fields of hits that fill no column of what they were bought for. */
export const unrecognizedIn = ({ steps }: Pick<SettledRow, 'steps'>): string[] =>
	steps.flatMap(({ lookup: { tool, phone }, outcome }) =>
		outcome.is === 'found' ? unrecognizedFields(tool, outcome.answer, phone) : [],
	);

const MAX_FIELDS = 5;

/** Names paid fields that no column shows. */
export function unrecognizedNotes(fields: readonly string[]): string[] {
	const more = fields.length > MAX_FIELDS ? ', …' : '';
	return fields.length === 0
		? []
		: [`Returned, but not recognized: ${fields.slice(0, MAX_FIELDS).join(', ')}${more}`];
}

const profilesIn = (steps: readonly Step[]): Identifier[] =>
	steps.map(({ lookup }) => lookup.identifier).filter(({ kind }) => kind === 'linkedin');

/**
 * The `person_key` column: the keys of this run alone, because anyone may have written the cell. A dry run keeps the
 * earlier key, so that the next run detects another person.
 */
export const personColumn = (row: SettledRow, { earlier }: RowContext) => ({
	[PERSON_KEY]: row.outcome.is === 'planned' && isAnotherPerson(row, earlier) ? null : personKey(keysForColumn(row)),
});

/** Describes the lookup of a row, with the code of a deferral. */
export const lookupDetails = ({ outcome, steps }: SettledRow): IDataObject => ({
	...(steps.length === 0 ? NO_LOOKUP : stepDetails(steps[steps.length - 1])),
	reason: outcome.is === 'deferred' ? outcome.stop.reason : null,
});

const NO_LOOKUP = {
	tool: null,
	identifier: null,
	tokensCharged: 0,
	sharedWith: 0,
	attempts: 0,
	sentAt: null,
	fairUseRecordsLeft: null,
	message: null,
};

/** Describes the lookups of a row step by step, with the total of tokens (null if one was not reported). */
export function stepsDetails({ outcome, steps }: SettledRow): IDataObject {
	const details = steps.map((step) => ({ ...stepDetails(step), status: step.outcome.is }));
	const charges = details.map(({ tokensCharged }) => tokensCharged);
	return {
		steps: details,
		tokensCharged: charges.reduce((sum, charge) => (sum === null || charge === null ? null : sum + charge), 0),
		reason: outcome.is === 'deferred' ? outcome.stop.reason : null,
	};
}

/** `sharedWith`: other rows with the same answer. `fairUseRecordsLeft`: of the 5 h window. */
const stepDetails = ({ lookup, record, outcome, showsCharge }: Step) => {
	const charge = chargeOf(record, outcome);
	return {
		tool: lookup.tool.name,
		identifier: lookup.identifier.value as IDataObject | string,
		// Only the first row reports the charge of a shared answer, so that the rows sum to the run's total.
		tokensCharged: showsCharge || charge === null ? charge : 0,
		sharedWith: record.rows - 1,
		attempts: record.attempts,
		sentAt: record.sentAt === null ? null : new Date(record.sentAt).toISOString(),
		fairUseRecordsLeft: Number.isFinite(record.recordsLeft) ? record.recordsLeft : null,
		message: messageOf(outcome),
	};
};

/** The words of the service about a lookup, in full. */
const messageOf = (outcome: Step['outcome']): string | null =>
	refusalOf(outcome)?.message ?? (isAnswered(outcome) ? (outcome.answer.serviceNote ?? null) : null);

/** Returns the tokens of a lookup; null if the service did not report them for a hit or a possibly charged answer. */
export const chargeOf = ({ charged, lostCount }: Step['record'], { is }: Step['outcome']): number | null =>
	charged ?? (is === 'found' || lostCount > 0 ? null : 0);
