import fc from 'fast-check';
import {
	counted,
	rested,
	startRate,
	throttled,
	throttledAgain,
	type Rate,
} from '../../nodes/IdentityResolution/run/rate';

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('whatever is refused when', () => {
	const stretch = fc.record({
		sent: fc.nat(50),
		gap: fc.nat(2 * SECOND),
		refused: fc.nat(60),
		pause: fc.integer({ min: SECOND, max: 10 * MINUTE }),
		rests: fc.boolean(),
	});

	/** The rate after each stretch: with its first refusal, and with each further one. */
	const ratesAfter = (
		stretches: ReadonlyArray<{ sent: number; gap: number; refused: number; pause: number; rests: boolean }>,
	): Rate[][] => {
		let rate = startRate();
		let now = NOW;
		return stretches.map(({ sent, gap, refused, pause, rests }) => {
			for (let nth = 0; nth < sent; nth++, now += gap) rate = counted(rate, now);
			const rates = [throttled(counted(rate, now))];
			for (let nth = 0; nth < refused; nth++) rates.push(throttledAgain(rates[nth]));
			rate = rests ? rested(rates[refused]) : rates[refused];
			now += pause;
			return rates;
		});
	};

	const isRate = ({ settled: rate, tooMuch }: Rate) =>
		(rate === null || (rate > 0 && rate < Infinity)) && tooMuch > 0;

	it('a rate stays a rate: more than nothing, less than at once', () => {
		fc.assert(
			fc.property(fc.array(stretch, { maxLength: 30 }), (stretches) => {
				expect(
					ratesAfter(stretches)
						.flat()
						.filter((rate) => !isRate(rate)),
				).toEqual([]);
			}),
			{ seed: 211, numRuns: 500 },
		);
	});

	it('one more refusal never raises it, as long as anything was let through', () => {
		fc.assert(
			fc.property(fc.array(stretch, { maxLength: 30 }), (stretches) => {
				const rates = ratesAfter(stretches).map((after, nth) =>
					after.slice(0, stretches[nth].sent).map((one) => one.settled ?? 0),
				);
				expect(rates).toEqual(rates.map((after) => [...after].sort((a, b) => b - a)));
			}),
			{ seed: 213, numRuns: 500 },
		);
	});
});
