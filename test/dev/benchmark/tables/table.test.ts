import { atLeast, atMost } from '../../../../dev/benchmark/tables/table';
import { times, whole } from '../../../../dev/benchmark/figures';

it.each([
	['holds below it', 0.9, '0.90 ×', true],
	['holds at it', 1.1, '1.10 ×', true],
	['is missed above it', 1.11, '1.11 ×', false],
])('what may not be exceeded %s', (_when, measured, shown, held) => {
	expect(atMost('Time against the floor', measured, 1.1, times)).toEqual({
		what: 'Time against the floor',
		bound: 'at most 1.10 ×',
		measured: shown,
		held,
	});
});

it.each([
	['holds above it', 5_001, '5,001', true],
	['holds at it', 5_000, '5,000', true],
	['is missed below it', 4_999, '4,999', false],
])('what has to be reached %s', (_when, measured, shown, held) => {
	expect(atLeast('Rows right', measured, 5_000, whole)).toEqual({
		what: 'Rows right',
		bound: 'at least 5,000',
		measured: shown,
		held,
	});
});

it.each([atMost, atLeast])('does not hold where nothing could be measured', (target) => {
	expect(target('Time against the floor', NaN, 1, times).held).toBe(false);
});
