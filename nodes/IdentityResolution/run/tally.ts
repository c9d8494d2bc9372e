import { holdsPhone } from '../api/phone';
import type { Reading } from '../api/reading';
import type { Tool } from '../api/tool';
import type { Bill } from './budget';

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
	/** Lookups that may have been charged without being answered. */
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

export function countHits(reading: Reading): number {
	if (reading.is === 'refusal') return 0;
	let hits = 0;
	for (const { found } of reading.answers.values()) if (found) hits += 1;
	return hits;
}

/** What a reply costs the budget. */
export function billOf(reading: Reading, asked: number): Bill {
	const answers = reading.is === 'answers' ? [...reading.answers.values()] : [];
	const hits = answers.filter(({ found }) => found);
	return {
		hits: hits.length,
		phones: hits.filter(({ results }) => holdsPhone(results)).length,
		doubtful: countDoubtful(reading, asked),
		charged: reading.usage.tokensCharged,
	};
}

/** Lookups that may have been charged without being answered: all of a lost answer, and what a batch says nothing about. */
export function countDoubtful(reading: Reading, asked: number): number {
	if (reading.is === 'refusal') return reading.refusal.kind === 'lost' ? asked : 0;
	return reading.cut === null ? reading.unanswered.length : 0;
}

/** @param asked how many lookups the request carried */
export function countReading(tally: Tally, tool: Tool, reading: Reading, asked: number): void {
	const hits = countHits(reading);
	const { tokensCharged } = reading.usage;
	if (tool.family !== 'free') {
		tally.tokens += tokensCharged ?? hits;
		tally.doubtful += countDoubtful(reading, asked);
		if (tokensCharged === null && hits > 0) tally.tokensAre = 'estimated';
	}
	if (reading.is === 'refusal') return;
	tally.answered += reading.answers.size;
	for (const departure of reading.drift) tally.drift.set(departure, (tally.drift.get(departure) ?? 0) + 1);
}
