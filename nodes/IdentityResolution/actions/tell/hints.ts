import type { INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { type Outcome, STATUSES, type Stop, toolNotOffered } from '../../run/outcome';
import { endsOneTool } from '../../api/refusals';
import type { Refusal } from '../../api/replies/envelope';
import type { SettledRow } from '../../run/rows';
import type { Run } from '../../run/run';
import { causeOf, excerpt, explain, refusalOf } from '../write/explanations';
import { counted, grouped, readable } from '../spec/format';
import { previousColumns } from '../read/previousColumns';
import { outputOf, type Destinations } from '../write/rowErrors';
import type { RowShape } from '../write/rowShape';
import { isTruthy } from '../../api/json';

/** Escapes the message, because n8n shows hints as HTML. */
const hint = (type: 'info' | 'warning', message: string): NodeExecutionHint => ({
	location: 'outputPane',
	type,
	message: message.replaceAll('<', '&lt;'),
});

export const info = (message: string) => hint('info', message);
export const warning = (message: string) => hint('warning', message);

/** @param isPartial whether some rows were answered */
function causeWithConsequence(stop: Stop, isPartial: boolean): string {
	const rows = isPartial ? 'the other rows' : 'the rows';
	const problem = causeOf(stop);
	// The problem contains its remedy.
	if (problem !== null) return `${problem}, then run ${rows} again.`;
	// A condition of one tool closes only that tool.
	const consequence = endsOneTool(stop.reason) ? 'nothing more was sent to it' : `${rows} were deferred`;
	return `${explain({ ...stop, refusal: null }).message}, so ${consequence}.`;
}

/** @param wants sentences' parts about the wanted data @param known rows that earlier runs have answered */
export function summaryHint(run: Run, wants: readonly string[] = [], known = 0): NodeExecutionHint {
	const { lookups, stats, rows, stop } = run;
	const tokens = counted(stats.tokens, 'token') + (stats.tokensAre === 'estimated' ? ' (estimated)' : '');
	const count = countKinds(rows);
	const statuses = STATUSES.filter((status) => count(status) > 0).map(
		(status) => `${grouped(count(status))} ${status === 'skipped' ? skippedIn(count) : status.replace('_', ' ')}`,
	);
	// Resolve uses other tools: see `notOfferedHint`.
	const isEnded = stop !== null && !(wants.length > 0 && toolNotOffered({ is: 'deferred', stop }) !== null);
	const retryAt = earliestRetry(rows);
	const sentences = [
		`${counted(rows.length, 'row')}: ${statuses.join(', ')}.`,
		wants.length > 0 && `${wants.join(', ')}.`,
		known > 0 && `${counted(known, 'row')} ${known === 1 ? 'was' : 'were'} known before.`,
		`${counted(lookups, 'distinct lookup')} in ${counted(stats.requests, 'request')}, ${tokens}.`,
		stats.unconfirmed > 0 && `${counted(stats.unconfirmed, 'charge')} may have been made without an answer.`,
		isEnded && causeWithConsequence(stop, stats.requests > 0 || known > 0),
		serviceSays(stop, rows),
		retryAt !== null && `Run the deferred rows again at ${readable(retryAt)}.`,
	];
	return (isEnded ? warning : info)(sentences.filter(Boolean).join(' '));
}

/** Names the tools of Resolve that the account cannot use; null if it can use all. */
export function notOfferedHint(rows: readonly SettledRow[]): NodeExecutionHint | null {
	const tools = new Set(rows.flatMap(({ steps }) => steps.flatMap(({ outcome }) => toolNotOffered(outcome) ?? [])));
	if (tools.size === 0) return null;
	return info(`The service does not offer ${[...tools].join(', ')} to this account. Resolve used its other tools.`);
}

/** Messages in a hint. A service may word each refusal in its own way. */
const MAX_MESSAGES = 3;

/** Quotes the service in full, because the cells of the rows have room for a few words only. Empty without words. */
export function serviceSays(stop: Stop | null, rows: readonly SettledRow[]): string {
	const messages = new Set<string>();
	const add = (refusal: Refusal | null) => {
		if (refusal?.httpStatus && refusal.message !== null) messages.add(refusal.message);
	};
	add(stop?.refusal ?? null);
	for (const { outcome, steps } of rows) {
		add(refusalOf(outcome));
		for (const step of steps) add(refusalOf(step.outcome));
	}
	const quotes = [...messages].slice(0, MAX_MESSAGES).map((message) => `"${excerpt(message)}"`);
	return quotes.length === 0 ? '' : `The service says: ${quotes.join(', ')}.`;
}

type Kind = Outcome['is'] | Extract<Outcome, { is: 'skipped' }>['by'];

/** Counts the rows of each status, and the skipped ones of each reason. */
export function countKinds(rows: readonly SettledRow[]): (kind: Kind) => number {
	const counts = new Map<Kind, number>();
	const add = (kind: Kind) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
	for (const { outcome } of rows) {
		add(outcome.is);
		if (outcome.is === 'skipped') add(outcome.by);
	}
	return (kind) => counts.get(kind) ?? 0;
}

const SKIPPED_BY = [
	['skip_when', 'by Skip When'],
	['suppressed', 'by the suppression list'],
] as const;

/** Names the rows that Skip When or the suppression list skipped apart from blank ones. */
function skippedIn(count: (kind: Kind) => number): string {
	const named = SKIPPED_BY.filter(([by]) => count(by) > 0);
	const only = named.find(([by]) => count(by) === count('skipped'));
	if (only !== undefined) return `skipped ${only[1]}`;
	const parts = named.map(([by, how]) => `${grouped(count(by))} ${how}`);
	return parts.length === 0 ? 'skipped' : `skipped (${parts.join(', ')})`;
}

/** Returns the earliest retry time of deferred rows, epoch ms; null if none has one. */
export function earliestRetry(rows: readonly SettledRow[]): number | null {
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
	const isDeferred = ({ outcome }: SettledRow) => outcome.is === 'deferred' && outputOf(outcome, to) !== 'errors';
	const deferred = rows.filter(isDeferred);
	if (plan !== null || deferred.length === 0) return null;
	const count = `${counted(deferred.length, 'row')} deferred.`;
	// Without a retry time, a loop through a Wait node would never end.
	const isTimed = earliestRetry(deferred) !== null;
	const again = (which: string, how = '') => {
		const start = isTimed ? `Run ${which} again later` : `Do what the reason column says, then run ${which} again`;
		return info(`${count} ${start}${how}.`);
	};
	if (to.onLimit === 'output' && columns.input === 'kept')
		return isTimed
			? info(`${count} To continue, connect the Deferred output through a Wait node to this node.`)
			: again('the deferred rows');
	if (rows.some(({ outcome }) => outcome.is === 'skipped' && outcome.by === 'skip_when')) return null;
	if (columns.input === 'omitted')
		return again(
			'their input',
			columns.resume === 'none' ? '' : ', with the resume column: its answers are paid for',
		);
	// A part of an answered row may be deferred, and its other answers cost nothing.
	if (columns.resume === 'answered') return again('all rows', ': known answers cost nothing');
	const wasFound = rows.some(
		(row, place) => isDeferred(row) && isTruthy(previousColumns(items[place].json, columns.prefix)('found')),
	);
	const skipWhen = skipWhenOf(columns, wasFound ? 'status' : 'found');
	return again('the written rows', ` with Skip When set to {{ ${skipWhen} }}`);
}

/** Returns a Skip When expression. @param column `status` if an earlier run found deferred rows: they keep `found` */
function skipWhenOf({ prefix, resume }: Columns, column: 'status' | 'found'): string {
	const cell = (name: string) =>
		/^(?:[a-z_]\w*)?$/i.test(prefix) ? `$json.${prefix}${name}` : `$json[${JSON.stringify(prefix + name)}]`;
	// Resolve may find only some of the wanted parts, and may be charged without finding any.
	if (resume === 'unfinished') return `["found", "not_found"].includes(${cell('status')}) && !${cell('resume')}`;
	return column === 'status' ? `${cell('status')} === "found"` : cell('found');
}
