import {
	amount,
	flag,
	flatRow,
	flatSchema,
	number,
	text,
	time,
} from '../../../nodes/IdentityResolution/api/account/flatRow';

const COLUMNS = [text('name'), number('count'), flag('active'), time('since'), amount('left', () => Infinity)];

describe('flatSchema', () => {
	const fits = (row: object) => flatSchema(COLUMNS).safeParse(row).success;
	const full = { name: 'Example', count: 7, active: true, since: '2030-01-01' };

	it('contains every row of its columns, full or empty', () => {
		expect(flatRow(COLUMNS, full, [], [])).toEqual({ ...full, left: 'unlimited' });
		expect([full, null].map((record) => fits(flatRow(COLUMNS, record, [], [])))).toEqual([true, true]);
	});

	it.each([
		['name', 7],
		['count', '7'],
		['active', 'yes'],
		['since', 2030],
		['left', 'plenty'],
	])('does not contain a %s of %j', (column, cell) => {
		expect(fits({ ...flatRow(COLUMNS, full, [], []), [column]: cell })).toBe(false);
	});
});

describe('a time cell', () => {
	it.each([
		['2030-01-01', '2030-01-01'],
		['2030-01-01T05:00:00Z', '2030-01-01T05:00:00Z'],
		['2030-01-01 05:00:00', '2030-01-01 05:00:00'],
		['on 2030-01-01', null],
		['2030-01-01st', null],
		['2030-13-45', null],
		['5', null],
		[['2030-01-01'], null],
		[20_300_101, null],
	])('for %j is %j', (value, cell) => {
		expect(time('since').read({ since: value })).toBe(cell);
	});
});

describe('fields beside the columns', () => {
	it('are included if they are cells, except one that makes the item look failed', () => {
		const record = { name: 'Example', region: 'eu', error: 'none', windows: 'nested', tags: ['a'] };
		expect(flatRow([text('name')], record, [record], ['windows'])).toEqual({ name: 'Example', region: 'eu' });
	});
});
