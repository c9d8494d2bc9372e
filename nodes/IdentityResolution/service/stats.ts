import { lookupCount, totalLookups } from '../api/identifiers/body';
import type { Identifier } from '../api/identifiers/identifier';
import { containsData } from '../api/values/nothing';
import { readPhone } from '../api/person/phones';
import { ruleOf } from '../api/replies/refusals';
import { hasNoMatches, type Answer, type Reading } from '../api/replies/reading';
import { searchResultsOf } from '../api/replies/searchResults';
import type { Phone, Tool } from '../api/tool';
import type { HitCost } from './budget';
import type { BatchReplies } from './environment';

export interface RunStats {
	/** Distinct lookups so far: 0 until one is sent. A row with several steps adds more. */
	lookups: number;
	requests: number;
	/** Hits and misses. */
	answered: number;
	/** Reported tokens; else those that the account lists; else one per hit. */
	tokens: number;
	tokensAre: 'reported' | 'estimated';
	/**
	 * The fewest tokens and records of the 5 h window that a reply reported, because replies arrive
	 * out of order; Infinity if none did. Too low after a top-up, or if the window opens again
	 * during the run. Phone tokens are not reported.
	 */
	tokensLeft: number;
	recordsLeft: number;
	/** Requests that have passed the service's limits. */
	accepted: number;
	/** When the last one was answered, epoch ms. */
	acceptedAt: number;
	/** Null if the rate limit refused none. */
	slowdown: Slowdown | null;
	/** Possible charges without an answer. A lookup that is lost twice counts twice. */
	unconfirmed: number;
	/**
	 * By the name of the tool: the other name that answered, because the service does not know the
	 * tool.
	 */
	readonly renamedTools: Map<string, string>;
	/** Number of each departure from the contract. */
	drift: Map<string, number>;
	/** Null if no lookup could be sent. */
	batches: BatchReplies | null;
}

/** Requests that the rate limit refused. */
export interface Slowdown {
	readonly refused: number;
	/** When the first one was refused, epoch ms. */
	readonly since: number;
	/** Accepted requests until then. */
	readonly acceptedBefore: number;
}

export const newStats = (): RunStats => ({
	lookups: 0,
	requests: 0,
	answered: 0,
	tokens: 0,
	tokensAre: 'reported',
	tokensLeft: Infinity,
	recordsLeft: Infinity,
	accepted: 0,
	acceptedAt: 0,
	slowdown: null,
	unconfirmed: 0,
	renamedTools: new Map(),
	drift: new Map(),
	batches: null,
});

/** @param price per hit, for a reply that reports no charge */
export function addReading(
	stats: RunStats,
	tool: Tool,
	reading: Reading,
	{ hits, unconfirmed, charged }: RequestCost,
	price: HitCost,
): void {
	if (tool.family !== 'free') {
		stats.tokens += charged ?? hits * price.tokens;
		stats.unconfirmed += unconfirmed;
		if (charged === null && price.prices === 'assumed' && hits > 0)
			stats.tokensAre = 'estimated';
	}
	const { tokensLeft, recordsLeft } = reading.usage;
	stats.tokensLeft = Math.min(stats.tokensLeft, tokensLeft ?? Infinity);
	if (tool.family === 'enrich')
		stats.recordsLeft = Math.min(stats.recordsLeft, recordsLeft ?? Infinity);
	if (reading.is === 'refusal') return;
	stats.answered += reading.answers.size;
	addDrift(stats, reading.drift);
}

/** Counts a request that has passed the limits. @param now epoch ms */
export function addAccepted(stats: RunStats, now: number): void {
	stats.accepted += 1;
	stats.acceptedAt = now;
}

/** Counts a request that the rate limit refused. @param now epoch ms */
export function addRefused(stats: RunStats, now: number): void {
	const { refused, ...first } = stats.slowdown ?? {
		refused: 0,
		since: now,
		acceptedBefore: stats.accepted,
	};
	stats.slowdown = { ...first, refused: refused + 1 };
}

/** ms of a slowdown that a user notices. */
const NOTICEABLE = 10_000;
/** Accepted requests that show a rate. */
const MEASURABLE = 10;
/** Share of refused requests below which a service refuses at random. */
const OFTEN = 1 / 20;

/**
 * The requests per second that were accepted since the rate limit refused one; null if it was not
 * noticeable.
 */
export function acceptedRate({ accepted, acceptedAt, slowdown }: RunStats): number | null {
	if (slowdown === null) return null;
	const ms = acceptedAt - slowdown.since;
	const since = accepted - slowdown.acceptedBefore;
	const isRate = since >= MEASURABLE && slowdown.refused >= OFTEN * since;
	return ms >= NOTICEABLE && isRate ? (since / ms) * 1_000 : null;
}

export function addDrift({ drift }: RunStats, departures: readonly string[]): void {
	for (const departure of departures) drift.set(departure, (drift.get(departure) ?? 0) + 1);
}

export interface RequestCost {
	/** Lookups answered with data. */
	hits: number;
	/** Hits that contain a phone that was requested. */
	phones: number;
	/**
	 * Lookups that may have been charged without an answer; 0 if the reply reports a charge of 0.
	 */
	unconfirmed: number;
	/** Tokens; null if the reply does not report them. */
	charged: number | null;
}

/** @param phone whether the request includes it */
export function requestCostOf(
	reading: Reading,
	requested: readonly Identifier[],
	phone: Phone,
): RequestCost {
	const { tokensCharged: charged } = reading.usage;
	if (reading.is === 'refusal') {
		const isLost = charged !== 0 && ruleOf(reading.refusal.reason).mayBeCharged;
		return { hits: 0, phones: 0, unconfirmed: isLost ? totalLookups(requested) : 0, charged };
	}
	const isUnmatched = charged !== 0 && (reading.partialError === null || hasNoMatches(reading));
	const cost: RequestCost = { hits: 0, phones: 0, unconfirmed: 0, charged };
	for (const one of requested) {
		const answer = reading.answers.get(one.key);
		cost.hits += hitsOf(answer, one);
		if (phone === 'with' && answer?.found && readPhone(answer.results) !== null)
			cost.phones += 1;
		if (isUnmatched && answer === undefined) cost.unconfirmed += lookupCount(one);
	}
	return cost;
}

/**
 * Each result of a search is a hit. A custom batch body is answered with a list. Without a list,
 * all of its lookups may have been charged.
 */
export function hitsOf(answer: Answer | undefined, requested: Identifier): number {
	if (!answer?.found) return 0;
	if (requested.kind === 'search') return searchResultsOf(answer.results)?.length ?? 0;
	const lookups = lookupCount(requested);
	if (lookups === 1 || !Array.isArray(answer.results)) return lookups;
	return Math.min(lookups, answer.results.filter((row) => containsData(row)).length);
}

/**
 * Splits a charge among hits in whole tokens that sum to it. A miss costs 0. Without a charge, hits
 * cost null.
 */
export function splitCharge(
	charged: number | null,
	answers: readonly Answer[],
): Map<Answer, number | null> {
	const hits = answers.filter(({ found }) => found);
	const shares = new Map<Answer, number | null>(
		answers.map((answer) => [answer, answer.found ? null : 0]),
	);
	if (charged === null) return shares;
	const chargedAnswers = hits.length > 0 ? hits : answers.slice(0, 1);
	const whole = Math.floor(charged / chargedAnswers.length);
	const rest = charged - whole * chargedAnswers.length;
	for (const [index, answer] of chargedAnswers.entries())
		shares.set(answer, whole + Math.min(1, Math.max(0, rest - index)));
	return shares;
}
