import fc from 'fast-check';
import {
	countSent,
	newRateEstimate,
	onLateRefusal,
	onRefused,
	resetAfterPause,
	type RateEstimate,
} from '../../../nodes/IdentityResolution/run/throttle';

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('the rate estimate after any refusals', () => {
	const sample = fc.record({
		sent: fc.nat(50),
		gap: fc.nat(2 * SECOND),
		lateRefusals: fc.nat(60),
		pause: fc.integer({ min: SECOND, max: 10 * MINUTE }),
		resets: fc.boolean(),
	});

	/** The estimates after the first and each late refusal of every sample. */
	const estimatesAfter = (
		samples: ReadonlyArray<{ sent: number; gap: number; lateRefusals: number; pause: number; resets: boolean }>,
	): RateEstimate[][] => {
		let rate = newRateEstimate();
		let now = NOW;
		return samples.map(({ sent, gap, lateRefusals, pause, resets }) => {
			for (let nth = 0; nth < sent; nth++, now += gap) rate = countSent(rate, now);
			const rates = [onRefused(countSent(rate, now))];
			for (let nth = 0; nth < lateRefusals; nth++) rates.push(onLateRefusal(rates[nth]));
			rate = resets ? resetAfterPause(rates[lateRefusals]) : rates[lateRefusals];
			now += pause;
			return rates;
		});
	};

	const isRate = ({ learnedRate: rate, ceiling }: RateEstimate) =>
		(rate === null || (rate > 0 && rate < Infinity)) && ceiling > 0;

	it('contains a positive and finite rate', () => {
		fc.assert(
			fc.property(fc.array(sample, { maxLength: 30 }), (samples) => {
				expect(
					estimatesAfter(samples)
						.flat()
						.filter((rate) => !isRate(rate)),
				).toEqual([]);
			}),
			{ seed: 211, numRuns: 500 },
		);
	});

	it('is never raised by a late refusal if a request was accepted', () => {
		fc.assert(
			fc.property(fc.array(sample, { maxLength: 30 }), (samples) => {
				const rates = estimatesAfter(samples).map((after, nth) =>
					after.slice(0, samples[nth].sent).map((one) => one.learnedRate ?? 0),
				);
				expect(rates).toEqual(rates.map((after) => [...after].sort((a, b) => b - a)));
			}),
			{ seed: 213, numRuns: 500 },
		);
	});
});
