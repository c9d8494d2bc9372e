import { counted, grouped, readable } from '../../../nodes/IdentityResolution/actions/spec/format';

it.each([
	[0, '0 rows'],
	[1, '1 row'],
	[2, '2 rows'],
	[10_000, '10,000 rows'],
])('counted writes %d as "%s"', (count, text) => {
	expect(counted(count, 'row')).toBe(text);
});

it('grouped separates thousands', () => {
	expect(grouped(1_234_567)).toBe('1,234,567');
});

it.each([
	[Date.UTC(2026, 8, 1, 12, 30, 15), '2026-09-01 12:30:15 UTC'],
	[Date.UTC(2026, 8, 1, 12, 30, 15) + 1, '2026-09-01 12:30:16 UTC'],
])('readable rounds %d up to the second', (time, text) => {
	expect(readable(time)).toBe(text);
});
