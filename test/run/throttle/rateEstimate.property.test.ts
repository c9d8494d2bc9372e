import fc from 'fast-check';
import {
	countSent,
	resetAfterPause,
	newRateEstimate,
	onRefused,
	onLateRefusal,
	type RateEstimate,
} from '../../../nodes/IdentityResolution/run/throttle/rateEstimate';

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
	): RateEstimate[][] => {
		let rate = newRateEstimate();
		let now = NOW;
		return stretches.map(({ sent, gap, refused, pause, rests }) => {
			for (let nth = 0; nth < sent; nth++, now += gap) rate = countSent(rate, now);
			const rates = [onRefused(countSent(rate, now))];
			for (let nth = 0; nth < refused; nth++) rates.push(onLateRefusal(rates[nth]));
			rate = rests ? resetAfterPause(rates[refused]) : rates[refused];
			now += pause;
			return rates;
		});
	};

	const isRate = ({ learnedRate: rate, ceiling }: RateEstimate) =>
		(rate === null || (rate > 0 && rate < Infinity)) && ceiling > 0;

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
					after.slice(0, stretches[nth].sent).map((one) => one.learnedRate ?? 0),
				);
				expect(rates).toEqual(rates.map((after) => [...after].sort((a, b) => b - a)));
			}),
			{ seed: 213, numRuns: 500 },
		);
	});
});
