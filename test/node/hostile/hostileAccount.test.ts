import { findBest } from '../../support/node/findBestRun';
import { pollution } from '../../support/hostilePrototypes';
import { hostileServers } from '../../support/wire/hostileServer';
import { rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';

const start = hostileServers();

const envelope = (results: string) => ({ body: `{"results":${results},"status":"ok","metadata":{}}` });

const GET: OperationRun = { resource: 'account', operation: 'get', rows: [{ a: 1 }] };
const WHOLE: OperationRun = { ...GET, parameters: { simplify: false } };
const USAGE: OperationRun = { resource: 'account', operation: 'getUsage', rows: [{ a: 1 }] };
const TOTALS: OperationRun = { ...USAGE, parameters: { itemPerDay: false } };

describe('an account record with an "error" field', () => {
	it.each([
		['get, simplified', GET, '{"plan":"growth","error":"none"}', { plan: 'growth' }],
		['get, as it is', WHOLE, '{"plan":"growth","error":"none"}', { results: { plan: 'growth', error: 'none' } }],
		['usage by day', USAGE, '{"days":[{"date":"2030-01-01","calls":1,"error":"none"}]}', { date: '2030-01-01' }],
		['usage in total', TOTALS, '{"error":"none","totals":{"calls":1,"error":true}}', { calls: 1 }],
	])('%s: n8n does not treat its item as failed', async (_what, operation, results, expected) => {
		const service = await start(() => envelope(results));
		const run = await runOperation(service, {
			...operation,
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		});
		expect([run.status, service.received.length]).toEqual(['success', 1]);
		expect(rowsOf(run)[0]).toMatchObject(expected);
		expect('error' in rowsOf(run)[0]).toBe(false);
	});
});

describe('an invalid account record', () => {
	const WINDOW = (window: string) => `"fair_use":{"enrich":{"records":{"5h":${window}}}}`;
	const TIME = '"+275760-09-13T00:00:00.000Z"';

	it.each<[string, string]>([
		['inherited fields', '{"__proto__":{"polluted":true},"fair_use":{"__proto__":{"enrich":{}}}}'],
		['numbers out of range', `{"token_balance":1e999,"more":1e999,${WINDOW('{"limit":1e999,"resets_at":1e999}')}}`],
		['times out of range', `{"created_at":${TIME},${WINDOW(`{"limit":1,"remaining":0,"resets_at":${TIME}}`)}}`],
		['lists and texts in all fields', '{"id":[],"name":{},"status":[1],"fair_use":["5h"],"unlimited":"yes"}'],
		['a text instead of an object', '"active"'],
		['a list instead of an object', '[{"plan":"growth"}]'],
	])('with %s becomes one item of flat cells', async (_what, results) => {
		const service = await start(() => envelope(results));
		const run = await runOperation(service, GET);
		const [row, ...more] = rowsOf(run);
		expect([run.status, more]).toEqual(['success', []]);
		const isFlat = (cell: unknown) =>
			typeof cell === 'number' ? Number.isFinite(cell) : cell === null || typeof cell !== 'object';
		expect(Object.entries(row).filter(([, cell]) => !isFlat(cell))).toEqual([]);
		expect(pollution()).toEqual([]);
	});
});

it.each(['"+275760-09-13T00:00:00.000Z"', '1e999', '[]', '{"__proto__":1}'])(
	'a run that checks the account first returns every row if a window resets at %s',
	async (time) => {
		const window = `{"limit":10,"used":10,"remaining":0,"resets_at":${time}}`;
		const records = `{"5h":${window},"1w":${window}}`;
		const service = await start(() =>
			envelope(`{"fair_use":{"enrich":{"records":${records},"requests":{"5h":${window}}}}}`),
		);
		for (const dryRun of [false, true]) {
			const options = { maxTokens: 100, maxWait: 0, dryRun };
			const run = await runOperation(service, findBest(['ada-example', 'bob-example'], { options }));
			expect([run.status, run.error, rowsOf(run).length]).toEqual(['success', undefined, 2]);
		}
	},
);
