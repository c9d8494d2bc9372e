import { get } from '../../../nodes/IdentityResolution/actions/account/get.operation';
import { getUsageReport } from '../../../nodes/IdentityResolution/actions/account/getUsage.operation';
import type { Answer } from '../../../nodes/IdentityResolution/api/replies/reading';
import { formOf, routeForAccount } from '../../../nodes/IdentityResolution/actions/read/accountRoute';
import { agentItem, itemsOf } from '../../../nodes/IdentityResolution/actions/write/writeAccount';
import type { AccountOperation } from '../../../nodes/IdentityResolution/actions/spec/operation';
import type { ParameterReading, RowReader } from '../../../nodes/IdentityResolution/actions/read/parameterReader';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/budget';

const answerWith = (results: unknown): Answer => ({ found: true, results, metadata: null, at: 0 });

const THROWN: ParameterReading = { is: 'thrown', why: 'no such node' };

/** Parameters with these values; `THROWN` is an expression that fails. */
const reader =
	(parameters: Record<string, unknown>): RowReader =>
	(name) =>
		parameters[name] === THROWN ? THROWN : { is: 'value', value: parameters[name] };
const firstStep = (operation: AccountOperation, parameters: Record<string, unknown>) =>
	routeForAccount(operation)(reader(parameters))([], new Prices());

const ACCOUNT = { id: 'acct_1', fair_use: {} };
const REPORT = {
	period: 'week',
	days: [
		{ date: '2026-09-01', calls: 1, tokens: 5 },
		{ date: '2026-09-02', calls: 2 },
	],
	totals: { calls: 3 },
};

describe('Get', () => {
	it('requests the account', () => {
		expect(firstStep(get, { simplify: true })).toMatchObject({
			lookup: { tool: { name: 'get_account' }, identifier: { value: {} }, phone: 'without' },
		});
	});

	it('refuses a failing Simplify', () => {
		expect(firstStep(get, { simplify: THROWN })).toEqual({
			outcome: { is: 'invalid', why: 'The expression in Simplify could not be evaluated: no such node' },
		});
	});

	it('returns one flat row, or the record unchanged', () => {
		const [row] = itemsOf(get, answerWith(ACCOUNT), 'rows');
		expect(row).toMatchObject({ id: 'acct_1', token_balance: null });
		expect(row).not.toHaveProperty('fair_use');
		expect(itemsOf(get, answerWith(ACCOUNT), 'raw')).toEqual([ACCOUNT]);
	});

	it('returns an agent the limit and the rest of each window, without its use', () => {
		const windows = { enrich: { requests: { '5h': { limit: 10, used: 4, remaining: 6 } } } };
		const item = agentItem(get, answerWith({ id: 'acct_1', fair_use: windows }), 'total');
		expect(item).toMatchObject({ id: 'acct_1', enrich_requests_5h_limit: 10, enrich_requests_5h_remaining: 6 });
		expect(item).not.toHaveProperty('enrich_requests_5h_used');
		expect(agentItem(get, answerWith(ACCOUNT), 'raw')).toEqual(ACCOUNT);
	});
});

describe('Get Usage', () => {
	it('requests the period', () => {
		expect(firstStep(getUsageReport, { simplify: true, itemPerDay: true, period: 'week' })).toMatchObject({
			lookup: { tool: { name: 'get_usage' }, identifier: { value: { period: 'week' } }, phone: 'without' },
		});
	});

	it.each([
		[{ simplify: THROWN, itemPerDay: true, period: 'week' }, 'The expression in Simplify could not be evaluated'],
		[
			{ simplify: true, itemPerDay: THROWN, period: 'week' },
			'The expression in Item per Day could not be evaluated',
		],
		[{ simplify: true, itemPerDay: true, period: THROWN }, 'The expression in Period could not be evaluated'],
		[{ simplify: true, itemPerDay: true, period: 'year' }, 'Period must be one of'],
	])('refuses %j', (parameters, why) => {
		expect(firstStep(getUsageReport, parameters)).toMatchObject({
			outcome: { is: 'invalid', why: expect.stringContaining(why) as string },
		});
	});

	it('returns a row per day, one for the period, or the report unchanged', () => {
		const items = (parameters: Record<string, unknown>) =>
			itemsOf(getUsageReport, answerWith(REPORT), formOf(reader(parameters)));
		expect(items({ simplify: true, itemPerDay: true })).toMatchObject([
			{ date: '2026-09-01', calls: 1 },
			{ date: '2026-09-02', calls: 2 },
		]);
		expect(items({ simplify: true, itemPerDay: false })).toMatchObject([{ period: 'week', calls: 3 }]);
		expect(items({ simplify: false, itemPerDay: true })).toEqual([REPORT]);
	});

	it('returns an agent one item, with the tokens of each day if it asks for days', () => {
		const item = (parameters: Record<string, unknown>) =>
			agentItem(getUsageReport, answerWith(REPORT), formOf(reader(parameters)));
		const totals = { period: 'week', calls: 3 };
		const tokens_by_day = '2026-09-01: 5, 2026-09-02: unknown';
		expect(item({ simplify: true, itemPerDay: true })).toMatchObject({ ...totals, tokens_by_day });
		expect(item({ simplify: true, itemPerDay: false })).toMatchObject(totals);
		expect(item({ simplify: true, itemPerDay: false })).not.toHaveProperty('tokens_by_day');
		expect(item({ simplify: false, itemPerDay: true })).toEqual(REPORT);
	});
});

describe('a raw record', () => {
	it.each<[string, unknown, object]>([
		['unchanged', { id: 1, error: null }, { id: 1, error: null }],
		['wrapped if it has an error, which would trigger Retry On Fail', { error: 'x' }, { results: { error: 'x' } }],
		['wrapped if it is not an object', 'none', { results: 'none' }],
		['wrapped if it is null', null, { results: null }],
	])('is %s', (_what, results, item) => {
		expect(itemsOf(get, answerWith(results), 'raw')).toEqual([item]);
	});

	it('has the metadata of the reply', () => {
		const metadata = { fair_use: { records_remaining_5h: 7 } };
		expect(itemsOf(get, { ...answerWith({ id: 1 }), metadata }, 'raw')).toEqual([{ metadata, id: 1 }]);
	});
});
