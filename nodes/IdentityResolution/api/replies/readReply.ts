import { hasSearchResults, searchResultsOf } from './searchResults';
import { matchRows, type BatchRow } from './matchRows';
import type { Identifier } from '../identifiers/identifier';
import { echoedKey } from '../identifiers/readIdentifier';
import { containsData, field, firstOf, isObject, toCode, toText } from '../json';
import { cellsOf, NO_CELLS, readUsage, type Answer, type HttpReply, type Reading, type Reply } from './reading';
import { errorBlockOf, noReply, readErrorBlock, readRefusal, type Refusal } from './refusal';
import type { Tool } from '../tool';

/**
 * Reads any reply to a request for `requested`: the only parser of the service's replies (contract: Common response
 * envelope, Errors, Silent points). Never throws.
 * @param now epoch ms, for waits that are given as a date
 */
export function readReply(tool: Tool, requested: readonly Identifier[], reply: Reply, now: number): Reading {
	if (reply.is !== 'http') return { is: 'refusal', refusal: noReply(reply), usage: readUsage(null) };
	const usage = readUsage(field(reply.body, 'metadata'));
	const answered =
		requested.length === 1 ? readSingle(tool, requested[0], reply, now) : readBatch(tool, requested, reply, now);
	const refusal = readRefusal(reply, now);
	if (answered === null || answered.answers.size === 0) {
		// Lookups of an unmatched batch are retried one by one; an unreadable single answer is lost.
		const mayHaveAnswers = refusal.reason === 'lost' || containsData(field(reply.body, 'results'));
		if (answered === null || requested.length === 1 || !isSuccess(reply) || !mayHaveAnswers)
			return { is: 'refusal', refusal, usage };
	}
	const { answers, matching, drift } = answered;
	const unanswered = requested.map(({ key }) => key).filter((key) => !answers.has(key));
	return { is: 'answers', answers, matching, unanswered, partialError: partialErrorOf(reply, refusal), usage, drift };
}

interface Answered {
	answers: Map<string, Answer>;
	matching: 'per_row' | 'whole_batch';
	drift: string[];
}

const isSuccess = ({ status }: HttpReply) => status >= 200 && status < 300;

/** Returns the error block of a reply with answers, if its code explains why rows are missing. */
function partialErrorOf(reply: HttpReply, refusal: Refusal): Refusal | null {
	return readErrorBlock(reply.body) === null || isUninformative(refusal) ? null : refusal;
}

function readSingle(tool: Tool, requested: Identifier, reply: HttpReply, at: number): Answered | null {
	if (!isObject(reply.body)) return null;
	const { results } = reply.body;
	const isList = Array.isArray(results) && requested.kind !== 'body' && !tool.listResult && !tool.search;
	if (isList) return readBatch(tool, [requested], reply, at);
	const status = toCode(reply.body.status);
	const hasData = tool.search ? (searchResultsOf(results)?.length ?? 0) > 0 : containsData(results);
	const found = tool.search ? hasSearchResults(results) : isFound(status, hasData);
	// A body may be for a tool outside the contract, whose statuses are unknown.
	const isAnswer =
		requested.kind === 'body'
			? status !== null || results !== undefined
			: hasOutcome(status, results !== undefined, containsData(results)) || isFreeMiss(status, reply);
	if (!isAnswer || !isTrustworthy(reply, status, hasData) || echoesOtherInput(tool, results, requested)) return null;
	const drift = [...statusDrift(status), ...(found ? resultDrift(tool, results) : [])];
	const answer = answerOf(tool, reply, found, status, at);
	return { answers: new Map([[requested.key, answer]]), matching: 'whole_batch', drift };
}

function readBatch(tool: Tool, requested: readonly Identifier[], reply: HttpReply, at: number): Answered | null {
	if (!isObject(reply.body)) return null;
	const { results, metadata = null } = reply.body;
	const status = toCode(reply.body.status);
	if (results === undefined && status === null) return null;
	const error = readErrorBlock(reply.body);
	const answers = new Map<string, Answer>();
	if ((status === 'not_found' || isFreeMiss(status, reply)) && !containsData(results) && error === null) {
		const miss: Answer = {
			...answerOf(tool, reply, false, status, at),
			...(requested.length > 1 && { isUnnamed: true }),
		};
		for (const { key } of requested) answers.set(key, miss);
		return { answers, matching: 'whole_batch', drift: statusDrift(status) };
	}
	const extent = error === null && isSuccess(reply) ? 'whole' : 'partial';
	const { rows, drift } = matchRows(tool, results, requested, extent);
	for (const [key, row] of rows) {
		if (!hasOutcome(row.status, true, row.hasData) && !isFreeMiss(row.status, reply)) continue;
		const found = isFound(row.status, row.hasData);
		// Data that matches by its echo is an answer at any HTTP status, because it was charged.
		const isExplicit = isSuccess(reply) || row.status === 'not_found' || (found && row.hasData);
		if (!isExplicit || (error !== null && !found && !isMiss(row))) continue;
		const unknown = unknownStatus(row.status);
		answers.set(key, {
			found,
			results: row.payload,
			cells: found ? cellsOf(tool, row.payload) : NO_CELLS,
			metadata,
			at,
			...(error !== null && { error: errorBlockOf(reply.body) }),
			...(!found && unknown !== null && { serviceNote: unknown }),
		});
		drift.push(...statusDrift(row.status), ...(found ? resultDrift(tool, row.payload) : []));
	}
	return { answers, matching: 'per_row', drift: [...new Set([...statusDrift(status), ...drift])] };
}

