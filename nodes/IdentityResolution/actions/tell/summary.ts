import type { NodeExecutionHint } from 'n8n-workflow';
import { endsOneTool } from '../../api/refusals';
import type { Refusal } from '../../api/replies/envelope';
import { STATUSES, toolNotOffered, type Outcome, type Stop } from '../../run/outcome';
import type { SettledRow } from '../../run/rows';
import type { Plan, Run } from '../../run/run';
import { isFullPage } from '../../run/searchRoute';
import { counted, grouped, readable } from '../spec/format';
import { causeOf, excerpt, explain, refusalOf } from '../write/explanations';

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

/** Returns the hint of a dry run. @param tools max tools per row; those after the first depend on the answers */
export const dryRunHint = (run: Run, plan: Plan, tools: number): NodeExecutionHint =>
	warning(
		[
			'Dry Run is on: nothing was looked up.',
			rowsSentence(run, plan, tools),
			...accountSentences(run, plan, tools),
		].join(' '),
	);

/** The kinds of rows that need no lookup of their own. */
const NAMES = [
	['blank', 'blank'],
	['complete', 'already complete'],
	['skip_when', 'skipped by Skip When'],
	['suppressed', 'suppressed'],
	['invalid', 'invalid'],
	['planned', 'duplicates'],
] as const;

function rowsSentence({ rows, lookups }: Run, { requests }: Plan, tools: number): string {
	const count = countKinds(rows);
	const counts = NAMES.map(([kind, name]) => [name, count(kind) - (kind === 'planned' ? lookups : 0)] as const)
		.filter(([, number]) => number > 0)
		.map(([name, number]) => `${grouped(number)} ${number === 1 ? name.replace(/s$/, '') : name}`);
	const breakdown = counts.length === 0 ? '' : ` (${counts.join(', ')})`;
	const followUp = followUpOf(rows, tools);
	const verb = followUp === '' ? 'send' : 'begin with';
	const lookedUp = `${counted(lookups, 'distinct lookup')} in ${counted(requests, 'request')}`;
	return `Of ${counted(rows.length, 'row')}${breakdown} a real run would ${verb} ${lookedUp}${followUp}.`;
}

function followUpOf(rows: readonly SettledRow[], tools: number): string {
	if (tools > 1) return ', and then look up missing data with other tools';
	const hasFullPage = rows.some(({ steps }) => steps.some(({ lookup }) => isFullPage(lookup)));
	return hasFullPage ? ', and then request further pages if there are any' : '';
}

function accountSentences({ stop, lookups }: Run, plan: Plan, tools: number): string[] {
	const { allowance } = plan;
	if (lookups === 0) return [];
	if (allowance === null) {
		const why = stop === null ? '' : `: ${lowerFirst(explain(stop).message)}`;
		return [costSentence(plan, Infinity), `The account could not be checked${why}.`];
	}
	const otherTools =
		allowance.refused === 'plan_restricted' && tools > 1
			? ['The plan does not include one of the tools. Other tools are used instead.']
			: [];
	if (allowance.refused !== null && otherTools.length === 0)
		return [`The account does not allow it: ${lowerFirst(explain({ reason: allowance.refused }).message)}.`];
	const windows = allowance.windows
		.filter(({ left }) => left < Infinity)
		.map(({ unit, per, left }) => `${grouped(left)} ${unit} ${PER[per]}`);
	const windowsLeft = windows.length === 0 ? [] : [`The Fair Use windows have ${windows.join(', ')} left.`];
	return [...otherTools, costSentence(plan, allowance.tokensLeft), ...windowsLeft];
}

const PER = { '5h': 'per 5 h', '1w': 'per week' } as const;

/** @param left tokens that may be spent; Infinity if that limits nothing */
function costSentence({ cost: { tokens, prices } }: Plan, left: number): string {
	if (tokens === Infinity)
		return 'The cost is unknown, because each result of a search is charged. Set Max Tokens to limit it.';
	const basis = prices === 'listed' ? 'prices of the account' : 'estimated, because some prices are unknown';
	const cost = `A real run costs at most ${counted(tokens, 'token')} (${basis}).`;
	if (left === Infinity) return cost;
	return `${cost} ${counted(left, 'token')} may be spent${left >= tokens ? '' : ', which may not be enough'}.`;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
