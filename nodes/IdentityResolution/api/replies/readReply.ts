import { hasSearchResults, searchResultsOf } from './searchResults';
import { echoedKey, matchRows, type BatchRow } from './matchRows';
import type { Identifier } from '../identifiers/identifier';
import { containsData, field, firstOf, isObject, toText } from '../json';
import { noReply, readEnvelope, readUsage, type Envelope, type Refusal } from './envelope';
import type { Answer, Reading, Reply } from './reading';
import type { Tool } from '../tool';

/**
 * Reads any reply to a request for `requested`: the only parser of the service's replies (contract: Common response
 * envelope, Errors, Silent points). Never throws.
 * @param now epoch ms, for waits that are given as a date
 */
export function readReply(tool: Tool, requested: readonly Identifier[], reply: Reply, now: number): Reading {
	if (reply.is !== 'http') return { is: 'refusal', refusal: noReply(reply), usage: readUsage(null) };
	const envelope = readEnvelope(reply, now);
	const { isSuccess, usage, error, refusal, results } = envelope;
	const answered =
		requested.length === 1
			? readSingle(tool, requested[0], envelope, now)
			: readBatch(tool, requested, envelope, now);
	if (answered === null || answered.answers.size === 0) {
		// Lookups of an unmatched batch are retried one by one; an unreadable single answer is lost.
		const mayHaveAnswers = refusal.reason === 'lost' || containsData(results);
		if (answered === null || requested.length === 1 || !isSuccess || !mayHaveAnswers)
			return { is: 'refusal', refusal, usage };
	}
	const { answers, drift } = answered;
	// Its code explains why rows are missing.
	const partialError = error === null || isUninformative(refusal) ? null : refusal;
	return { is: 'answers', answers, partialError, usage, drift };
}

type MatchedAnswers = Pick<Extract<Reading, { is: 'answers' }>, 'answers' | 'drift'>;

function readSingle(tool: Tool, requested: Identifier, envelope: Envelope, at: number): MatchedAnswers | null {
	if (!envelope.isReadable) return null;
	const { results, status } = envelope;
	const isList = Array.isArray(results) && requested.kind !== 'body' && !tool.listResult && !tool.search;
	if (isList) return readBatch(tool, [requested], envelope, at);
	const hasData = tool.search ? (searchResultsOf(results)?.length ?? 0) > 0 : containsData(results);
	const found = tool.search ? hasSearchResults(results) : isFound(status, hasData);
	// A body may be for a tool outside the contract, whose statuses are unknown.
	const isAnswer =
		requested.kind === 'body'
			? status !== null || results !== undefined
			: hasOutcome(status, results !== undefined, containsData(results)) || isFreeMiss(status, envelope);
	if (!isAnswer || !isTrustworthy(envelope, hasData) || echoesOtherInput(tool, results, requested)) return null;
	const drift = [...statusDrift(status), ...(found ? resultDrift(tool, results) : [])];
	return { answers: new Map([[requested.key, answerOf(envelope, found, at)]]), drift };
}

function readBatch(
	tool: Tool,
	requested: readonly Identifier[],
	envelope: Envelope,
	at: number,
): MatchedAnswers | null {
	const { results, status, error, metadata, isSuccess, isReadable } = envelope;
	if (!isReadable || (results === undefined && status === null)) return null;
	const isMissed = !isNoTool(envelope) && (status === 'not_found' || isFreeMiss(status, envelope));
	if (isMissed && !containsData(results) && error === null) {
		const miss = { ...answerOf(envelope, false, at), ...(requested.length > 1 && { isUnnamed: true as const }) };
		return { answers: new Map(requested.map(({ key }) => [key, miss])), drift: statusDrift(status) };
	}
	const answers = new Map<string, Answer>();
	const extent = error === null && isSuccess ? 'whole' : 'partial';
	const { rows, drift } = matchRows(tool, results, requested, extent);
	for (const [key, row] of rows) {
		if (!hasOutcome(row.status, true, row.hasData) && !isFreeMiss(row.status, envelope)) continue;
		const found = isFound(row.status, row.hasData);
		if (!isRowAnswer(envelope, row, found)) continue;
		const unknown = unknownStatus(row.status);
		answers.set(key, {
			found,
			results: row.payload,
			metadata,
			at,
			...(error !== null && { error: envelope.sentError }),
			...(!found && unknown !== null && { serviceNote: unknown }),
		});
		drift.push(...statusDrift(row.status), ...(found ? resultDrift(tool, row.payload) : []));
	}
	return { answers, drift: [...new Set([...statusDrift(status), ...drift])] };
}

