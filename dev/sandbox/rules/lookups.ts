import type { Page } from '../../../nodes/IdentityResolution/api/identifiers/body';
import type { JsonObject } from '../../../nodes/IdentityResolution/api/values/json';
import type { HttpReply } from '../../../nodes/IdentityResolution/api/replies/httpReply';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { directorySlug } from '../data/directory';
import { missOf, resultsOf } from '../data/results';
import { matchAt, matchKey, readSearch } from '../data/searchResults';
import { isHeld, personFor, type Person, nameAsked } from '../people';
import type { FamilyName } from '../settings';
import { batchResults, withBatchFaults, type BatchRow } from './batchResults';
import { checkBalance, closedRefusal, PHONE_TOKENS } from './checks';
import { priceOf } from './account';
import type { OfferedTool, ParsedRequest } from './parseRequest';
import { lookupReply, refusalReply, refused, type Refusal } from './replies';
import type { State } from './state';
import { forcedBalanceRefusal, forcedOddity, forcedOutcome } from './testIdentifiers';

export interface Answer {
	reply: HttpReply;
	code: string | null;
	tokens: number;
	records: number;
	charged: readonly string[];
	misses: number;
}

export const freeAnswer = (reply: HttpReply, code: string | null = null): Answer => ({
	reply,
	code,
	tokens: 0,
	records: 0,
	charged: [],
	misses: 0,
});

export interface Lookup {
	to: OfferedTool;
	family: FamilyName;
	request: ParsedRequest;
}

/**
 * Looks up every item of a request that passed the checks, charges the hits and counts the request. Each item of a
 * batch is charged by itself, repeated ones too. If the balance or the records run out, the rest of the batch is
 * omitted, and the reply says why (contract: Personal email result, 3).
 * @param now epoch ms
 */
export function lookUp(state: State, lookup: Lookup, now: number): Answer {
	const { settings, fairUse } = state;
	const { family, request } = lookup;
	const isSearch = request.form === 'search';
	const { rows, tokens, charged, misses, ...rest } = isSearch
		? lookUpMatches(state, lookup, now)
		: lookUpItems(state, lookup, now);
	const records = charged.length;
	if (rows.length === 0 && rest.cut) return freeAnswer(refusalReply(rest.cut, settings), rest.cut.code);
	fairUse.count(family, { records, requests: 1 }, now);
	if (family === 'search') settings.account.searchTrialUsed = true;
	// The wait depends on the records that this request has just used.
	const closed =
		rest.cut?.code === 'fair_use_limit_exceeded' ? fairUse.closedRecords(family, settings.limits, now) : null;
	const cut = closed ? closedRefusal(closed, now) : rest.cut;
	const results = isSearch
		? searchResults(state, lookup, rows)
		: request.form === 'batch'
			? resultsOfBatch(state, lookup, rows, now)
			: rows[0].results;
	const status = records > 0 ? 'ok' : 'not_found';
	const reply = lookupReply(
		state,
		lookup,
		{ results, status, tokens, phones: records, cut, oddity: forcedOddity(request) },
		now,
	);
	return { reply, code: cut?.code ?? null, tokens, records, charged, misses };
}

function lookUpItems(state: State, { to, family, request }: Lookup, now: number) {
	const rows: BatchRow[] = [];
	const charged: string[] = [];
	let cut: Refusal | null = null;
	let tokens = 0;
	let misses = 0;
	const recordsLeft = state.fairUse.recordsLeft(family, state.settings.limits, now);
	for (const { input, key } of request.items) {
		if (charged.length >= recordsLeft) cut = refused('fair_use_limit_exceeded');
		else cut = checkBalance(state, to, request.phone) ?? forcedBalanceRefusal(key);
		if (cut) break;
		const person = withNameAsked(findPerson(state, to.tool, key), to.tool, input);
		if (person) {
			const phone = request.phone === 'with' ? person.phone : null;
			charged.push(key);
			tokens += charge(state, to.tool, key, phone);
			rows.push({ input, status: 'ok', results: resultsOf(to.tool, person, phone, now) });
		} else {
			misses++;
			rows.push({ input, status: 'not_found', results: missOf(to.tool) });
		}
	}
	return { rows, charged, cut, tokens, misses };
}

const MATCHES_PER_PAGE = 10;

