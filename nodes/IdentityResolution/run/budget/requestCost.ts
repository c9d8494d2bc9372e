import { lookupCount } from '../../api/identifiers/body';
import type { Identifier } from '../../api/identifiers/identifier';
import { holdsData } from '../../api/json';
import { readPhone } from '../../api/person/phone';
import { hasNoMatches, type Answer, type Reading } from '../../api/replies/reading';

/** What a request came to. */
export interface RequestCost {
	/** Lookups answered with data. */
	hits: number;
	/** Hits that brought a phone. */
	phones: number;
	/** Charges that may have been made without an answer; 0 if the reply reports that nothing was charged. */
	unconfirmed: number;
	/** Tokens, where the reply reported them; else null. */
	charged: number | null;
}

/** @param requested what the request asked */
export function costOf(reading: Reading, requested: readonly Identifier[]): RequestCost {
	const { tokensCharged: charged } = reading.usage;
	if (reading.is === 'refusal') {
		const isDoubtful = reading.refusal.kind === 'lost';
		return {
			hits: 0,
			phones: 0,
			unconfirmed: isDoubtful && charged !== 0 ? sum(requested.map(lookupCount)) : 0,
			charged,
		};
	}
	const open = new Set(reading.partialError === null || hasNoMatches(reading) ? reading.unanswered : []);
	const hits = requested.map((one) => ({ most: lookupCount(one), answer: reading.answers.get(one.key) }));
	return {
		hits: sum(hits.map(({ most, answer }) => hitsOf(answer, most))),
		phones: hits.filter(({ answer }) => answer?.found && readPhone(answer.results) !== null).length,
		unconfirmed: charged === 0 ? 0 : sum(requested.filter(({ key }) => open.has(key)).map(lookupCount)),
		charged,
	};
}

/** A body that is a batch of its own is answered by a list; in any other form all of it may have been charged. */
function hitsOf(answer: Answer | undefined, most: number): number {
	if (!answer?.found) return 0;
	if (most === 1 || !Array.isArray(answer.results)) return most;
	return Math.min(most, answer.results.filter((row) => holdsData(row)).length);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
