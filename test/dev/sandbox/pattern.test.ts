import { mismatches, type Pattern } from '../../support/pattern';

const fits = (pattern: Pattern, value: unknown) => mismatches(pattern, value).length === 0;

test.each<[Pattern, unknown[], unknown[]]>([
	['$string', ['a'], ['', 1, null, undefined]],
	['$string?', ['a', null], ['', undefined]],
	['$integer', [0, -3], [1.5, '1', null]],
	['$number', [1.5], [NaN, '1']],
	['$boolean', [false], [0, null]],
	['$date', ['2030-02-28'], ['2030-02-30', '2030-2-3', '2030-02-28T00:00:00Z', null]],
	[
		'$timestamp',
		['2030-01-01T00:00:00Z', '2030-01-01T00:00:00.123Z'],
		['2030-01-01', '2030-01-01T00:00:00', '2030-01-01T00:00:00+02:00'],
	],
	['$timestamp?', [null], [undefined]],
	['$url', ['https://example.com/x'], ['example.com', 'ftp://example.com', 'https://']],
	['$digits', ['0123'], ['', '1-2', 12]],
	['$any', [null, 0, ''], [undefined]],
	['$absent', [undefined], [null, 0]],
	['plain', ['plain'], ['other']],
	[null, [null], [undefined, 0]],
	[{ a: 1 }, [{ a: 1, b: 2 }], [{ a: 2 }, {}, null, [1]]],
	[{ a: '$absent' }, [{}], [{ a: null }]],
	[{ toString: '$absent' }, [{}], []],
	[[1, { a: 2 }], [[1, { a: 2, b: 3 }]], [[1], [1, { a: 2 }, 3], { 0: 1 }]],
	[['$each', '$integer'], [[1, 2]], [[], [1, 'a'], 1]],
])('%j', (pattern, good, bad) => {
	for (const value of good) expect([value, fits(pattern, value)]).toEqual([value, true]);
	for (const value of bad) expect([value, fits(pattern, value)]).toEqual([value, false]);
});

test('a mismatch says where', () => {
	expect(mismatches({ a: [{ b: '$integer' }] }, { a: [{ b: 'x' }] })).toEqual(['reply.a[0].b is "x", not $integer']);
});

test('a pattern with a typo is an error, not a mismatch', () => {
	expect(() => mismatches('$integr', 1)).toThrow('$integr');
});
