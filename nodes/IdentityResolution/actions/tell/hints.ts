import type { IExecuteFunctions, INode, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { type Outcome, STATUSES, type Stop, toolNotOffered } from '../../run/outcome';
import { endsOneTool } from '../../api/refusals';
import type { SettledRow } from '../../run/rows';
import type { Run } from '../../run/run';
import type { WantCount } from '../write/resolvedContent';
import { causeOf, explain, messagesOf, reasonOf } from '../write/explanations';
import { counted, grouped, readable } from '../spec/format';
import { previousColumns } from '../read/previousColumns';
import { isError } from '../write/rowErrors';
import type { RowShape } from '../write/rowShape';
import { field, isTruthy } from '../../api/json';
import type { Destinations } from '../write/writeRows';
import type { InputReader } from '../read/inputReader';
import { type ParameterReader, missingColumn } from '../read/parameterReader';
import type { IdentifierField } from '../spec/identifierFields';
import { quoted } from '../../api/identifiers/identifier';
import type { AnswerStore } from '../../run/answerStore';
import type { Known } from '../read/earlierAnswers';

/** Escapes the message, because n8n shows hints as HTML. */
export const hint = (type: 'info' | 'warning', message: string): NodeExecutionHint => ({
	location: 'outputPane',
	type,
	message: message.replaceAll('<', '&lt;'),
});

const info = (message: string) => hint('info', message);
const warning = (message: string) => hint('warning', message);

/** @param isPartial whether some rows were answered */
function causeWithConsequence(stop: Stop, isPartial: boolean): string {
	const rows = isPartial ? 'the other rows' : 'the rows';
	const problem = causeOf(stop);
	// The problem contains its remedy.
	if (problem !== null) return `${problem}, then run ${rows} again.`;
	// A condition of one tool closes only that tool.
	const consequence = endsOneTool(stop.reason) ? 'nothing more was sent to it' : `${rows} were deferred`;
	return `${explain(stop).message}, so ${consequence}.`;
}

/**
 * Returns the summary of a run.
 * @param wants rows per wanted part, if the operation has any
 * @param known rows that earlier runs have answered
 */
export function summaryHint(run: Run, wants: readonly WantCount[] = [], known = 0): NodeExecutionHint {
	const { lookups, stats, rows, stop } = run;
	const tokens = counted(stats.tokens, 'token') + (stats.tokensAre === 'estimated' ? ' (estimated)' : '');
	const countOf = (status: Outcome['is']) => rows.filter(({ outcome }) => outcome.is === status).length;
	const statuses = STATUSES.map((status) => ({ status, count: countOf(status) }))
		.filter(({ count }) => count > 0)
		.map(
			({ status, count }) =>
				`${grouped(count)} ${status === 'skipped' ? skippedIn(run) : status.replace('_', ' ')}`,
		);
	// Resolve uses other tools: see `notOfferedHint`.
	const isEnded = stop !== null && !(wants.length > 0 && toolNotOffered({ is: 'deferred', stop }) !== null);
	const ended = isEnded ? ` ${causeWithConsequence(stop, stats.requests > 0 || known > 0)}` : '';
	const retryAt = earliestRetry(run);
	const message =
		`${counted(rows.length, 'row')}: ${statuses.join(', ')}.` +
		(wants.length === 0 ? '' : ` ${wants.map(withWant).join(', ')}.`) +
		(known === 0 ? '' : ` ${counted(known, 'row')} ${known === 1 ? 'was' : 'were'} known before.`) +
		` ${counted(lookups, 'distinct lookup')} in ${counted(stats.requests, 'request')}, ${tokens}.` +
		(stats.unconfirmed === 0
			? ''
			: ` ${counted(stats.unconfirmed, 'charge')} may have been made without an answer.`) +
		ended +
		serviceSays(stop, rows) +
		(retryAt === null ? '' : ` Run the deferred rows again at ${readable(retryAt)}.`);
	return hint(isEnded ? 'warning' : 'info', message);
}

/** Names the tools of Resolve that the account cannot use; null if it can use all. */
export function notOfferedHint(rows: readonly SettledRow[]): NodeExecutionHint | null {
	const tools = new Set(rows.flatMap(({ steps }) => steps.flatMap(({ outcome }) => toolNotOffered(outcome) ?? [])));
	if (tools.size === 0) return null;
	return info(`The service does not offer ${[...tools].join(', ')} to this account. Resolve used its other tools.`);
}

/** Messages in a hint. A service may word each refusal in its own way. */
const MAX_MESSAGES = 3;

/** Quotes the service in full, because the cells of the rows have room for a few words only. */
export function serviceSays(stop: Stop | null, rows: readonly SettledRow[]): string {
	const messages = messagesOf(stop, rows).slice(0, MAX_MESSAGES);
	return messages.length === 0 ? '' : ` The service says: ${messages.map((message) => `"${message}"`).join(', ')}.`;
}

/** Names the rows that Skip When or the suppression list skipped apart from blank ones. */
function skippedIn({ rows }: Pick<Run, 'rows'>): string {
	const skipped = rows.flatMap(({ outcome }) => (outcome.is === 'skipped' ? outcome.by : []));
	const named = SKIPPED_BY.map(([one, words]) => ({
		count: skipped.filter((by) => by === one).length,
		words,
	})).filter(({ count }) => count > 0);
	if (named.length === 1 && named[0].count === skipped.length) return `skipped ${named[0].words}`;
	return named.length === 0
		? 'skipped'
		: `skipped (${named.map(({ count, words }) => `${grouped(count)} ${words}`).join(', ')})`;
}

const SKIPPED_BY = [
	['skip_when', 'by Skip When'],
	['suppressed', 'by the suppression list'],
] as const;

const withWant = ({ words, rows }: WantCount) => `${grouped(rows)} with ${words}`;

/** Returns the earliest retry time of deferred rows, epoch ms; null if none has one. */
export function earliestRetry({ rows }: Pick<Run, 'rows'>): number | null {
	let earliest = Infinity;
	for (const { outcome } of rows) {
		if (outcome.is === 'deferred') earliest = Math.min(earliest, outcome.stop.retryAt ?? Infinity);
	}
	return earliest === Infinity ? null : earliest;
}

export function driftHint(drift: ReadonlyMap<string, number>): NodeExecutionHint {
	const departures = [...drift].slice(0, 5).map(([departure, times]) => `${departure} (${counted(times, 'time')})`);
	return warning(
		`The service did not follow its API contract. Its answers were delivered anyway: ${departures.join('; ')}.`,
	);
}

export function renamedToolHint(renamed: ReadonlyMap<string, string>): NodeExecutionHint {
	const names = [...renamed].map(([name, other]) => `${other} instead of ${name}`);
	return info(`The service has replaced a tool. The node used ${names.join(' and ')}.`);
}

/** Counts the rows whose hits have fields that no column shows; null if there are none. */
export function unrecognizedHint(
	rows: readonly SettledRow[],
	unrecognized: (row: SettledRow) => readonly string[],
): NodeExecutionHint | null {
	const counts = rows
		.map((row) => (row.outcome.is === 'found' ? unrecognized(row) : []))
		.filter(({ length }) => length > 0);
	if (counts.length === 0) return null;
	const names = [...new Set(counts.flat())].slice(0, 5).join(', ');
	return warning(
		`${counted(counts.length, 'row')} ${counts.length === 1 ? 'has' : 'have'} paid data in fields that the node does ` +
			`not recognize: ${names}. Set Output to Raw to see them.`,
	);
}

export const errorsKeptHint = (errors: number): NodeExecutionHint =>
	warning(
		`${counted(errors, 'row')} ${errors === 1 ? 'counts as an error' : 'count as errors'}: see the status and ` +
			'reason columns. The node did not fail, so that the other rows keep their results.',
	);

export const otherToolHint = (column: string): NodeExecutionHint =>
	warning(
		`The column "${column}" was written by another operation or another choice of columns. Set another Column ` +
			'Prefix to keep both.',
	);

export const rejectedTextsHint = (texts: number): NodeExecutionHint =>
	warning(
		`${counted(texts, 'resume text')} ${texts === 1 ? 'was' : 'were'} ignored: cut, changed, or written with another ` +
			'key. Store that column as text, unchanged. After a change of the API key, enter the old one as Signing ' +
			'Secret in the credential.',
	);

export const retryOnFailHint = (): NodeExecutionHint =>
	warning(
		'Retry On Fail is on. Switch it off: the node retries by itself if nothing was charged, but n8n would run ' +
			'all rows again.',
	);

interface Columns extends Pick<RowShape, 'prefix' | 'input'> {
	/** Which rows have `resume`. */
	resume: 'none' | 'unfinished' | 'answered';
}

/** Returns how to run deferred rows again; null if there are none or Skip When is already in use. */
export function deferredHint(
	{ rows, plan }: Run,
	columns: Columns,
	to: Destinations,
	items: readonly INodeExecutionData[],
): NodeExecutionHint | null {
	const isDeferred = ({ outcome }: SettledRow) =>
		outcome.is === 'deferred' && !(to.errors === 'own_output' && isError(outcome, to));
	const deferred = rows.filter(isDeferred).length;
	if (plan !== null || deferred === 0) return null;
	const count = `${counted(deferred, 'row')} deferred.`;
	// Without a retry time, a loop through a Wait node would never end.
	const isTimed = earliestRetry({ rows }) !== null;
	const again = (which: string, how = '') =>
		info(`${count} ${isTimed ? `Run ${which} again later` : `${REMEDY} run ${which} again`}${how}.`);
	if (to.onLimit === 'output' && columns.input === 'kept')
		return isTimed ? info(`${count} ${CONNECT}`) : again('the deferred rows');
	if (rows.some(({ outcome }) => outcome.is === 'skipped' && outcome.by === 'skip_when')) return null;
	if (columns.input === 'omitted') return again('their input', columns.resume === 'none' ? '' : WITH_RESUME);
	// A part of an answered row may be deferred, and its other answers cost nothing.
	if (columns.resume === 'answered') return again('all rows', ': known answers cost nothing');
	const wasFound = rows.some(
		(row, place) => isDeferred(row) && isTruthy(previousColumns(items[place].json, columns.prefix)('found')),
	);
	const skipWhen = skipWhenOf(columns, wasFound ? 'status' : 'found');
	return again('the written rows', ` with Skip When set to {{ ${skipWhen} }}`);
}

const REMEDY = 'Do what the reason column says, then';
const CONNECT = 'To continue, connect the Deferred output through a Wait node to this node.';

/** Added if the resume column contains paid answers. */
const WITH_RESUME = ', with the resume column: its answers are paid for';

/** Returns a Skip When expression. @param column `status` if an earlier run found deferred rows: they keep `found` */
function skipWhenOf({ prefix, resume }: Columns, column: 'status' | 'found'): string {
	const cell = (name: string) =>
		/^(?:[a-z_]\w*)?$/i.test(prefix) ? `$json.${prefix}${name}` : `$json[${JSON.stringify(prefix + name)}]`;
	// Resolve may find only some of the wanted parts, and may be charged without finding any.
	if (resume === 'unfinished') return `["found", "not_found"].includes(${cell('status')}) && !${cell('resume')}`;
	return column === 'status' ? `${cell('status')} === "found"` : cell('found');
}

/** Warnings about mistakes in the input that cost at most one token. */
export const inputHints = (
	{ host, items }: { host: IExecuteFunctions; items: readonly INodeExecutionData[] },
	inputs: InputReader,
	parameters: ParameterReader,
	prefix: string,
): NodeExecutionHint[] => [
	...inputs.warnings((parameter) => parameters.isFixed(parameter)).map(warning),
	...(isLoop(host, items, prefix) ? [warning(LOOP)] : []),
];

export const LOOP =
	'The node ran once per row. Remove Loop Over Items: the node batches and deduplicates rows by itself.';

/** Runs of the node that indicate a loop. Two runs may be two branches. */
const MIN_LOOP_RUNS = 3;

/** Whether the node runs once per row. Rows with a status are excluded: they come from a loop over deferred rows. */
function isLoop(host: IExecuteFunctions, items: readonly INodeExecutionData[], prefix: string): boolean {
	if (items.length !== 1 || field(items[0].json, `${prefix}status`) !== undefined) return false;
	const runIndex: unknown = host.evaluateExpression('{{ $runIndex }}', 0);
	return typeof runIndex === 'number' && runIndex + 1 >= MIN_LOOP_RUNS;
}

/** The byte order mark, which some programs write before the first column of a CSV file. */
const MARK = '\uFEFF';

const MARK_REMEDY =
	'The first column starts with an invisible mark. In Extract from File, switch on Exclude Byte Order Mark (BOM).';

/** Returns a remedy if the rows come from a file with a byte order mark; else null. */
export const markRemedy = (items: readonly INodeExecutionData[]): string | null =>
	items.some(({ json }) => Object.keys(json)[0]?.startsWith(MARK)) ? MARK_REMEDY : null;

/** Warns about fields whose column no row has, for example because its name is mistyped. */
export const missingColumnHints = (
	{ parameters }: INode,
	items: readonly INodeExecutionData[],
	fields: readonly IdentifierField[],
): NodeExecutionHint[] =>
	[...new Set(fields.map(({ parameter }) => parameter))].flatMap(({ name, displayName }) => {
		const column = missingColumn(parameters[name], items);
		if (column === null) return [];
		return warning(
			`No row has the column "${column}", which ${displayName} names. ${markRemedy(items) ?? 'Check its expression.'}`,
		);
	});

const MAX_COLUMNS = 12;

/** Warns if nothing was sent for a whole sheet, for example because of a mistyped column name. */
export function nothingSentHint(
	{ rows }: Run,
	items: INodeExecutionData[],
	{ inputPrefix }: RowShape,
): NodeExecutionHint | null {
	const [first] = rows;
	if (first === undefined || first.outcome.is !== 'skipped') return null;
	const { by } = first.outcome;
	if (!rows.every(({ outcome }) => outcome.is === 'skipped' && outcome.by === by)) return null;
	if (by === 'blank' && rows.every(({ outcome }) => reasonOf(outcome) === reasonOf(first.outcome)))
		return warning(`${reasonOf(first.outcome)} in every row. ${markRemedy(items) ?? columnsOf(items[0])}`);
	if (by !== 'skip_when') return null;
	const answered = items.some(({ json }) => field(json, `${inputPrefix}status`));
	return answered
		? null
		: warning('Skip When skipped every row, and none of them was answered before. Check its expression.');
}

function columnsOf({ json }: INodeExecutionData): string {
	const columns = Object.keys(json);
	if (columns.length === 0) return 'The rows have no columns.';
	if (columns.length === 1 && /[;\t|]/.test(columns[0]))
		return `The rows have one column, ${quoted(columns[0])}. Set the Delimiter in the node that reads the file.`;
	const more = columns.length > MAX_COLUMNS ? ', …' : '';
	return `Check its expression: the rows have the columns ${columns.slice(0, MAX_COLUMNS).join(', ')}${more}.`;
}

/** Reports rows of the input *Known* that were not used, and why. */
export function knownHints(
	{ rows, texts, list }: Known,
	{ expired }: Pick<AnswerStore, 'expired'>,
): NodeExecutionHint[] {
	if (rows === 0) return [info(NO_ROWS)];
	return [
		...(texts + list.entries === 0 ? [warning(NOTHING_USABLE)] : []),
		...(expired > 0 ? [info(`${counted(expired, 'known answer')} expired, because of Max Age.`)] : []),
		...(list.nameless > 0 ? [warning(`${counted(list.nameless, 'suppressed row')} ${NAMELESS}`)] : []),
	];
}

const NO_ROWS = 'No row arrived at the input Known, so that no answer was known. This is normal for an empty store.';

const NOTHING_USABLE =
	'The rows at the input Known contain no answer of this node. Pass its column resume as it was written, under a ' +
	'name that ends in resume, or mark people in a column suppressed.';

const NAMELESS = 'had no LinkedIn address, email or MD5. A name alone does not suppress a person.';
