import type { Reading } from '../api/replies/reading';
import type { Tool } from '../api/tool';
import type { RequestCost } from './budget/requestCost';

/** What a run has done so far. */
export interface RunStats {
	/** Distinct lookups, as far as they are known: a way of several steps asks more as it goes on. */
	lookups: number;
	requests: number;
	/** Lookups answered, hits and misses. */
	answered: number;
	/** Tokens as replies reported them, plus one for each hit of a tool that does not report. */
	tokens: number;
	tokensAre: 'reported' | 'estimated';
	/** Charges that may have been made without an answer; two of a lookup whose answer was lost twice. */
	unconfirmed: number;
	/** Departures from the contract, each counted. */
	drift: Map<string, number>;
}

export const newStats = (lookups = 0): RunStats => ({
	lookups,
	requests: 0,
	answered: 0,
	tokens: 0,
	tokensAre: 'reported',
	unconfirmed: 0,
	drift: new Map(),
});

export function addReading(
	stats: RunStats,
	tool: Tool,
	reading: Reading,
	{ hits, unconfirmed, charged }: RequestCost,
): void {
	if (tool.family !== 'free') {
		stats.tokens += charged ?? hits;
		stats.unconfirmed += unconfirmed;
		if (charged === null && hits > 0) stats.tokensAre = 'estimated';
	}
	if (reading.is === 'refusal') return;
	stats.answered += reading.answers.size;
	addDrift(stats, reading.drift);
}

/** Counts departures from the contract. */
export function addDrift({ drift }: RunStats, departures: readonly string[]): void {
	for (const departure of departures) drift.set(departure, (drift.get(departure) ?? 0) + 1);
}
