import type { Identifier } from '../identifiers/identifier';
import type { Tool } from '../tool';
import { field, isFilled, isObject, readable } from '../values/json';
import { containsData } from '../values/nothing';
import {
	explainsNothing,
	NO_USAGE,
	noReply,
	readEnvelope,
	readErrorBlock,
	type Envelope,
} from './envelope';
import type { HttpReply, Reply } from './httpReply';
import { DRIFT, matchRows, type MatchedRows } from './matchRows';
import { resultDrift, statusDrift, noteOn, unreadable, type Answer, type Reading } from './reading';
import { mayHaveRow, wholeRow, type Row } from './row';
import { hasSearchResults, searchResultsOf } from './searchResults';

/**
 * Reads any reply to a request for `requested`: the only parser of the service's replies (contract:
 * Common response envelope, Errors, Silent points). Never throws: if reading does, the reply is
 * refused as `unreadable`.
 * @param now epoch ms, for waits that are given as a date
 */
export function readReply(
	tool: Tool,
	requested: readonly Identifier[],
	reply: Reply,
	now: number,
): Reading {
	if (reply.is !== 'http') return { is: 'refusal', refusal: noReply(reply), usage: NO_USAGE };
	try {
		return readHttp(tool, requested, reply, now);
	} catch (fault) {
		const { body } = reply;
		const results = isObject(body) && body.results !== undefined ? body.results : body;
		const answer = {
			found: false,
			results,
			metadata: field(body, 'metadata') ?? null,
			at: now,
		};
		return { is: 'refusal', refusal: unreadable(fault, answer), usage: NO_USAGE };
	}
}

function readHttp(
	tool: Tool,
	requested: readonly Identifier[],
	reply: HttpReply,
	now: number,
): Reading {
	const envelope = readEnvelope(reply, now);
	const { isReadable, usage, refusal, results, status } = envelope;
	const isEmpty = !isReadable || (results === undefined && status === null);
	if (isEmpty) return { is: 'refusal', refusal, usage };
	const { answers, drift } = readRows(tool, requested, envelope, now);
	if (answers.size === 0 && !isUnmatchedBatch(requested, envelope))
		return { is: 'refusal', refusal, usage };
	// Its code explains why rows are missing.
	const partialError = isExplained(envelope) ? refusal : null;
	return { is: 'answers', answers, partialError, usage, drift };
}

/** Whether lookups are retried one by one. An unreadable single answer is lost. */
const isUnmatchedBatch = (
	{ length }: readonly Identifier[],
	{ isSuccess, refusal, results }: Envelope,
): boolean => length > 1 && isSuccess && (refusal.reason === 'lost' || containsData(results));

/** Whether the reply has an error that says something: no unknown code, and not that of a miss. */
const isExplained = ({ error, refusal }: Envelope): boolean =>
	error !== null && !['lost', 'unknown_tool'].includes(refusal.reason);

type MatchedAnswers = Pick<Extract<Reading, { is: 'answers' }>, 'answers' | 'drift'>;

const NO_ANSWERS: MatchedAnswers = { answers: new Map(), drift: [] };

/**
 * Reads the rows that answer lookups. Results that are no list are the row of a lookup that was
 * sent alone.
 */
function readRows(
	tool: Tool,
	requested: readonly Identifier[],
	envelope: Envelope,
	at: number,
): MatchedAnswers {
	const { results, status } = envelope;
	const [first, ...others] = requested;
	const isSingle = others.length === 0;
	const isOne = isOneAnswer(tool, first) && !repeatsInput(results);
	const isRowless = isOne || (isSingle && !mayHaveRow(results));
	const matched = isRowless ? NO_ROWS : matchRows(tool, results, requested, extentOf(envelope));
	if (isSingle && matched.rows.size === 0) {
		if (!isOne && isOfOther(results, matched)) return NO_ANSWERS;
		const row = wholeRow(tool, results, first, ownOf(envelope));
		if (row === null) return NO_ANSWERS;
		return readAnswers(tool, new Map([[first.key, row]]), envelope, at);
	}
	const missed = missOfAll(tool, requested, envelope, at);
	if (missed !== null) return missed;
	const { answers, drift } = readAnswers(tool, matched.rows, envelope, at);
	return { answers, drift: [...new Set([...statusDrift(status), ...matched.drift, ...drift])] };
}

/** Whether all rows of a batch are there. */
const extentOf = ({ error, isSuccess }: Envelope): 'whole' | 'partial' =>
	error === null && isSuccess ? 'whole' : 'partial';

/** The status and the error of a whole reply, as those of a row. */
const ownOf = ({ status, error, sentError }: Envelope): Pick<Row, 'status' | 'error'> => ({
	status,
	...(error !== null && { error: sentError }),
});

/** Returns one miss for all lookups of a reply that says so and names none of them; else null. */
function missOfAll(
	tool: Tool,
	requested: readonly Identifier[],
	envelope: Envelope,
	at: number,
): MatchedAnswers | null {
	const { results, status } = envelope;
	if (status === null || containsData(results)) return null;
	const row = { ...ownOf(envelope), payload: results, hasData: false };
	if (verdictOn(tool, row, envelope) !== 'not_found') return null;
	const miss = answerOf(row, false, envelope, at);
	// Of a single lookup, it is the lookup's own.
	if (requested.length > 1) miss.isUnnamed = true;
	return {
		answers: new Map(requested.map(({ key }) => [key, miss])),
		drift: statusDrift(status),
	};
}

