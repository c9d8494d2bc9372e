import { z } from 'zod/v4';
import {
	AMOUNT,
	FLAG,
	flatRow,
	flatSchema,
	fromAny,
	NUMBER,
	recordTool,
	TEXT,
	TIME,
} from '../../../nodes/IdentityResolution/api/account';
import { accepts } from '../../support/api/rowSchema';

const SHAPE = { name: TEXT, count: NUMBER, active: FLAG, since: TIME, left: AMOUNT };
const RECORD = fromAny(z.looseObject(SHAPE));
const full = { name: 'Example', count: 7, active: true, since: '2030-01-01', left: Infinity };

describe('flatSchema', () => {
	const fits = (row: object) => accepts(flatSchema(SHAPE), { ...row });

	it('contains every row of its columns, full or empty', () => {
		expect(flatRow(RECORD.parse(full))).toEqual({ ...full, left: 'unlimited' });
		expect([full, { ...full, left: 5 }].map((one) => fits(flatRow(RECORD.parse(one))))).toEqual([true, true]);
		expect(fits({ name: null, count: null, active: null, since: null, left: null })).toBe(true);
	});

	it.each([
		['name', 7],
		['count', '7'],
		['active', 'yes'],
		['since', 2030],
		['left', 'plenty'],
	])('does not contain a %s of %j', (column, cell) => {
		expect(fits({ ...flatRow(RECORD.parse(full)), [column]: cell })).toBe(false);
	});
});

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
])('a time cell for %j is %j', (value, cell) => {
	expect(TIME.parse(value)).toBe(cell);
});

it('a record keeps fields outside the contract that are cells, except one that makes the item look failed', () => {
	const more = { name: 'Example', region: 'eu', error: 'none', windows: { a: 1 }, tags: ['a'] };
	expect(flatRow(fromAny(z.looseObject({ name: TEXT })).parse(more))).toEqual({ name: 'Example', region: 'eu' });
	expect(fromAny(z.object({ name: TEXT })).parse(more)).toEqual({ name: 'Example' });
});

describe('the drift check of a record', () => {
	const { result } = recordTool(
		'get_example',
		fromAny(z.looseObject({ name: TEXT, days: z.preprocess((days) => days, z.array(RECORD)) })),
	);
	const day = { name: 'Example', count: 7, active: true, since: '2030-01-01', left: 5 };
	const drift = (changed: object) => {
		const { error } = result.safeParse({ name: 'Example', days: [{ ...day, ...changed }] });
		return error?.issues.map(({ path }) => path.join('.')) ?? [];
	};

	it('accepts a record of the contract with further fields', () => {
		expect(drift({ further: {} })).toEqual([]);
	});

	it.each([
		['name', 7],
		['count', '7'],
		['active', null],
		['since', undefined],
		['left', 'unlimited'],
	])('reports a %s of %j', (column, value) => {
		expect(drift({ [column]: value })).toEqual([`days.0.${column}`]);
	});
});
