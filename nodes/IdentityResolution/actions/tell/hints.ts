import type { IDataObject, INode, NodeExecutionHint, NodeTypeAndVersion } from 'n8n-workflow';
import { at, field, isEmpty, isFilled } from '../../api/values/json';
import { COLUMN_NAMES, COLUMNS, type Column } from '../../api/person/columns';
import { addressesInRow } from '../../api/person/emails';
import { columnsMeeting, WANTS, type WantName } from '../../api/person/wants';
import { inSlices } from '../../service/environment';
import { isWithheld, type Stop } from '../../service/outcome';
import { wasAnsweredBefore, type SettledRow } from '../../run/rows';
import type { Run } from '../../run/run';
import { nodesOfTypeBefore } from '../read/earlierAnswers';
import { containsExpression, isTextAroundCells } from '../read/parameterReader';
import { isOurStatus } from '../spec/columns';
import { counted, grouped } from '../spec/format';
import { choosesWants, columnsOf, identifierFieldsOf, purposeOf } from '../spec/operation';
import { isError, type Destinations } from '../write/rowErrors';
import type { RowShape } from '../write/rowShape';
import type { Context } from './context';
import {
	chargedAgainHint,
	conflictHint,
	doubtfulHint,
	driftHint,
	errorsKeptHint,
	hiddenDataHint,
	knownHints,
	notOfferedHint,
	otherStatusHint,
	rejectedTextsHint,
	renamedToolHint,
	RETRY_ON_FAIL,
	suppressionHints,
	TEXT_BODY,
	unrecognizedHint,
	worseEmailsHint,
} from './hintTexts';
import { dryRunHint } from './dryRunHint';
import { summaryHint, Tally, warning } from './summary';
import { TwinNodes } from './twinNodes';
import { deferralsOf, deferredHint } from './deferredHint';
import {
	hiddenColumnsHint,
	missingColumnHints,
	missingFieldHints,
	nothingSentHint,
	runAgainHints,
	sameValuesHint,
} from './inputHints';

/** Adds the summary of a run, and the most useful three of the other hints. */
export async function addHints(context: Context, done: Run, to: Destinations): Promise<void> {
	const { host, items, clock } = context;
	const hints: NodeExecutionHint[] = [];
	// n8n also runs the node if only the input Known has items.
	if (items.length === 0) return;
	await inSlices(hintsOf(context, done, to), clock, (hint) => {
		if (hint !== null) hints.push(hint);
	});
	host.addExecutionHints(...hints.slice(0, 4));
}

/** Yields the hints in order, and null between rows. */
function* hintsOf(
	context: Context,
	done: Run,
	to: Destinations,
): Generator<NodeExecutionHint | null> {
	const {
		node,
		items,
		onError,
		operation,
		shape,
		inputs,
		parameters,
		known,
		answers,
		columnPrefix,
		output,
		wants,
	} = context;
	const { rows, plan, stats } = done;
	const isResolve = choosesWants(operation);
	const tally = new Tally(done.stop);
	const deferrals: Stop[] = [];
	/** The fields of hits that no column shows, and the number of rows with such fields. */
	const unrecognized = { fields: new Set<string>(), rows: 0 };
	let errors = 0;
	let results = 0;
	let leftOut = 0;
	let doubtful = 0;
	let foundOther = 0;
	let worse = 0;
	let chargedAgain = 0;
	const repeats = mayRepeat(node);
	const before = sameBefore(context);
	const twins = before.length > 0 ? new TwinNodes(context, before) : null;
	/** The rows that have each column that is not shown. */
	const hidden = new Map<Column, number>();
	const isSimplified = output === 'simplified';
	/** The rows that have each wanted part. */
	const met = new Map<WantName, number>();
	for (const [index, row] of rows.entries()) {
		tally.add(row);
		if (isError(row.outcome, to)) errors += 1;
		deferrals.push(...deferralsOf(row, to));
		if (row.outcome.is === 'found' && shape.content.mayBeOther(row)) doubtful += 1;
		const { json } = items[index];
		for (const want of wantsMet(row, json, context)) met.set(want, (met.get(want) ?? 0) + 1);
		if (isWithheld(row.outcome)) worse += 1;
		if (repeats && wasChargedAgain(row, json, columnPrefix)) chargedAgain += 1;
		else if (wasCharged(row) || row.outcome.is === 'planned') twins?.count({ row, json });
		if (hasOtherStatus(row, json, context)) foundOther += 1;
		let hasUnrecognized = false;
		for (const part of shape.itemRows(row)) {
			yield null;
			if (part === null) leftOut += 1;
			if (part?.outcome.is !== 'found') continue;
			results += 1;
			for (const column of isSimplified ? hiddenIn(part, shape) : [])
				hidden.set(column, (hidden.get(column) ?? 0) + 1);
			const fields = shape.content.unrecognized(part);
			for (const name of fields) unrecognized.fields.add(name);
			hasUnrecognized ||= fields.length > 0;
		}
		if (hasUnrecognized) unrecognized.rows += 1;
	}
	const parts = wants.map((want) => `${grouped(met.get(want) ?? 0)} with ${WANTS[want].words}`);
	// A row has several results only in a search.
	const contents = results === tally.count('found') ? parts : [counted(results, 'result')];
	yield plan === null
		? summaryHint(done, tally, contents)
		: dryRunHint(done, plan, tally, operation.tools.length);
	const isRunnable = [...shape.readColumns].every((name) => shape.input.keeps(name, {}));
	yield deferredHint(deferrals, { ...shape, isKnownLater: context.keepsText, isRunnable }, to);
	// Warnings about the suppression list come early: a person may be missing on it.
	const listed = { rows: rows.length, suppressed: tally.count('suppressed'), leftOut };
	const aboutInputs = [
		...(context.list.entries === 0 ? [] : suppressionHints(context.list, listed)),
		...(known === null ? [] : knownHints(known, answers)),
	];
	yield* aboutInputs.filter(({ type }) => type === 'warning');
	if (tally.count('conflict') > 0) yield conflictHint(tally.count('conflict'));
	if (doubtful > 0) yield doubtfulHint(doubtful);
	if (worse > 0) yield worseEmailsHint(worse, at(node.parameters, 'options.rowsAnsweredBefore'));
	if (chargedAgain > 0) yield chargedAgainHint(chargedAgain);
	if (twins !== null) yield twins.hint(plan === null ? 'were' : 'would be');
	const nothingSent = nothingSentHint(done, items, tally, inputs);
	yield nothingSent;
	if (foundOther > 0) yield otherStatusHint(foundOther);
	if (nothingSent === null) yield* missingColumnHints(node, items, identifierFieldsOf(operation));
	yield* missingFieldHints(context.selectedInputFields, items);
	// Mistakes in the input that cost at most one token.
	yield* inputs.warnings((parameter) => !parameters.readsRow(parameter)).map(warning);
	yield sameValuesHint(context, rows.length - tally.count('skipped') - tally.count('invalid'));
	yield* runAgainHints(context);
	if (operation.by.is === 'body' && isTextAroundCells(node.parameters.body)) yield TEXT_BODY;
	if (answers.rejected > 0) yield rejectedTextsHint(answers.rejected);
	if (node.retryOnFail) yield RETRY_ON_FAIL;
	if (unrecognized.rows > 0) yield unrecognizedHint(unrecognized);
	yield hiddenColumnsHint(items, shape);
	yield* aboutInputs.filter(({ type }) => type === 'info');
	const unreadable = inputs.unreadable();
	if (unreadable !== null) yield warning(unreadable);
	const hasNames = unreadable !== null || inputs.isWrongColumn;
	const areNamed = hasNames && errors === tally.count('invalid');
	const isKept = onError === 'stop' && plan === null;
	if (isKept && errors > 0 && !areNamed) yield errorsKeptHint(errors);
	if (hidden.size > 0) yield hiddenDataHint(hidden);
	if (isResolve) yield notOfferedHint(tally);
	if (stats.drift.size > 0) yield driftHint(stats.drift);
	if (stats.renamedTools.size > 0) yield renamedToolHint(stats.renamedTools);
}

