import type { Identifier } from '../identifiers/identifier';
import { containsData } from '../values/nothing';
import { field, firstOf, isObject, readable } from '../values/json';
import { isFilled } from '../values/json';
import type { Tool } from '../tool';
import {
	explainsNothing,
	NO_USAGE,
	noReply,
	readEnvelope,
	readErrorBlock,
	type Envelope,
	type Refusal,
} from './envelope';
import { DRIFT, matchRows, mayHaveRow, wholeRow, type MatchedRows, type Row } from './matchRows';
import { unreadable, type Answer, type Reading } from './reading';
import { type HttpReply, type Reply } from './httpReply';
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
	const { isReadable, isSuccess, usage, error, refusal, results, status } = envelope;
	const isEmpty = !isReadable || (results === undefined && status === null);
	const { answers, drift } = isEmpty ? NO_ANSWERS : readRows(tool, requested, envelope, now);
	// Lookups of an unmatched batch are retried one by one; an unreadable single answer is lost.
	const mayHaveAnswers = refusal.reason === 'lost' || containsData(results);
	const isUnmatchedBatch = !isEmpty && requested.length > 1 && isSuccess && mayHaveAnswers;
	if (answers.size === 0 && !isUnmatchedBatch) return { is: 'refusal', refusal, usage };
	// Its code explains why rows are missing.
	const partialError = error === null || isUninformative(refusal) ? null : refusal;
	return { is: 'answers', answers, partialError, usage, drift };
}

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
	const { results, status, error, isSuccess } = envelope;
	const [first, ...others] = requested;
	const isOne = isOneAnswer(tool, first) && !repeatsInput(results);
	const extent = error === null && isSuccess ? 'whole' : 'partial';
	const isRowless = isOne || (others.length === 0 && !mayHaveRow(results));
	const matched = isRowless ? NO_ROWS : matchRows(tool, results, requested, extent);
	if (matched.rows.size === 0 && others.length === 0) {
		const row = wholeRow(tool, results, first, ownOf(envelope));
		const isDoubtful = !isOne && Array.isArray(results) && isOfOther(results, matched);
		if (row === null || isDoubtful) return NO_ANSWERS;
		return readAnswers(tool, new Map([[first.key, row]]), envelope, at);
	}
	const missed = missOfAll(tool, requested, envelope, at);
	if (missed !== null) return missed;
	const { answers, drift } = readAnswers(tool, matched.rows, envelope, at);
	return { answers, drift: [...new Set([...statusDrift(status), ...matched.drift, ...drift])] };
}

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
const isOfOther = (results: readonly unknown[], { drift }: MatchedRows): boolean =>
	drift.includes(DRIFT.unrequested) || results.some((one) => readErrorBlock(one) !== null);

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
		drift.push(...statusDrift(row.status), ...(found ? resultDrift(tool, row.payload) : []));
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
	const { isSuccess, error, refusal } = envelope;
	const status = tool.search !== undefined && hasSearchResults(row.payload) ? 'ok' : row.status;
	const hasData = tool.search === undefined ? row.hasData : hasSearchResults(row.payload);
	if (status === 'not_found') return isMiss(row, envelope) ? 'not_found' : null;
	if (hasData) return isSuccess || isData(tool, row) ? 'found' : null;
	if (!isSuccess || mayPrevent(row, envelope)) return null;
	// The error of a batch may have kept the service from the lookup, unless it explains nothing.
	if (error !== null && !isUninformative(refusal)) return null;
	if (status === 'ok') return tool.search === undefined ? 'found' : 'not_found';
	if (status === null) return error === null || isObject(row.payload) ? 'not_found' : null;
	return isFreeMiss(status, envelope) || tool.family === 'unknown' ? 'not_found' : null;
}

/**
 * Whether a row says itself that there is no match. With an error of its own, it may be no answer.
 */
const isMiss = (row: Row, envelope: Envelope): boolean =>
	!isNoTool(envelope.httpStatus) && !mayPrevent(row, envelope);

/**
 * Whether an error of the row may have kept the service from the lookup. One without an explanation
 * has not.
 */
const mayPrevent = ({ error }: Row, { isSuccess }: Envelope): boolean =>
	error !== undefined && !(isSuccess && explainsNothing(readErrorBlock({ error })?.code ?? null));

/**
 * Whether the service has no tool of this name, whatever the body says: it returns no other 404
 * (contract: Errors).
 */
const isNoTool = (httpStatus: number): boolean => httpStatus === 404;

/** Whether the results at an error status are data of the tool, and no remark about the error. */
function isData({ search, columns }: Tool, { payload, status }: Row): boolean {
	// What a custom tool returns is not known.
	if (columns.fillable.length === 0) return status === 'ok';
	const all = search === undefined ? [payload] : (searchResultsOf(payload) ?? []);
	// What cannot be read may be data: it fails its row.
	return (
		readable(() => all.some((one) => Object.values(columns.read(one)).some(isFilled))) ?? true
	);
}

/**
 * Whether an unknown status is a miss: without an error or a charge, a retry would return the same.
 */
const isFreeMiss = (status: string, { error, usage }: Envelope): boolean =>
	unknownStatus(status) !== null && error === null && usage.tokensCharged === 0;

const unknownStatus = (status: string | null): string | null =>
	status === null || isContracted(status) ? null : firstOf(status, 100);

/** The answer in a row, with its error or unknown status for the row's reason. */
function answerOf(row: Row, found: boolean, envelope: Envelope, at: number): Answer {
	const { payload: results = null, status } = row;
	const { metadata, sentError } = envelope;
	const error = row.error ?? (envelope.error === null ? undefined : sentError);
	const own = row.error === undefined ? null : readErrorBlock({ error: row.error });
	const note =
		own === null
			? unknownStatus(found ? null : status)
			: [own.code, own.message].filter(Boolean).join(': ');
	return {
		found,
		results,
		metadata,
		at,
		...(error !== undefined && { error }),
		...(note !== null && { serviceNote: note }),
	};
}

/** Whether the error of a reply explains nothing: its code is unknown, or repeats the miss. */
const isUninformative = ({ reason }: Refusal) => reason === 'lost' || reason === 'unknown_tool';

const isContracted = (status: string) => status === 'ok' || status === 'not_found';

const statusDrift = (status: string | null): string[] =>
	unknownStatus(status) === null ? [] : [`status is ${JSON.stringify(status?.slice(0, 40))}`];

/** Entries of a list. */
const MAX_CHECKED = 100;

/**
 * Truncates the lists of a result, because the issues of all entries of a long list would fill the
 * memory.
 */
function withoutLongLists(results: unknown): unknown {
	if (
		!isObject(results) ||
		!Object.values(results).some((part) => Array.isArray(part) && part.length > MAX_CHECKED)
	)
		return results;
	return Object.fromEntries(
		Object.entries(results).map(([name, part]) => [
			name,
			Array.isArray(part) ? part.slice(0, MAX_CHECKED) : part,
		]),
	);
}

function resultDrift(tool: Tool, results: unknown): string[] {
	const parsed = readable(() => tool.result.safeParse(withoutLongLists(results)));
	if (parsed === null || parsed.success) return [];
	return parsed.error.issues
		.slice(0, 3)
		.map(({ path, message }) => `${['results', ...path].join('.')}: ${message}`);
}
