import type { Answer } from '../../api/replies/reading';

/**
 * Shares a request's charge out over its hits, in whole tokens, so that the shares sum to the charge.
 * A miss costs nothing; where the reply reported no charge, a hit's share is unknown (null).
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
