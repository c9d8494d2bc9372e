import fc from 'fast-check';
import type { Answer } from '../../../nodes/IdentityResolution/api/replies/reading';
import { splitCharge } from '../../../nodes/IdentityResolution/run/budget/tokenBudget';

const answer = (found: boolean): Answer => ({ found, results: {}, metadata: {}, at: 0 });
const answersOf = (...found: boolean[]) => found.map(answer);

const sharesOf = (charged: number | null, answers: readonly Answer[]) => {
	const shares = splitCharge(charged, answers);
	return answers.map((one) => shares.get(one));
};

const sum = (shares: ReadonlyArray<number | null | undefined>) =>
	shares.reduce<number>((total, share) => total + (share ?? 0), 0);

const HIT = true;
const MISS = false;

describe("the shares of a request's charge", () => {
	it.each<[string, number | null, boolean[], Array<number | null>]>([
		['of a single hit are the charge', 3, [HIT], [3]],
		['are equal if the charge divides evenly', 6, [HIT, HIT, HIT], [2, 2, 2]],
		['are whole tokens, one more for the first hits', 7, [HIT, HIT, HIT], [3, 2, 2]],
		['may be 0 if there are more hits than tokens', 2, [HIT, HIT, HIT], [1, 1, 0]],
		['are 0 for misses', 4, [MISS, HIT, MISS, HIT], [0, 2, 0, 2]],
		['are 0 if nothing was charged', 0, [HIT, MISS], [0, 0]],
		['are unknown if no charge is reported', null, [HIT, HIT], [null, null]],
		['are 0 for misses even if no charge is reported', null, [MISS, HIT, MISS], [0, null, 0]],
		['are assigned to the first miss if there are no hits', 2, [MISS, MISS], [2, 0]],
	])('%s', (_case, charged, found, shares) => {
		expect(sharesOf(charged, answersOf(...found))).toEqual(shares);
	});

	it('are empty without answers', () => {
		expect(splitCharge(5, [])).toEqual(new Map());
	});

	it('sum to the charge in whole tokens and differ by at most one token', () => {
		fc.assert(
			fc.property(fc.nat(1_000), fc.array(fc.boolean(), { minLength: 1, maxLength: 100 }), (charged, found) => {
				const answers = answersOf(...found);
				const shares = sharesOf(charged, answers) as number[];
				expect(sum(shares)).toBe(charged);
				expect(shares.every(Number.isInteger)).toBe(true);
				if (!found.includes(HIT)) return;
				const paid = shares.filter((_share, index) => found[index]);
				expect(Math.max(...paid) - Math.min(...paid)).toBeLessThanOrEqual(1);
				expect(sum(paid)).toBe(charged);
			}),
		);
	});

	it('sum to the charge even if it is fractional', () => {
		expect(sum(sharesOf(2.5, answersOf(HIT, HIT)))).toBeCloseTo(2.5, 9);
	});
});
