import {
	avoidableShare,
	behindSkilled,
	measure,
	quantile,
	ratioOf,
	type Measured,
} from '../../../dev/benchmark/rateLimits/measure';
import { POINTS, REQUESTS } from '../../../dev/benchmark/rateLimits/points';

/** Every tenth limit of the grid in docs/benchmark.md, in virtual time. */
const TENTH = POINTS.filter((_, place) => place % 10 === 3);

describe('under limits of all kinds', () => {
	let measured: Measured[];

	beforeAll(async () => {
		measured = [];
		for (const point of TENTH) measured.push(await measure(point));
	});

	it('the median run takes as long as with perfect knowledge of the limit, and one Retry-After', () => {
		expect(quantile(measured.map(ratioOf), 0.5)).toBeLessThanOrEqual(1.15);
	});

	it('four of five runs take at most 1.5 times as long', () => {
		expect(quantile(measured.map(ratioOf), 0.8)).toBeLessThanOrEqual(1.5);
	});

	it('requests are refused only if they were in flight when the limit was reached, or for 3 % of them', () => {
		for (const one of measured) expect(avoidableShare(one, REQUESTS)).toBeLessThanOrEqual(0.03);
	});

	it('nine of ten runs take no longer than a skilled user and one answer', () => {
		expect(quantile(measured.map(behindSkilled), 0.9)).toBeLessThanOrEqual(0);
	});

	it('a fourth of the requests that a skilled user has refused are refused', () => {
		const refused = (of: 'node' | 'skilled') => measured.reduce((sum, one) => sum + one[of].refused, 0);
		expect(refused('node')).toBeLessThan(refused('skilled') / 4);
	});
});