/** The matches of a search on the requested page, each charged by itself. */
function lookUpMatches(state: State, { to, family, request }: Lookup, now: number) {
	const { settings, ledger, fairUse } = state;
	const forced = forcedOutcome(request.items[0].key);
	const search = readSearch(to.tool.name, request.body, settings.seed);
	const total = forced?.is === 'not_found' ? 0 : search.total;
	const { limit = to.tool.search?.page ? MATCHES_PER_PAGE : total, offset = 0 } = request.body as Partial<Page>;
	const rows: BatchRow[] = [];
	const charged: string[] = [];
	let cut: Refusal | null = null;
	let tokens = 0;
	const recordsLeft = fairUse.recordsLeft(family, settings.limits, now);
	for (let place = offset; place < Math.min(total, offset + limit); place++) {
		const price = priceOf(to.tool, 'without', settings);
		if (charged.length >= recordsLeft) cut = refused('fair_use_limit_exceeded');
		else cut = checkBalance(state, to, 'without') ?? forcedBalanceRefusal(request.items[0].key);
		if (cut) break;
		const key = matchKey(search, place);
		if (!settings.account.unlimited) settings.account.tokens -= price;
		ledger.charge(to.tool.name, key, price, 0);
		charged.push(key);
		tokens += price;
		rows.push({ input: key, status: 'ok', results: matchAt(search, place, settings.seed, now) });
	}
	return { rows, charged, cut, tokens, misses: total === 0 ? 1 : 0 };
}

/** The results of a search (second-hand). The profile search has another shape, which the public reference omits. */
function searchResults({ settings }: State, { to, request }: Lookup, rows: readonly BatchRow[]): JsonObject {
	const isMiss = rows.length === 0 && forcedOutcome(request.items[0].key)?.is === 'not_found';
	const total = isMiss ? 0 : readSearch(to.tool.name, request.body, settings.seed).total;
	const entries = rows.map(({ results }) => results);
	return to.tool.search?.page ? { results: entries, total } : { profiles: entries, count: total };
}

export function countMatches(state: State, { tool }: OfferedTool, request: ParsedRequest): JsonObject {
	const isMiss = forcedOutcome(request.items[0].key)?.is === 'not_found';
	return { count: isMiss ? 0 : readSearch(tool.name, request.body, state.settings.seed).total };
}

function findPerson({ settings: { seed, hitRate, toolHitRates } }: State, tool: Tool, key: string): Person | null {
	const forced = forcedOutcome(key);
	const rate = Object.hasOwn(toolHitRates, tool.name) ? toolHitRates[tool.name] : hitRate;
	const isHit = forced ? forced.is !== 'not_found' : isHeld(key, seed, rate);
	const person = isHit ? personFor(key, seed) : null;
	return tool.onlyPhone && person?.phone === null ? null : person;
}

/** A person who was found by name has that name. @param input of the request, the body of one by name */
const withNameAsked = (person: Person | null, { requestFields }: Tool, input: string): Person | null =>
	person && Object.keys(requestFields).length === 0 ? { ...person, ...nameAsked(input.toLowerCase()) } : person;

function charge({ settings, ledger }: State, tool: Tool, key: string, phone: string | null): number {
	const tokens = priceOf(tool, phone === null ? 'without' : 'with', settings);
	const phoneTokens = phone === null ? 0 : PHONE_TOKENS;
	if (!settings.account.unlimited) settings.account.tokens -= tokens;
	settings.account.phoneTokens -= phoneTokens;
	ledger.charge(tool.name, key, tokens, phoneTokens);
	return tokens;
}

/** Unrequested people come from places of the directory that no example sheet reaches. */
const UNREQUESTED = 1_000_000;

function resultsOfBatch({ settings, ledger }: State, { to }: Lookup, rows: readonly BatchRow[], now: number): unknown {
	const unrequestedRow = (number: number): BatchRow => {
		const slug = directorySlug(settings.seed, UNREQUESTED + number);
		const person = personFor(`linkedin:${slug}`, settings.seed);
		return {
			input: `https://www.linkedin.com/in/${slug}`,
			status: 'ok',
			results: resultsOf(to.tool, person, null, now),
		};
	};
	return batchResults(withBatchFaults(rows, settings, ledger.next, unrequestedRow), settings.batchShape);
}
