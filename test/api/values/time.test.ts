import { toAmount, toTime } from '../../../nodes/IdentityResolution/api/values/time';

const RESET = '2030-01-01T05:00:00Z';
const RESET_MS = Date.UTC(2030, 0, 1, 5);

it.each([
	[5, 5],
	['5', 5],
	[-1, Infinity],
	['-1', Infinity],
	[-2, -2],
	['unlimited', Infinity],
	['lots', null],
	[null, null],
])('toAmount returns for %j: %j', (value, amount) => {
	expect(toAmount(value)).toBe(amount);
});

it.each([
	[RESET, RESET_MS],
	['9999-12-31', Date.UTC(9999, 11, 31)],
	['9999-12-31T23:59:59Z', null],
	['+010000-01-01T00:00:00Z', null],
	['soon', null],
	['', null],
	[{}, null],
])('toTime returns for %j: %j', (value, time) => {
	expect(toTime(value)).toBe(time);
});
