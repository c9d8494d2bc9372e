import { sidesOf, type Side } from '../../../../dev/benchmark/report/columns';

it.each<[string, string[], Side]>([
	['numbers', ['1', '12.5', '1,000'], 'right'],
	['numbers with units and signs', ['+1 s', '~2 s', '< 3 s', '≤ 4 s'], 'right'],
	['numbers and gaps', ['1', '-', ''], 'right'],
	['as many numbers as words', ['1', 'out of memory'], 'right'],
	['words', ['loop', 'batches', '1 request'], 'left'],
])('a column of %s', (_says, cells, side) => {
	expect(
		sidesOf(
			['Name', 'Measured'],
			cells.map((cell) => ['This node', cell]),
		),
	).toEqual(['left', side]);
});

it('keeps the first column left, whatever its names are', () => {
	expect(sidesOf(['Rows', 'Time'], [['1,000', '5 s']])).toEqual(['left', 'right']);
});
