import type { Reading } from '../api/replies/reading';
import type { Tool } from '../api/tool';
import type { Prices } from './budget/budget';
import type { RequestCost } from './budget/tokenBudget';

export interface RunStats {
	/** Distinct lookups so far. A row with several steps adds more. */
	lookups: number;
	requests: number;
	/** Hits and misses. */
	answered: number;
	/** Reported tokens; else those that the account lists; else one per hit. */
	tokens: number;
	tokensAre: 'reported' | 'estimated';
	/** Possible charges without an answer. A lookup that is lost twice counts twice. */
	unconfirmed: number;
	/** By the name of the tool: the other name that answered, because the service does not know the tool. */
	readonly renamedTools: Map<string, string>;
	/** Number of each departure from the contract. */
	drift: Map<string, number>;
}

export const newStats = (lookups = 0): RunStats => ({
	lookups,
	requests: 0,
	answered: 0,
	tokens: 0,
	tokensAre: 'reported',
	unconfirmed: 0,
	renamedTools: new Map(),
	drift: new Map(),
});

/** @param price per hit, for a reply that reports no charge */
export function addReading(
	stats: RunStats,
	tool: Tool,
	reading: Reading,
	{ hits, unconfirmed, charged }: RequestCost,
	price: ReturnType<Prices['listedOrAssumed']>,
): void {
	if (tool.family !== 'free') {
		stats.tokens += charged ?? hits * price.tokens;
		stats.unconfirmed += unconfirmed;
		if (charged === null && price.basis === 'assumed' && hits > 0) stats.tokensAre = 'estimated';
	}
	if (reading.is === 'refusal') return;
	stats.answered += reading.answers.size;
	addDrift(stats, reading.drift);
}

export function addDrift({ drift }: RunStats, departures: readonly string[]): void {
	for (const departure of departures) drift.set(departure, (drift.get(departure) ?? 0) + 1);
}