/** Whether a list has entries about other inputs, or with errors of their own. */
const isOfOther = (results: unknown, { drift }: MatchedRows): boolean =>
	Array.isArray(results) &&
	(drift.includes(DRIFT.unrequested) || results.some((one) => readErrorBlock(one) !== null));

const NO_ROWS: MatchedRows = { rows: new Map(), drift: [] };

/** Whether a list has nothing but a row of a batch. */
const repeatsInput = (results: unknown): boolean =>
	Array.isArray(results) && results.length === 1 && field(results[0], 'input') !== undefined;

/** Whether the results of a lookup are one answer, also if they are a list. */
const isOneAnswer = (tool: Tool, { kind }: Identifier): boolean =>
	kind === 'body' || tool.search !== undefined || tool.listResult === true;

function readAnswers(
	tool: Tool,
	rows: ReadonlyMap<string, Row>,
	envelope: Envelope,
	at: number,
): MatchedAnswers {
	const answers = new Map<string, Answer>();
	const drift: string[] = [];
	for (const [key, row] of rows) {
		const verdict = verdictOn(tool, row, envelope);
		if (verdict === null) continue;
		const found = verdict === 'found';
		answers.set(key, answerOf(row, found, envelope, at));
		drift.push(...statusDrift(row.status));
		if (found) drift.push(...resultDrift(tool, row.payload));
	}
	return { answers, drift };
}

/** Whether a row is a hit or a miss; null if it is no answer. */
type Verdict = 'found' | 'not_found' | null;

/**
 * Decides by the status of a row if it is `ok` or `not_found`, otherwise by its data (contract:
 * Silent points, 4). An error, of the row or of the reply, leaves data to be answers, because they
 * were charged.
 */
function verdictOn(tool: Tool, row: Row, envelope: Envelope): Verdict {
	const { search } = tool;
	const hasData = search === undefined ? row.hasData : hasSearchResults(row.payload);
	// A list of results is a hit, whatever its status says.
	const isListed = search !== undefined && hasData;
	if (row.status === 'not_found' && !isListed) return isMiss(row, envelope) ? 'not_found' : null;
	if (!hasData) return verdictOnNothing(tool, row, envelope);
	return envelope.isSuccess || isData(tool, row) ? 'found' : null;
}

/** Decides about a row without data. */
function verdictOnNothing(tool: Tool, row: Row, envelope: Envelope): Verdict {
	if (isPrevented(row, envelope)) return null;
	if (row.status === 'ok' && tool.search === undefined) return 'found';
	return isEmptyMiss(tool, row, envelope) ? 'not_found' : null;
}

/**
 * Whether an error may have kept the service from the lookup: one of the row, or one of the batch
 * that explains something.
 */
const isPrevented = (row: Row, envelope: Envelope): boolean =>
	!envelope.isSuccess || mayPrevent(row, envelope) || isExplained(envelope);

/** Whether a row without data, and without an obstacle, is a miss. */
function isEmptyMiss({ family }: Tool, { status, payload }: Row, envelope: Envelope): boolean {
	const { error, usage } = envelope;
	if (status === null) return error === null || isObject(payload);
	if (status === 'ok' || family === 'unknown') return true;
	// Without an error or a charge, a retry would return the same.
	return error === null && usage.tokensCharged === 0;
}

/**
 * Whether a row says itself that there is no match. With an error of its own, it may be no answer;
 * at 404, the service has no tool of this name (contract: Errors).
 */
const isMiss = (row: Row, envelope: Envelope): boolean =>
	envelope.httpStatus !== 404 && !mayPrevent(row, envelope);

/**
 * Whether an error of the row may have kept the service from the lookup. One without an explanation
 * has not.
 */
const mayPrevent = ({ error }: Row, { isSuccess }: Envelope): boolean =>
	error !== undefined && !(isSuccess && explainsNothing(readErrorBlock({ error })?.code));

/** Whether the results at an error status are data of the tool, and no remark about the error. */
function isData({ search, columns }: Tool, { payload, status }: Row): boolean {
	// What a custom tool returns is not known.
	if (columns.fillable.length === 0) return status === 'ok';
	const all = search === undefined ? [payload] : (searchResultsOf(payload) ?? []);
	const isRead = (one: unknown) => Object.values(columns.read(one)).some(isFilled);
	// What cannot be read may be data: it fails its row.
	return readable(() => all.some(isRead)) ?? true;
}

/** The answer in a row, with its error or unknown status for the row's reason. */
function answerOf(row: Row, found: boolean, envelope: Envelope, at: number): Answer {
	const { payload: results = null } = row;
	const answer: Answer = { found, results, metadata: envelope.metadata, at };
	const error = row.error ?? ownOf(envelope).error;
	if (error !== undefined) answer.error = error;
	const note = noteOn(row, found);
	if (note !== null) answer.serviceNote = note;
	return answer;
}
