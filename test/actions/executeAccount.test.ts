import { VirtualClock } from '../../dev/benchmark/rateLimits/virtualClock';
import { get } from '../../nodes/IdentityResolution/actions/account/get.operation';
import { getUsageReport } from '../../nodes/IdentityResolution/actions/account/getUsage.operation';
import type { AccountOperation } from '../../nodes/IdentityResolution/actions/spec/operation';
import {
	executeAccount,
	formOf,
	recordsOf,
	routeFor,
	writeAccount,
} from '../../nodes/IdentityResolution/actions/executeAccount';
import type { Job } from '../../nodes/IdentityResolution/actions/read/job';
import {
	readFields,
	type ParameterReading,
	type RowReader,
} from '../../nodes/IdentityResolution/actions/read/parameterReader';
import type { FlatRow } from '../../nodes/IdentityResolution/api/account/cells';
import type { Answer } from '../../nodes/IdentityResolution/api/replies/reading';
import { Prices } from '../../nodes/IdentityResolution/service/budget';
import type { Clock } from '../../nodes/IdentityResolution/service/environment';
import { type Outcome, stopFor } from '../../nodes/IdentityResolution/service/outcome';
import { businessProfile } from '../support/run/lookups';
import { FAILED, found, rowOf } from '../support/run/settledRows';

const THROWN: ParameterReading = { is: 'thrown', why: 'no such node' };

/** Parameters with these values; `THROWN` is an expression that fails. */
const reader =
	(parameters: Record<string, unknown>): RowReader =>
	(name) =>
		parameters[name] === THROWN ? THROWN : { is: 'value', value: parameters[name] };
const SHOWN = { simplify: true, itemPerDay: true };
const CHOICES = 'Period must be one of today, week, month, billing_cycle';

it.each([
	[get, SHOWN, 'get_account', {}],
	[getUsageReport, { ...SHOWN, period: 'week' }, 'get_usage', { period: 'week' }],
])('routeFor sends %j', (operation, parameters, name, value) => {
	expect(routeFor(operation, readFields(operation.fields, reader(parameters)))([], new Prices())).toMatchObject({
		lookup: { tool: { name }, identifier: { value }, phone: 'without' },
	});
});

it.each([
	[{ period: 'year' }, `${CHOICES}, not "year"`],
	[{ period: null }, `${CHOICES}, and it is empty`],
	[{ period: ['week'] }, `${CHOICES}, not an object or a list`],
	...['Simplify', 'Item per Day', 'Period'].map((label, index): [object, string] => [
		{ period: 'week', [['simplify', 'itemPerDay', 'period'][index]]: THROWN },
		`The expression in ${label} could not be evaluated: no such node`,
	]),
])('routeFor refuses %j', (parameters, why) => {
	expect(
		routeFor(getUsageReport, readFields(getUsageReport.fields, reader({ ...SHOWN, ...parameters })))(
			[],
			new Prices(),
		),
	).toEqual({
		outcome: { is: 'invalid', why },
	});
});

it.each([
	[SHOWN, 'workflow', 'days'],
	[SHOWN, 'agent', 'days_in_one'],
	[{ simplify: true, itemPerDay: false }, 'agent', 'total'],
	[{ simplify: false, itemPerDay: true }, 'agent', 'raw'],
	[{ simplify: THROWN }, 'workflow', 'raw'],
] as const)('formOf reads %j of a %s as %s', (parameters, caller, form) => {
	expect(formOf(readFields(getUsageReport.fields, reader(parameters)), caller)).toBe(form);
});

const OPERATION: AccountOperation = {
	...get,
	rows: (results) => [results as FlatRow],
};

/** Writes rows with a lookup of their own, or with equal ones. */
async function write(
	reader: Parameters<typeof writeAccount>[0],
	rows: Array<[string, Outcome]>,
	formAt: (index: number) => 'raw' | 'total' = () => 'total',
) {
	const settled = rows.map(([name, outcome]) => rowOf(businessProfile, name, outcome));
	const items = await writeAccount(
		reader,
		OPERATION,
		settled,
		rows.map((_row, index) => formAt(index)),
		new VirtualClock(),
	);
	return items.map(({ json, pairedItem }) => [json, pairedItem]);
}

const WORKFLOW = { caller: 'workflow', onError: 'stop' } as const;

const ADA = found({ id: 'a', plan: null });

describe('writeAccount', () => {
	it('pairs one item to all rows that show the same lookup in the same way', async () => {
		const rows: Array<[string, Outcome]> = ['ada', 'bob', 'ada', 'ada'].map((name) => [`${name}-example`, ADA]);
		const written = await write(WORKFLOW, rows, (index) => (index === 3 ? 'raw' : 'total'));
		const pairs = written.map(([, pairedItem]) => pairedItem);
		expect(pairs).toEqual([[{ item: 0 }, { item: 2 }], [{ item: 1 }], [{ item: 3 }]]);
	});

	const BOTH: Array<[string, Outcome]> = [
		['bob-example', FAILED],
		['ada-example', ADA],
	];

	it('returns error items behind the others if there is an error output', async () => {
		expect(await write({ caller: 'workflow', onError: 'error_output' }, BOTH)).toEqual([
			[{ id: 'a', plan: null }, [{ item: 1 }]],
			[{ error: expect.objectContaining({ httpStatus: 500, code: 'internal_error' }) as object }, [{ item: 0 }]],
		]);
	});

	it('returns an agent items without nulls, with the cost, and no error items', async () => {
		expect(await write({ caller: 'agent', onError: 'error_output' }, BOTH)).toEqual([
			[{ status: 'failed', reason: expect.any(String) as string, cost: '0 tokens charged' }, [{ item: 0 }]],
			[{ id: 'a', cost: '0 tokens charged' }, [{ item: 1 }]],
		]);
	});
});

it('executeAccount gives the host turns in each pass over the rows, and pairs their item to all of them', async () => {
	let [time, turns] = [0, 0];
	// Each row takes a whole slice.
	const clock: Clock = { now: () => (time += 15), sleep: async () => void (turns += await Promise.resolve(1)) };
	const items = Array.from({ length: 100 }, () => ({ json: {} }));
	const refused = { is: 'refused', stop: stopFor('unauthorized'), clock } as const;
	const node = { parameters: {} };
	const host = { getNode: () => node, getMode: () => 'manual', getNodeParameter: () => true };
	const connect = async () => await Promise.resolve(refused);
	const job = { host, node, items, caller: 'workflow', onError: 'continue', connect } as unknown as Job;
	const [[item, ...others]] = await executeAccount(job, get);
	expect([item.pairedItem, others]).toEqual([items.map((_, place) => ({ item: place })), []]);
	// Four passes, and three of the run.
	expect(turns).toBeGreaterThanOrEqual(7 * items.length);
});

const answerWith = (results: unknown): Answer => ({ found: true, results, metadata: null, at: 0 });

it.each<[string, unknown, object]>([
	['unchanged', { id: 1, error: null }, { id: 1, error: null }],
	['wrapped if it has an error, which would trigger Retry On Fail', { error: 'x' }, { results: { error: 'x' } }],
	['wrapped if it is not an object', 'none', { results: 'none' }],
	['wrapped if it is null', null, { results: null }],
])('a raw record is %s', (_what, results, item) => {
	expect(recordsOf(get, answerWith(results), 'raw')).toEqual([item]);
});
