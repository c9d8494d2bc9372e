import { complaintsOf, linesOf, totalOf } from '../../../dev/faultMatrix/report';
import type { Result } from '../../../dev/faultMatrix/runCell';
import type { Seen } from '../../../dev/faultMatrix/seen';
import { table } from '../../../dev/faultMatrix/table';
import { cellWith, requestFor, seenAs } from './cell';

const THROWN = { name: 'NodeApiError', message: 'No connection', description: 'Check it' };

const result = (cell: Parameters<typeof cellWith>[0], seen: Partial<Seen> = {}, broken: string[] = []): Result => ({
	cell: cellWith(cell),
	seen: seenAs({}, seen),
	broken,
});

const RESULTS = [
	result({}, { requests: [requestFor('a b', { tokens: 2 })], took: 1_500 }),
	result({ onError: 'stopWorkflow' }, { items: [], thrown: THROWN }),
	result({ mode: 'always' }, { items: seenAs().items.slice(1), took: Infinity }, ['row 0 came out 0 times']),
	result({ fault: '418' }),
];

it('sums the cells of each fault and mode up', () => {
	const [first, always, other] = linesOf(RESULTS);
	expect([first.name, always.name, other.name]).toEqual(['reset, first', 'reset, always', '418, first']);
	expect(first).toMatchObject({
		cells: 2,
		rowsIn: 20,
		rowsOut: 10,
		kept: 10,
		lost: 0,
		requests: 1,
		tokens: 2,
		slowest: 1_500,
		broken: 0,
	});
	expect(first.statuses).toEqual({ found: 6, not_found: 2, skipped: 1, invalid: 1 });
	expect(always).toMatchObject({ cells: 1, rowsOut: 9, kept: 0, lost: 1, slowest: Infinity, broken: 1 });
	expect(totalOf(RESULTS)).toMatchObject({ cells: 4, rowsIn: 40, rowsOut: 29, kept: 10, lost: 1, broken: 1 });
});

it('counts what was paid again although its answer had arrived', () => {
	const requests = [requestFor('a b'), requestFor('a b')];
	const charges = [{ tool: 'a', key: 'b', times: 2, tokens: 2 }];
	expect(totalOf([result({}, { requests, charges })]).paidTwice).toBe(1);
	expect(
		totalOf([result({}, { requests: [requestFor('a b', { fate: 'lost' }), requestFor('a b')], charges })])
			.paidTwice,
	).toBe(0);
});

it('a row that comes out twice does not make up for one that is lost', () => {
	const { items } = seenAs();
	expect(totalOf([result({}, { items: [...items.slice(1), items[1]] })])).toMatchObject({ rowsOut: 9, lost: 1 });
});

it('names the cells that break a promise', () => {
	const name = 'reset, always, businessProfile.findByEmail, continueRegularOutput';
	expect(complaintsOf(RESULTS)).toEqual([`${name}: row 0 came out 0 times`]);
	expect(complaintsOf([result({ mode: 'always' }, {}, ['one', 'two', 'three'])])).toEqual([
		`${name}: one, and 2 more`,
	]);
});

it('is printed as a table, without statuses that nobody has', () => {
	const [titles, first, always] = table(linesOf(RESULTS))
		.split('\n')
		.map((line) => line.split(/ {2,}/));
	expect(titles).toEqual([
		'',
		'cells',
		'rows in',
		'out',
		'kept',
		'found',
		'not_found',
		'skipped',
		'invalid',
		'requests',
		'tokens',
		'lost',
		'paid twice',
		'slowest',
		'broken',
	]);
	expect(first).toEqual([
		'reset, first',
		'2',
		'20',
		'10',
		'10',
		'6',
		'2',
		'1',
		'1',
		'1',
		'2',
		'0',
		'0',
		'1.5 s',
		'0',
	]);
	expect(always.slice(-2)).toEqual(['no end', '1']);
});
