import { readRowOption } from '../../../nodes/IdentityResolution/actions/read/accountRoute';
import type { ParameterReading } from '../../../nodes/IdentityResolution/actions/read/parameterReader';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/budget';

/** The choice of a cell, or why it is refused. */
function choose(cell: ParameterReading) {
	const choice = readRowOption('Period', cell, ['today', 'week']);
	return choice.is === 'made' ? choice.value : choice.route([], new Prices());
}

describe('readRowOption', () => {
	it('returns a known value', () => {
		expect(choose({ is: 'value', value: 'week' })).toBe('week');
	});

	it.each<[unknown, string]>([
		['year', 'Period must be one of today, week, not "year"'],
		['', 'Period must be one of today, week, and it is empty'],
		[null, 'Period must be one of today, week, and it is empty'],
		[['week'], 'Period must be one of today, week, not an object or a list'],
	])('refuses %j', (value, why) => {
		expect(choose({ is: 'value', value })).toEqual({ outcome: { is: 'invalid', why } });
	});

	it('refuses a failing expression', () => {
		expect(choose({ is: 'thrown', why: 'no such node' })).toEqual({
			outcome: { is: 'invalid', why: 'The expression in Period could not be evaluated: no such node' },
		});
	});
});
