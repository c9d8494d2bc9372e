import { median, megabytes, seconds, times, whole } from '../../../dev/benchmark/figures';

describe('the median', () => {
	const byMs = ({ ms }: { ms: number }) => ms;
	const trials = (...all: number[]) => all.map((ms) => ({ ms }));

	it.each([
		['the one in the middle', trials(30, 10, 200), 30],
		['the lower of the two in the middle', trials(4, 1, 100, 2), 2],
		['the only one', trials(7), 7],
		['the middle one by its number and not by its spelling', trials(9, 10, 100), 10],
	])('is %s', (_which, all, ms) => {
		expect(median(all, byMs)).toEqual({ ms });
	});

	it('leaves what was measured in its order', () => {
		const all = trials(3, 1, 2);
		median(all, byMs);
		expect(all).toEqual(trials(3, 1, 2));
	});

	it('is not there of nothing', () => {
		expect(() => median([], byMs)).toThrow('no median of nothing');
	});
});

it.each([
	[0, '0.00 s'],
	[50, '0.05 s'],
	[1_234, '1.23 s'],
	[9_994, '9.99 s'],
	[9_995, '10.0 s'],
	[12_345, '12.3 s'],
	[99_949, '99.9 s'],
	[99_950, '100 s'],
	[1_234_567, '1235 s'],
])('writes %p ms as %s', (ms, text) => {
	expect(seconds(ms)).toBe(text);
});

it('writes counts whole, megabytes of a million bytes, and ratios with two digits', () => {
	expect(whole(12_345.6)).toBe('12,346');
	expect(megabytes(1_234_567_890)).toBe('1,235 MB');
	expect(times(1.005)).toBe('1.00 ×');
	expect(times(12.345)).toBe('12.35 ×');
});
