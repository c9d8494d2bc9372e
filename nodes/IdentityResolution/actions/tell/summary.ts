import type { NodeExecutionHint } from 'n8n-workflow';
import { endsOneTool } from '../../api/replies/refusals';
import type { Refusal } from '../../api/replies/envelope';
import { STATUSES, stopOf, toolNotOffered, type Outcome, type Stop } from '../../service/outcome';
import { isKnown, type SettledRow } from '../../run/rows';
import type { Run } from '../../run/run';
import { acceptedRate, type RunStats } from '../../service/stats';
import { isFullPage } from '../../run/searchRoute';
import type { Job } from '../read/job';
import { asHtml, counted, grouped, readable, verbFor } from '../spec/format';
import { causeOf, excerpt, explain, refusalOf } from '../write/explanations';
import type { Failure } from '../write/runErrors';

const hint = (type: 'info' | 'warning', message: string): NodeExecutionHint => ({
	location: 'outputPane',
	type,
	message: asHtml(message),
});

export const info = (message: string) => hint('info', message);
export const warning = (message: string) => hint('warning', message);

/**
 * Logs, once per run, that it ended early or was refused: n8n shows hints only to those who open
 * the execution. Without cells and the words of the service, which may be personal data.
 */
export function logEnding(
	{ host, node }: Pick<Job, 'host' | 'node'>,
	done: Run,
	failure: Failure | null,
	deferred: number,
): void {
	const cause = failure === null ? endingOf(done, deferred) : causeOfFailure(failure);
	if (cause === null) return;
	const rows = done.rows.length;
	const where = { workflowId: host.getWorkflow().id, nodeName: node.name };
	host.logger.warn(`Identity Resolution ended early: ${cause}`, { ...where, rows, deferred });
}

/** Why a run ended before all rows were answered; null if it did not, or if a user stopped it. */
function endingOf({ stop, plan }: Run, deferred: number): string | null {
	if (stop === null || plan !== null || stop.reason === 'stopped') return null;
	const isNamedByRows = toolNotOffered({ is: 'deferred', stop }) !== null;
	return isNamedByRows && deferred === 0 ? null : briefly(stop);
}

function causeOfFailure({ concerns, row: { outcome } }: Failure): string {
	const stop = stopOf(outcome);
	if (stop !== null) return briefly(stop);
	const isOfRun =
		outcome.is === 'invalid' && (concerns === 'settings' || outcome.concerns !== undefined);
	return isOfRun ? outcome.why : 'No cell has a usable value';
}

/** A stop in one sentence, with its code. */
const briefly = ({ reason, tool }: Stop): string =>
	`${explain({ reason, tool }).message} (${reason})`;

/** @param isPartial whether some rows were answered */
function causeWithConsequence(stop: Stop, isPartial: boolean): string {
	const rows = isPartial ? 'the other rows' : 'the rows';
	const problem = causeOf(stop);
	// The problem contains its remedy.
	if (problem !== null) return `${problem}, then run ${rows} again.`;
	// A condition of one tool closes only that tool.
	const consequence = endsOneTool(stop.reason)
		? 'nothing more was sent to it'
		: `${rows} were deferred`;
	return `${explain({ ...stop, refusal: null }).message}, so ${consequence}.`;
}

/** @param contents what the items contain, such as "2 with a work email" */
export function summaryHint(
	run: Run,
	tally: Tally,
	contents: readonly string[] = [],
): NodeExecutionHint {
	const { lookups, stats, rows } = run;
	const { count, known, retryAt, stop } = tally;
	const estimated = stats.tokensAre === 'estimated' ? ' (estimated)' : '';
	const statuses = STATUSES.filter((status) => count(status) > 0).map(
		(status) => `${grouped(count(status))} ${wordsFor(status, count)}`,
	);
	// Resolve uses other tools: see `notOfferedHint`.
	const isEnded =
		stop !== null &&
		(count('deferred') > 0 || toolNotOffered({ is: 'deferred', stop }) === null);
	const sentences = [
		`${counted(rows.length, 'row')}: ${statuses.join(', ')}.`,
		contents.length > 0 && `${contents.join(', ')}.`,
		known > 0 && `${counted(known, 'row')} ${verbFor(known, 'was')} known before.`,
		`${counted(lookups, 'distinct lookup')} in ${counted(stats.requests, 'request')}, ${counted(stats.tokens, 'token')}${estimated}.`,
		slowdownSentence(stats),
		leftSentence(stats),
		stats.unconfirmed > 0 &&
			`${counted(stats.unconfirmed, 'charge')} may have been made without an answer.`,
		isEnded && causeWithConsequence(stop, stats.requests > 0 || known > 0),
		tally.serviceSays(),
		retryAt < Infinity && `Run the deferred rows again at ${readable(retryAt)}.`,
	];
	return (isEnded ? warning : info)(sentences.filter(Boolean).join(' '));
}

