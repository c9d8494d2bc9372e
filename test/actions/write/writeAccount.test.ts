import { get } from '../../../nodes/IdentityResolution/actions/account/get.operation';
import { getUsageReport } from '../../../nodes/IdentityResolution/actions/account/getUsage.operation';
import type { AccountOperation } from '../../../nodes/IdentityResolution/actions/spec/operation';
import type { ParameterReader } from '../../../nodes/IdentityResolution/actions/read/parameterReader';
import { agentItem, itemsOf, writeAccount } from '../../../nodes/IdentityResolution/actions/write/writeAccount';
import type { FlatRow } from '../../../nodes/IdentityResolution/api/account/record';
import type { Answer } from '../../../nodes/IdentityResolution/api/replies/reading';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { businessProfile } from '../../support/run/lookups';
import { FAILED, found, rowOf } from '../../support/run/settledRows';

const OPERATION: AccountOperation = {
	...get,
	rows: (results) => [results as FlatRow],
	agentRow: (results) => ({ ...(results as FlatRow), short: true }),
};

/** Writes rows with a lookup of their own, or with equal ones. */
function write(
	reader: Parameters<typeof writeAccount>[3],
	rows: Array<[string, Outcome]>,
	isSimplified = (_index: number) => true,
) {
	const parameters = {
		row: (index: number) => (name: string) => ({ is: 'value', value: name === 'simplify' && isSimplified(index) }),
	} as unknown as ParameterReader;
	const settled = rows.map(([name, outcome]) => rowOf(businessProfile, name, outcome));
	return writeAccount(OPERATION, settled, parameters, reader)[0].map(({ json, pairedItem }) => [json, pairedItem]);
}

const ADA = found({ id: 'a', plan: null });

describe('writeAccount', () => {
	it('pairs one item to all rows that show the same lookup in the same way', () => {
		const rows: Array<[string, Outcome]> = ['ada', 'bob', 'ada', 'ada'].map((name) => [`${name}-example`, ADA]);
		const pairs = write('workflow', rows, (index) => index !== 3).map(([, pairedItem]) => pairedItem);
		expect(pairs).toEqual([[{ item: 0 }, { item: 2 }], [{ item: 1 }], [{ item: 3 }]]);
	});

	it('returns status and reason of a row without an answer', () => {
		const problem = {
			status: 'failed',
			reason: expect.stringContaining('internal_error') as string,
			retry_at: null,
		};
		expect(write('workflow', [['ada-example', FAILED]])).toEqual([[problem, [{ item: 0 }]]]);
	});

	const BOTH: Array<[string, Outcome]> = [
		['bob-example', FAILED],
		['ada-example', ADA],
	];

	it('returns error items behind the others if there is an error output', () => {
		expect(write('workflow_with_error_output', BOTH)).toEqual([
			[{ id: 'a', plan: null }, [{ item: 1 }]],
			[{ error: expect.objectContaining({ httpStatus: 500, code: 'internal_error' }) as object }, [{ item: 0 }]],
		]);
	});

	it('returns an agent items without nulls, with the cost, and no error items', () => {
		expect(write('agent', BOTH)).toEqual([
			[{ status: 'failed', reason: expect.any(String) as string, cost: 'Free' }, [{ item: 0 }]],
			[{ id: 'a', short: true, cost: 'Free' }, [{ item: 1 }]],
		]);
	});
});

const answerWith = (results: unknown): Answer => ({ found: true, results, metadata: null, at: 0 });

it.each<[string, unknown, object]>([
	['unchanged', { id: 1, error: null }, { id: 1, error: null }],
	['wrapped if it has an error, which would trigger Retry On Fail', { error: 'x' }, { results: { error: 'x' } }],
	['wrapped if it is not an object', 'none', { results: 'none' }],
	['wrapped if it is null', null, { results: null }],
])('a raw record is %s', (_what, results, item) => {
	expect(itemsOf(get, answerWith(results), 'raw')).toEqual([item]);
});

it.each([
	['rows', { period: 'week', calls: 3, tokens_by_day: '2026-09-01: 5, 2026-09-02: unknown' }],
	['total', { period: 'week', calls: 3, tokens_by_day: undefined }],
	['raw', { period: 'week', totals: { calls: 3 } }],
] as const)('an agent that asks for %s gets one item', (form, item) => {
	const days = [{ date: '2026-09-01', calls: 1, tokens: 5 }, { date: '2026-09-02' }];
	const report = { period: 'week', days, totals: { calls: 3 } };
	const { tokens_by_day, ...others } = agentItem(getUsageReport, answerWith(report), form);
	expect({ tokens_by_day, ...others }).toMatchObject(item);
});
