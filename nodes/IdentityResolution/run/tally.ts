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

export const startTally = (lookups = 0): Tally => ({
	lookups,
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
	for (const departure of reading.drift) countDrift(tally, departure, 1);
}

/** Adds the requests and the drift of free requests, which are no lookups. */
export function addFree(tally: Tally, { requests, drift }: Tally): void {
	tally.requests += requests;
	for (const [departure, times] of drift) countDrift(tally, departure, times);
}

const countDrift = ({ drift }: Tally, departure: string, times: number) =>
	drift.set(departure, (drift.get(departure) ?? 0) + times);
