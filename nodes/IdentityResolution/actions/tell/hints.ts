import type { IDataObject, INode, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { quoted } from '../../api/identifiers/identifier';
import { field, isEmpty } from '../../api/json';
import { addressesInRow } from '../../api/person/emails';
import { WANTS, type WantName } from '../../api/person/wants';
import type { AnswerStore } from '../../run/answerStore';
import { inSlices } from '../../run/environment';
import type { Stop } from '../../run/outcome';
import type { SettledRow } from '../../run/rows';
import type { Run } from '../../run/run';
import type { Known } from '../read/earlierAnswers';
import { missingColumn } from '../read/parameterReader';
import type { ReadContext } from '../read/router';
import type { SuppressionList } from '../read/suppressionList';
import { counted, grouped } from '../spec/format';
import type { IdentifierField } from '../spec/identifierFields';
import { choosesWants, identifierFieldsOf } from '../spec/operation';
import { firstFew, reasonOf } from '../write/explanations';
import { isError, outputOf, type Destinations } from '../write/rowErrors';
import type { RowShape } from '../write/rowShape';
import { dryRunHint, info, summaryHint, Tally, warning } from './summary';

/** What reading, writing and hints depend on in one run. */
export type Context = ReadContext & { shape: RowShape; list: SuppressionList };

/** Adds the summary of a run, and the most useful three of the other hints. */
export async function addHints(context: Context, done: Run, to: Destinations): Promise<void> {
	const { host, items, clock } = context;
	const hints: NodeExecutionHint[] = [];
	// n8n also runs the node if only the input Known has items.
	if (items.length === 0) return;
	await inSlices(hintsOf(context, done, to), clock, (hint) => hints.push(...(hint === null ? [] : [hint])));
	host.addExecutionHints(...hints.slice(0, 4));
}

/** Yields the hints in order, and null between rows. */
function* hintsOf(context: Context, done: Run, to: Destinations): Generator<NodeExecutionHint | null> {
	const { node, items, onError, operation, shape, inputs, parameters, known, answers, columnPrefix, wants } = context;
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
	let skippedAfterAnswer = 0;
	/** The rows that have each wanted part. */
	const met = new Map<WantName, number>();
	for (const [index, row] of rows.entries()) {
		tally.add(row);
		if (isError(row.outcome, to)) errors += 1;
		deferrals.push(...deferralsOf(row, to));
		results += shape.itemRows(row).filter(({ outcome }) => outcome.is === 'found').length;
		leftOut += shape.leftOut(row);
		if (row.outcome.is === 'found' && shape.mayBeOther(row)) doubtful += 1;
		const unmet = shape.unmet(row, () => addressesInRow(items[index].json));
		const metHere = row.outcome.is === 'suppressed' ? [] : wants.filter((want) => !unmet.includes(want));
		for (const want of metHere) met.set(want, (met.get(want) ?? 0) + 1);
		const fields = row.outcome.is === 'found' ? shape.unrecognized(row) : [];
		for (const name of fields) unrecognized.fields.add(name);
		if (fields.length > 0) unrecognized.rows += 1;
		if (isFoundOther(row, items[index], columnPrefix, shape.lead)) foundOther += 1;
		if (row.outcome.is === 'skipped' && field(items[index].json, `${columnPrefix}status`)) skippedAfterAnswer += 1;
		yield null;
	}
	const parts = wants.map((want) => `${grouped(met.get(want) ?? 0)} with ${WANTS[want].words}`);
	// A row has several results only in a search.
	const contents = results === tally.count('found') ? parts : [counted(results, 'result')];
	yield plan === null ? summaryHint(done, tally, contents) : dryRunHint(done, plan, tally, operation.tools.length);
	yield deferredHint(deferrals, { ...shape, isKnownLater: context.keepsText, skipped: tally.count('skip_when') }, to);
	// Warnings about the suppression list come early: a person may be missing on it.
	const aboutInputs = [
		...suppressionHints(context.list, { rows: rows.length, suppressed: tally.count('suppressed'), leftOut }),
		...(known === null ? [] : knownHints(known, answers)),
	];
	yield* aboutInputs.filter(({ type }) => type === 'warning');
	if (tally.count('conflict') > 0) yield conflictHint(tally.count('conflict'));
	if (doubtful > 0) yield doubtfulHint(doubtful);
	const nothingSent = nothingSentHint(done, items, tally, skippedAfterAnswer);
	yield nothingSent;
	if (foundOther > 0) yield foundOtherHint(foundOther, shape.lead[0]);
	if (tally.count('edited') > 0) yield editedHint(tally.count('edited'));
	if (nothingSent === null) yield* missingColumnHints(node, items, identifierFieldsOf(operation));
	// Mistakes in the input that cost at most one token.
	yield* inputs.warnings((parameter) => !parameters.readsRow(parameter)).map(warning);
	yield sameValuesHint(context, rows.length - tally.count('skipped') - tally.count('invalid'));
	yield runAgainHint(context);
	if (answers.rejected > 0) yield rejectedTextsHint(answers.rejected);
	if (node.retryOnFail) yield RETRY_ON_FAIL;
	if (unrecognized.rows > 0) yield unrecognizedHint(unrecognized);
	yield hiddenColumnsHint(items, shape);
	yield* aboutInputs.filter(({ type }) => type === 'info');
	if (onError === 'stop' && errors > 0 && plan === null) yield errorsKeptHint(errors);
	if (isResolve) yield notOfferedHint(tally);
	if (stats.drift.size > 0) yield driftHint(stats.drift);
	if (stats.renamedTools.size > 0) yield renamedToolHint(stats.renamedTools);
}

/** Whether Skip When skipped a row because of what another operation, or another Want, has found. */
const isFoundOther = ({ outcome }: SettledRow, { json }: INodeExecutionData, prefix: string, lead: readonly string[]) =>
	outcome.is === 'skipped' &&
	outcome.by === 'skip_when' &&
	lead.length > 0 &&
	field(json, `${prefix}status`) === 'found' &&
	// It says why a hit of this operation is without them.
	isEmpty(field(json, `${prefix}reason`)) &&
	lead.every((column) => isEmpty(field(json, prefix + column)));

const foundOtherHint = (rows: number, column: string): NodeExecutionHint =>
	warning(
		`${counted(rows, 'row')} that Skip When skipped ${rows === 1 ? 'has' : 'have'} no ${column}: another ` +
			'operation found something else. Give each operation a Column Prefix of its own, or remove Skip When.',
	);

const conflictHint = (rows: number): NodeExecutionHint =>
	warning(
		`${counted(rows, 'row')} got an answer about another person, which the columns do not show: see the reason. ` +
			'Correct the identifiers that belong to different people.',
	);

const doubtfulHint = (rows: number): NodeExecutionHint =>
	warning(
		`${counted(rows, 'row')} got an answer with another LinkedIn profile, which may be the same person, renamed. ` +
			'Check the rows whose reason says so.',
	);

const editedHint = (rows: number): NodeExecutionHint =>
	warning(
		`${counted(rows, 'row')} that Skip When skipped ${rows === 1 ? 'names' : 'name'} another person than before, ` +
			'whose data was removed. Run the written rows again to look up the new person.',
	);

/** Warns if no field of a search reads the rows, so that each of them gets all results. @param rows looked up */
export function sameValuesHint({ operation, parameters }: Pick<Context, 'operation' | 'parameters'>, rows: number) {
	const readsRows = operation.fields.some(({ name }) => parameters.readsRow(name));
	if (rows < 2 || readsRows || identifierFieldsOf(operation).length > 0) return null;
	const same = `All ${grouped(rows)} rows use the same values, so that each has the same results.`;
	return warning(`${same} Drag a column into a field, or switch on Execute Once under Settings.`);
}

/** The columns of an item that n8n's table shows, and the items of its largest page. */
const TABLE = { columns: 40, items: 100 };

/** Says how to see the columns that n8n's table hides: the last ones, which are those of the node. */
export function hiddenColumnsHint(items: readonly INodeExecutionData[], { input, names, nameOf }: RowShape) {
	const own = names.map(nameOf);
	const namesIn = (json: IDataObject) => new Set([...Object.keys(input === 'kept' ? json : {}), ...own]);
	const columns = Math.max(...items.slice(0, TABLE.items).map(({ json }) => namesIn(json).size));
	const hidden = `The rows have ${columns} columns, of which n8n's table shows the first ${TABLE.columns}.`;
	return columns <= TABLE.columns ? null : info(`${hidden} To see all, choose Schema or JSON above.`);
}

/** Names the tools of Resolve that the account cannot use; null if it can use all. */
export function notOfferedHint({ notOffered: tools }: Tally): NodeExecutionHint | null {
	if (tools.size === 0) return null;
	return info(`The service does not offer ${[...tools].join(', ')} to this account. Resolve used its other tools.`);
}

export function driftHint(drift: ReadonlyMap<string, number>): NodeExecutionHint {
	const departures = [...drift].slice(0, 5).map(([departure, times]) => `${departure} (${counted(times, 'time')})`);
	return warning(
		`The service's answers differ from its documentation: ${departures.join('; ')}. Output: Raw has them unchanged.`,
	);
}

function renamedToolHint(renamed: ReadonlyMap<string, string>): NodeExecutionHint {
	const names = [...renamed].map(([name, other]) => `${other} instead of ${name}`);
	return info(`The node used ${names.join(' and ')}, which the service does not have.`);
}

function unrecognizedHint({ fields, rows }: { fields: ReadonlySet<string>; rows: number }): NodeExecutionHint {
	const have = `${counted(rows, 'row')} ${rows === 1 ? 'has' : 'have'}`;
	const names = [...fields].slice(0, 5).join(', ');
	return warning(
		`${have} paid data in fields that the node does not recognize: ${names}. Set Output to Raw to see them.`,
	);
}

export const errorsKeptHint = (errors: number): NodeExecutionHint =>
	warning(
		`${counted(errors, 'row')} ${errors === 1 ? 'counts as an error' : 'count as errors'}: see the status and ` +
			'reason columns. The node did not fail, so that the other rows keep their results.',
	);

export const rejectedTextsHint = (texts: number): NodeExecutionHint =>
	warning(
		`${counted(texts, 'text')} of known answers ${texts === 1 ? 'was' : 'were'} ignored: cut, changed, or signed with ` +
			'another Signing Secret. Store the column answers as text, unchanged.',
	);

export const RETRY_ON_FAIL = warning(
	'Retry On Fail is on. Switch it off: the node retries by itself if nothing was charged, but n8n would run ' +
		'all rows again.',
);

/** Returns why a row is deferred, unless it is an error. */
export const deferralsOf = ({ outcome }: Pick<SettledRow, 'outcome'>, to: Destinations): Stop[] =>
	outcome.is === 'deferred' && outputOf(outcome, to) !== 'errors' ? [outcome.stop] : [];

/** `isKnownLater`: whether later runs know the answers. `skipped`: the number of rows that Skip When skipped. */
type Columns = Pick<RowShape, 'prefix' | 'input' | 'names'> & { isKnownLater: boolean; skipped: number };

/** Returns how to run deferred rows again; null if there are none or Skip When is already in use. */
export function deferredHint(stops: readonly Stop[], columns: Columns, to: Destinations): NodeExecutionHint | null {
	if (stops.length === 0) return null;
	const count = `${counted(stops.length, 'row')} deferred.`;
	// Without a retry time, a loop through a Wait node would never end.
	const isTimed = stops.some(({ retryAt }) => retryAt !== null);
	const again = (which: string, how = '') => {
		const start = isTimed ? `Run ${which} again later` : `Do what the reason column says, then run ${which} again`;
		return info(`${count} ${start}${how}.`);
	};
	if (to.onLimit === 'output' && columns.input === 'kept')
		return isTimed
			? info(`${count} To continue, connect the Deferred output through a Wait node to this node.`)
			: again('the deferred rows');
	if (columns.skipped > 0) return null;
	const pages = columns.names.includes('next_page') ? ', with the next_page column: its pages are paid for' : '';
	// A part of an answered row may be deferred, and its other answers cost nothing.
	if (columns.isKnownLater) return again('all rows', ': known answers cost nothing');
	if (columns.input === 'omitted') return again('their input', pages);
	const { prefix } = columns;
	const status = /^(?:[a-z_]\w*)?$/i.test(prefix)
		? `$json.${prefix}status`
		: `$json[${JSON.stringify(`${prefix}status`)}]`;
	// A text, because Excel translates `true` and `false`.
	return again('the written rows', ` with Skip When set to {{ ${status} === "found" }}`);
}

export const LOOP =
	'The node ran again in this execution, because it stands in a loop. Remove the loop: the node batches and ' +
	'deduplicates rows by itself.';
export const WIRES =
	'The node ran again in this execution, because several connections lead to it. Put a Merge node before it.';

/** Says why the node ran again in one execution; null for its first run, and in a loop over deferred rows. */
export function runAgainHint(context: Pick<Context, 'host' | 'node' | 'items' | 'columnPrefix' | 'execution'>) {
	const { host, node, items, columnPrefix, execution } = context;
	const runIndex = Number(host.evaluateExpression('{{ $runIndex }}', 0));
	const isDeferred = ({ json }: INodeExecutionData) => field(json, `${columnPrefix}status`) === 'deferred';
	if (!(runIndex > 0) || items.some(isDeferred)) return null;
	const before = new Set(host.getParentNodes(node.name).map(({ name }) => name));
	const isLoop = host.getChildNodes(node.name).some(({ name }) => before.has(name));
	const forgotten = ' It no longer remembers all answers of the execution, so that people may be paid for again.';
	return warning((isLoop ? LOOP : WIRES) + (execution.forgets ? forgotten : ''));
}

/** Returns a remedy if the rows come from a CSV file with a byte order mark before its first column; else null. */
export const markRemedy = (items: readonly INodeExecutionData[]): string | null =>
	items.some(({ json }) => Object.keys(json)[0]?.startsWith('\uFEFF'))
		? 'The first column starts with an invisible mark. In Extract from File, switch on Exclude Byte Order Mark (BOM).'
		: null;

/** Warns about fields whose column no row has, for example because its name is mistyped. */
export const missingColumnHints = (
	{ parameters }: INode,
	items: readonly INodeExecutionData[],
	fields: readonly IdentifierField[],
): NodeExecutionHint[] =>
	fields.flatMap(({ parameter: { name, displayName } }) => {
		const column = missingColumn(parameters[name], items);
		if (column === null) return [];
		return warning(
			`No row has the column "${column}", which ${displayName} names. ${markRemedy(items) ?? 'Check its expression.'}`,
		);
	});

/** Warns if nothing was sent for a whole sheet. @param answered skipped rows that have a status of an earlier run */
export function nothingSentHint({ rows }: Run, items: readonly INodeExecutionData[], tally: Tally, answered: number) {
	const { count, blankReasons } = tally;
	if (count('blank') === rows.length && blankReasons.size === 1)
		return warning(`${reasonOf(rows[0].outcome)} in every row. ${markRemedy(items) ?? describeColumns(items[0])}`);
	if (count('skip_when') < rows.length || answered > 0) return null;
	return warning('Skip When skipped every row, and none of them was answered before. Check its expression.');
}

function describeColumns({ json }: INodeExecutionData): string {
	const columns = Object.keys(json);
	if (columns.length === 0) return 'The rows have no columns.';
	if (columns.length === 1 && /[;\t|]/.test(columns[0]))
		return `The rows have one column, ${quoted(columns[0])}. Set the Delimiter in the node that reads the file.`;
	return `Check its expression: the rows have the columns ${firstFew(columns, 12)}.`;
}

/** Reports what of the suppression list counts. @param counts of the rows, and of results of searches */
export function suppressionHints(
	{ entries, nameless, columns }: Omit<SuppressionList, 'suppression' | 'problem'>,
	{ rows, suppressed, leftOut }: { rows: number; suppressed: number; leftOut: number },
): NodeExecutionHint[] {
	const hints: NodeExecutionHint[] = [];
	if (nameless > 0 && nameless < entries)
		hints.push(
			warning(
				`${counted(nameless, 'row')} at the input Suppressed ${nameless === 1 ? 'names' : 'name'} no person: without a ` +
					'LinkedIn address, an email or a hash of one. A name alone suppresses no one.',
			),
		);
	if (suppressed * 5 > rows)
		hints.push(
			warning(
				`${grouped(suppressed)} of ${counted(rows, 'row')} ${suppressed === 1 ? 'is' : 'are'} on the suppression ` +
					'list. Check that the right list is connected to Suppressed.',
			),
		);
	if (leftOut > 0)
		hints.push(
			info(
				`${counted(leftOut, 'result')} about people on the suppression list ${leftOut === 1 ? 'was' : 'were'} left out.`,
			),
		);
	if (columns.size > 0) {
		const named = [...columns]
			.sort(([, a], [, b]) => b - a)
			.map(([column, count]) => `${grouped(count)} by ${column}`);
		hints.push(info(`The suppression list has ${counted(entries, 'row')}: ${firstFew(named, 4)}.`));
	}
	return hints;
}

/** Reports rows of the input *Known* that were not used, and why. */
export function knownHints(
	{ rows, texts }: Pick<Known, 'rows' | 'texts'>,
	{ expired }: Pick<AnswerStore, 'expired'>,
): NodeExecutionHint[] {
	const unusable =
		'The rows at the input Known contain no answers of this node. Pass its column answers as it was written, under ' +
		'a name that ends in answers.';
	return [
		...(rows > 0 && texts === 0 ? [warning(unusable)] : []),
		...(expired > 0 ? [info(`${counted(expired, 'known answer')} expired, because of Max Age.`)] : []),
	];
}
