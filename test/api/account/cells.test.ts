import { z } from 'zod/v4';
import {
	AMOUNT,
	columnsOfCells,
	FLAG,
	fromAny,
	NUMBER,
	recordTool,
	TEXT,
	TIME,
} from '../../../nodes/IdentityResolution/api/account/cells';
import { accepts } from '../../support/api/rowSchema';

const SHAPE = { name: TEXT, count: NUMBER, active: FLAG, since: TIME, left: AMOUNT };
const RECORD = fromAny(z.looseObject(SHAPE));
const full = { name: 'Example', count: 7, active: true, since: '2030-01-01', left: Infinity };

describe('columnsOfCells', () => {
	const { item, row } = columnsOfCells(SHAPE);
	const fits = (cells: object) => accepts(item, { ...cells });

	it('accepts each row of its columns, full or empty, and omits other values', () => {
		const further = { region: 'eu', windows: { a: 1 }, error: 'none' };
		expect(row({ ...RECORD.parse(full), ...further })).toEqual({ ...full, left: 'unlimited' });
		expect([full, { ...full, left: 5 }].map((one) => fits(row(one)))).toEqual([true, true]);
		expect(row({})).toEqual({ name: null, count: null, active: null, since: null, left: null });
		expect(fits(row({}))).toBe(true);
	});

	it.each([
		['name', 7],
		['count', '7'],
		['active', 'yes'],
		['since', 2030],
		['left', 'plenty'],
	])('does not contain a %s of %j', (column, cell) => {
		expect(fits({ ...row(full), [column]: cell })).toBe(false);
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
