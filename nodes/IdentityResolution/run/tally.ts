import type { Reading } from '../api/reading';
import type { Tool } from '../api/tool';
import type { Bill } from './bill';

/** What a run has done so far. */
export interface Tally {
	/** Distinct lookups, as far as they are known: a way of several steps asks more as it goes on. */
	lookups: number;
	requests: number;
	/** Lookups answered, hits and misses. */
	answered: number;
	/** Tokens as replies reported them, plus one for each hit of a tool that does not report. */
	tokens: number;
	tokensAre: 'reported' | 'estimated';
	/** Charges that may have been made without an answer; two of a lookup whose answer was lost twice. */
	doubtful: number;
	/** Departures from the contract, each counted. */
	drift: Map<string, number>;
}

export const startTally = (): Tally => ({
	lookups: 0,
	requests: 0,
	answered: 0,
	tokens: 0,
	tokensAre: 'reported',
	doubtful: 0,
	drift: new Map(),
});

export function countReading(tally: Tally, tool: Tool, reading: Reading, { hits, doubtful, charged }: Bill): void {
	if (tool.family !== 'free') {
		tally.tokens += charged ?? hits;
		tally.doubtful += doubtful;
		if (charged === null && hits > 0) tally.tokensAre = 'estimated';
	}
	if (reading.is === 'refusal') return;
	tally.answered += reading.answers.size;
	for (const departure of reading.drift) tally.drift.set(departure, (tally.drift.get(departure) ?? 0) + 1);
}
