import { lookupCount, totalLookups } from '../../api/identifiers/body';
import type { Identifier } from '../../api/identifiers/identifier';
import { holdsData } from '../../api/json';
import { readPhone } from '../../api/person/phone';
import { hasNoMatches, type Answer, type Reading } from '../../api/replies/reading';

/** What a request cost. */
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

/** @param requested the identifiers of the request */
export function costOf(reading: Reading, requested: readonly Identifier[]): RequestCost {
	const { tokensCharged: charged } = reading.usage;
	if (reading.is === 'refusal') {
		const isDoubtful = reading.refusal.kind === 'lost';
		return {
			hits: 0,
			phones: 0,
			unconfirmed: isDoubtful && charged !== 0 ? totalLookups(requested) : 0,
			charged,
		};
	}
	const open = new Set(reading.partialError === null || hasNoMatches(reading) ? reading.unanswered : []);
	const hits = requested.map((one) => ({ most: lookupCount(one), answer: reading.answers.get(one.key) }));
	return {
		hits: hits.reduce((total, { most, answer }) => total + hitsOf(answer, most), 0),
		phones: hits.filter(({ answer }) => answer?.found && readPhone(answer.results) !== null).length,
		unconfirmed: charged === 0 ? 0 : totalLookups(requested.filter(({ key }) => open.has(key))),
		charged,
	};
}

/** A body that is a batch of its own is answered by a list. If it is not, all of its lookups may have been charged. */
function hitsOf(answer: Answer | undefined, most: number): number {
	if (!answer?.found) return 0;
	if (most === 1 || !Array.isArray(answer.results)) return most;
	return Math.min(most, answer.results.filter((row) => holdsData(row)).length);
}

/**
 * Splits a request's charge among its hits, in whole tokens, so that the shares sum to the charge. A miss costs
 * nothing. If the reply reported no charge, the share of a hit is unknown (null).
 */
export function splitCharge(charged: number | null, answers: readonly Answer[]): Map<Answer, number | null> {
	const hits = answers.filter(({ found }) => found);
	const shares = new Map<Answer, number | null>(answers.map((answer) => [answer, answer.found ? null : 0]));
	if (charged === null) return shares;
	const payers = hits.length > 0 ? hits : answers.slice(0, 1);
	const whole = Math.floor(charged / payers.length);
	const rest = charged - whole * payers.length;
	payers.forEach((payer, place) => {
		const more = Math.min(1, Math.max(0, rest - place));
		shares.set(payer, whole + more);
	});
	return shares;
}