/** Returns the nodes of this operation before this node. */
const sameBefore = ({ host, node }: Context): NodeTypeAndVersion[] =>
	nodesOfTypeBefore(host, node).filter(({ parameters }) =>
		['resource', 'operation'].every((one) => field(parameters, one) === node.parameters[one]),
	);

/** The wanted parts that a row has now: a skipped one in its columns. */
function wantsMet(
	row: SettledRow,
	json: IDataObject,
	{ wants, shape, columnPrefix }: Context,
): readonly WantName[] {
	if (row.outcome.is === 'suppressed') return [];
	if (wasAnsweredBefore(row))
		return wants.filter((want) =>
			columnsMeeting(want).some((column) => !isEmpty(field(json, columnPrefix + column))),
		);
	const unmet = shape.content.unmet(row, () => addressesInRow(json));
	return wants.filter((want) => !unmet.includes(want));
}

/**
 * Whether the status of a row is that of another operation: it was skipped as not found, although
 * only another one can have found its data, or it was charged, although it has what the operation
 * is for.
 */
function hasOtherStatus(
	row: SettledRow,
	json: IDataObject,
	{ operation, columnPrefix, output, fields }: Context,
): boolean {
	if (choosesWants(operation)) return false;
	const status = field(json, `${columnPrefix}status`);
	const isFilledIn = (column: Column) => !isEmpty(field(json, columnPrefix + column));
	if (wasAnsweredBefore(row)) {
		if (status !== 'not_found') return false;
		const own = columnsOf(operation);
		const hasOthers = COLUMN_NAMES.some(
			(column) => !own.includes(column) && isFilledIn(column),
		);
		return hasOthers && !own.some(isFilledIn);
	}
	if (!isOurStatus(status) || status === 'found' || !wasCharged(row)) return false;
	return purposeOf(operation, { output, fields }).some(isFilledIn);
}

const wasCharged = ({ steps }: SettledRow): boolean =>
	steps.some(
		({ outcome, record, showsCharge }) =>
			outcome.is === 'found' && record.attempts > 0 && showsCharge,
	);

/** Whether rows that were found before may be looked up again. */
function mayRepeat({ parameters }: INode): boolean {
	const mode = at(parameters, 'options.rowsAnsweredBefore');
	return mode === 'lookUpAgain' || containsExpression(mode);
}

const wasChargedAgain = (row: SettledRow, json: IDataObject, prefix: string): boolean =>
	field(json, `${prefix}status`) === 'found' && wasCharged(row);

/** The filled columns of a found row that an output does not show. */
function hiddenIn(row: SettledRow, { content, shown }: RowShape): Column[] {
	const cells = content.returned(row);
	return NAMED.filter((column) => isFilled(cells[column]) && !shown.includes(column));
}

const NAMED = COLUMN_NAMES.filter((column) => COLUMNS[column].isDetail !== true);