/** Whether a row of a partial batch is a miss. The service may have dropped the lookup of an empty row. */
const isMiss = ({ status, payload }: BatchRow) => status === 'not_found' || isObject(payload);

/** Whether an answer is a hit or a miss. An unknown status without data is neither, because it may be an error. */
const hasOutcome = (status: string | null, hasResults: boolean, hasData: boolean): boolean =>
	hasData || (status === null ? hasResults : isContracted(status));

/** Whether an unknown status is a miss: without an error or a charge, a retry would return the same. */
const isFreeMiss = (status: string | null, reply: HttpReply): boolean =>
	unknownStatus(status) !== null &&
	isSuccess(reply) &&
	readErrorBlock(reply.body) === null &&
	readUsage(field(reply.body, 'metadata')).tokensCharged === 0;

const unknownStatus = (status: string | null): string | null =>
	status === null || isContracted(status) ? null : firstOf(status, MAX_STATUS_LENGTH);

/** Characters. */
const MAX_STATUS_LENGTH = 100;

/** The answer in a whole body. */
function answerOf(tool: Tool, reply: HttpReply, found: boolean, status: string | null, at: number): Answer {
	const results = field(reply.body, 'results') ?? null;
	return {
		found,
		results,
		cells: found ? cellsOf(tool, results) : NO_CELLS,
		metadata: field(reply.body, 'metadata') ?? null,
		at,
		...serviceNotes(reply, found, status),
	};
}

/** Returns the error block or the unknown status of a single answer, for the row's reason. */
function serviceNotes(
	{ body }: HttpReply,
	found: boolean,
	status: string | null,
): Pick<Answer, 'error' | 'serviceNote'> {
	const error = readErrorBlock(body);
	if (error !== null)
		return { error: errorBlockOf(body), serviceNote: [error.code, error.message].filter(Boolean).join(': ') };
	const unknown = unknownStatus(status);
	return found || unknown === null ? {} : { serviceNote: unknown };
}

/** Hit or miss: by the status if it is `ok` or `not_found`, otherwise by the data (contract: Silent points, 4). */
function isFound(status: string | null, hasData: boolean): boolean {
	if (status === 'ok') return true;
	return status === 'not_found' ? false : hasData;
}

/**
 * Whether a body is an answer. A miss counts at any HTTP status (contract: Silent points, 5), unless an error says
 * that the lookup was not made. A hit must have data if there is an error block, and also `ok` at an error status.
 */
function isTrustworthy(reply: HttpReply, status: string | null, hasData: boolean): boolean {
	if (status === 'not_found')
		return (
			readErrorBlock(reply.body) === null ||
			(isUninformative(readRefusal(reply, 0)) && (isSuccess(reply) || reply.status === 404))
		);
	if (!isSuccess(reply)) return status === 'ok' && hasData;
	return readErrorBlock(reply.body) === null || hasData;
}

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
	status === null || isContracted(status) ? [] : [`status is ${JSON.stringify(status.slice(0, 40))}`];

/** Entries of a list. */
const MAX_CHECKED = 100;

/** Truncates the lists of a result, because the issues of all entries of a long list would fill the memory. */
function excerpt(results: unknown): unknown {
	if (!isObject(results) || !Object.values(results).some((part) => Array.isArray(part) && part.length > MAX_CHECKED))
		return results;
	return Object.fromEntries(
		Object.entries(results).map(([name, part]) => [name, Array.isArray(part) ? part.slice(0, MAX_CHECKED) : part]),
	);
}

function resultDrift(tool: Tool, results: unknown): string[] {
	const parsed = tool.result.safeParse(excerpt(results));
	if (parsed.success) return [];
	return parsed.error.issues.slice(0, 3).map(({ path, message }) => `${['results', ...path].join('.')}: ${message}`);
}