/** Requests a second from which a rate is not told by the minute. */
const FAST = 10;

/** How the rate limit slowed the run down; empty if it did not. */
function slowdownSentence(stats: RunStats): string {
	const perSecond = acceptedRate(stats);
	if (perSecond === null) return '';
	const [rate, time] = perSecond < FAST ? [perSecond * 60, 'minute'] : [perSecond, 'second'];
	const requests = counted(Math.round(rate), 'request');
	return `The rate limit slowed this run down: about ${requests} a ${time} were accepted.`;
}

/** What replies report to be left; empty if none did. */
function leftSentence({ tokensLeft, recordsLeft }: RunStats): string {
	const left: string[] = [];
	if (tokensLeft < Infinity) left.push(counted(tokensLeft, 'token'));
	if (recordsLeft < Infinity) left.push(`${counted(recordsLeft, 'record')} of this 5 h window`);
	return left.length === 0 ? '' : `Left: ${left.join(', ')}.`;
}

/** Messages in a hint. A service may word each refusal in its own way. */
const MAX_MESSAGES = 3;

type Kind = Outcome['is'] | Extract<Outcome, { is: 'skipped' }>['by'];

/** What the hints say of the rows, in one pass: each pass over very many rows takes long. */
export class Tally {
	private readonly kinds = new Map<Kind, number>();
	private readonly messages = new Set<string>();
	/** Tools that the account cannot use. */
	readonly notOffered = new Set<string>();
	readonly blankReasons = new Set<string>();
	/** Rows that earlier runs have answered. */
	known = 0;
	fullPages = 0;
	/** The earliest retry time of deferred rows, epoch ms; Infinity if none has one. */
	retryAt = Infinity;

	constructor(public stop: Stop | null) {
		this.addMessage(stop?.refusal ?? null);
	}

	/** Returns the rows of a status, or the skipped ones of a reason. */
	readonly count = (kind: Kind): number => this.kinds.get(kind) ?? 0;

	add(row: SettledRow): void {
		const { outcome, steps } = row;
		this.kinds.set(outcome.is, this.count(outcome.is) + 1);
		if (outcome.is === 'skipped') this.kinds.set(outcome.by, this.count(outcome.by) + 1);
		if (outcome.is === 'skipped' && outcome.by === 'blank') this.blankReasons.add(outcome.why);
		if (outcome.is === 'deferred') this.stop ??= outcome.stop;
		if (outcome.is === 'deferred')
			this.retryAt = Math.min(this.retryAt, outcome.stop.retryAt ?? Infinity);
		if (isKnown(row)) this.known += 1;
		this.addMessage(refusalOf(outcome));
		for (const step of steps) {
			if (step.outcome.is === 'planned' && isFullPage(step.lookup)) this.fullPages += 1;
			this.addMessage(refusalOf(step.outcome));
			const tool = toolNotOffered(step.outcome);
			if (tool !== null) this.notOffered.add(tool);
		}
	}

	private addMessage(refusal: Refusal | null): void {
		if (refusal?.httpStatus && refusal.message !== null) this.messages.add(refusal.message);
	}

	/**
	 * Quotes the service in full, because cells have room for a few words only. Empty without
	 * words.
	 */
	serviceSays(): string {
		const quotes = [...this.messages]
			.slice(0, MAX_MESSAGES)
			.map((message) => `"${excerpt(message)}"`);
		return quotes.length === 0 ? '' : `The service says: ${quotes.join(', ')}.`;
	}
}

/** A status in words. The rows that were answered before are named apart from blank ones. */
function wordsFor(status: Outcome['is'], count: Tally['count']): string {
	const answered = count('answered_before');
	if (status !== 'skipped' || answered === 0) return status.replace('_', ' ');
	if (answered === count('skipped')) return 'skipped (answered before)';
	return `skipped (${grouped(answered)} answered before)`;
}