/** Whether a row of a batch is an answer at the HTTP status of its reply, and beside its error. */
function isRowAnswer(envelope: Envelope, row: BatchRow, found: boolean): boolean {
	const { isSuccess, error, refusal } = envelope;
	// Data that matches by its echo is an answer at any HTTP status, because it was charged.
	if (found && row.hasData) return true;
	if (row.status === 'not_found') return !isNoTool(envelope);
	if (!isSuccess) return false;
	if (error === null) return true;
	// The error may have kept the service from the lookup, unless it explains nothing.
	return isUninformative(refusal) && (found || isObject(row.payload));
}

/** Whether an answer is a hit or a miss. An unknown status without data is neither, because it may be an error. */
const hasOutcome = (status: string | null, hasResults: boolean, hasData: boolean): boolean =>
	hasData || (status === null ? hasResults : isContracted(status));

/** Whether an unknown status is a miss: without an error or a charge, a retry would return the same. */
const isFreeMiss = (status: string | null, { isSuccess, error, usage }: Envelope): boolean =>
	unknownStatus(status) !== null && isSuccess && error === null && usage.tokensCharged === 0;

const unknownStatus = (status: string | null): string | null =>
	status === null || isContracted(status) ? null : firstOf(status, 100);

/** The answer in a whole body, with its error or unknown status for the row's reason. */
function answerOf(envelope: Envelope, found: boolean, at: number): Answer {
	const { results = null, metadata, status, error, sentError } = envelope;
	const unknown = found ? null : unknownStatus(status);
	return {
		found,
		results,
		metadata,
		at,
		...(error === null && unknown !== null && { serviceNote: unknown }),
		...(error !== null && {
			error: sentError,
			serviceNote: [error.code, error.message].filter(Boolean).join(': '),
		}),
	};
}

/** Hit or miss: by the status if it is `ok` or `not_found`, otherwise by the data (contract: Silent points, 4). */
function isFound(status: string | null, hasData: boolean): boolean {
	if (status === 'ok') return true;
	return status === 'not_found' ? false : hasData;
}

/**
 * Whether a body is an answer. A miss counts at any HTTP status but 404, unless an error says that the lookup was not
 * made. A hit must have data if there is an error block, and also `ok` at an error status.
 */
function isTrustworthy(envelope: Envelope, hasData: boolean): boolean {
	const { isSuccess, status, error, refusal } = envelope;
	if (status === 'not_found' && isNoTool(envelope)) return false;
	if (status === 'not_found') return error === null || (isUninformative(refusal) && isSuccess);
	return isSuccess ? error === null || hasData : status === 'ok' && hasData;
}

/** Whether the service has no tool of this name, whatever the body says: it returns no other 404 (contract: Errors). */
const isNoTool = ({ httpStatus }: Envelope): boolean => httpStatus === 404;

/** Whether an error block explains nothing: its code is unknown, or repeats the miss. */
const isUninformative = ({ reason }: Refusal) => reason === 'lost' || reason === 'unknown_tool';

/** Whether a single answer echoes an input that was not requested, as a text or as a whole request. */
function echoesOtherInput({ requestFields }: Tool, results: unknown, requested: Identifier): boolean {
	const input = field(results, 'input');
	return [input, ...Object.values(requestFields).map((name) => field(input, name))].some((echo) => {
		const text = toText(echo);
		const echoed = text === null ? null : echoedKey(requested, text);
		return echoed !== null && echoed !== requested.key;
	});
}

const isContracted = (status: string) => status === 'ok' || status === 'not_found';

const statusDrift = (status: string | null): string[] =>
	unknownStatus(status) === null ? [] : [`status is ${JSON.stringify(status?.slice(0, 40))}`];

/** Entries of a list. */
const MAX_CHECKED = 100;

/** Truncates the lists of a result, because the issues of all entries of a long list would fill the memory. */
function withoutLongLists(results: unknown): unknown {
	if (!isObject(results) || !Object.values(results).some((part) => Array.isArray(part) && part.length > MAX_CHECKED))
		return results;
	return Object.fromEntries(
		Object.entries(results).map(([name, part]) => [name, Array.isArray(part) ? part.slice(0, MAX_CHECKED) : part]),
	);
}

function resultDrift(tool: Tool, results: unknown): string[] {
	const parsed = tool.result.safeParse(withoutLongLists(results));
	if (parsed.success) return [];
	return parsed.error.issues.slice(0, 3).map(({ path, message }) => `${['results', ...path].join('.')}: ${message}`);
}
