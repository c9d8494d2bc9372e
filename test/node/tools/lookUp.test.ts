import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { column, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { sandboxes } from '../../support/node/sandboxes';

const start = sandboxes();
const WORK_EMAIL = 'linkedin_to_business_email';

const jobFor = (names: readonly string[], parameters: object = {}, more: Partial<OperationRun> = {}): OperationRun => ({
	resource: 'tool',
	operation: 'lookUp',
	parameters: { toolName: WORK_EMAIL, identifier: '={{ $json.who }}', ...parameters },
	rows: names.map((who) => ({ who })),
	...more,
});
const profiles = ['in/ada-fernsby-101', 'linkedin.com/in/ADA-fernsby-101/', 'in/bea-fernsby-102', 'in/test-not-found'];

describe('tool / lookUp', () => {
	it('deduplicates, batches and returns flat columns', async () => {
		const sandbox = await start();
		const run = await runOperation(sandbox, jobFor(profiles, { batchField: 'linkedin_urls' }));
		expect(column(run, 'enriched_status')).toEqual(['found', 'found', 'found', 'not_found']);
		const [ada, same, bea] = column(run, 'enriched_email');
		expect([ada, typeof ada, ada === bea]).toEqual([same, 'string', false]);
		expect(sandbox.ledger.requests().map(({ keys }) => keys.length)).toEqual([3]);
		expect(sandbox.ledger.summary()).toMatchObject({ tokensCharged: 2, chargedMoreThanOnce: [] });
	});

	it('returns the same columns for a batch as for single requests', async () => {
		const columnsOf = async (parameters: object) =>
			rowsOf(await runOperation(await start(), jobFor(profiles, parameters))).map((row) => Object.keys(row));
		expect(await columnsOf({ batchField: 'linkedin_urls' })).toEqual(await columnsOf({}));
	});

	it('sends one identifier per request without a batch field', async () => {
		const sandbox = await start();
		await runOperation(sandbox, jobFor(profiles));
		expect(sandbox.ledger.requests().map(({ keys }) => keys.length)).toEqual([1, 1, 1]);
	});

	it.each([
		['email', 'test-found@example.com', 'email_to_linkedin'],
		['hem', md5OfEmail('test-found@example.com'), 'hem_to_linkedin'],
		['hem', 'test-found@example.com', 'hem_to_linkedin'],
		['ip', '203.0.113.1', 'ip_to_company'],
	])('looks up the kind %s (%s) with the usual field of %s', async (identifierKind, who, toolName) => {
		const run = await runOperation(await start(), jobFor([who], { identifierKind, toolName }));
		expect(column(run, 'enriched_status')).toEqual(['found']);
	});

	it('sends the request field that the user names', async () => {
		const sandbox = await start({ families: { brand_new_tool: 'enrich' } });
		const parameters = { toolName: 'brand_new_tool', requestField: 'linkedin_url' };
		const run = await runOperation(sandbox, jobFor(profiles.slice(0, 1), parameters));
		expect(rowsOf(run)[0]).toMatchObject({
			enriched_status: 'found',
			enriched_full_name: expect.any(String) as string,
		});
	});

	it.each<[string, object, string]>([
		['a request field with other characters', { requestField: 'a b' }, 'may only contain letters, digits and _'],
		['a batch field with other characters', { batchField: 'a.b' }, 'may only contain letters, digits and _'],
		['a request field that is not text', { requestField: '={{ [] }}' }, 'may only contain letters, digits and _'],
		['a batch field that is not text', { batchField: '={{ [] }}' }, 'may only contain letters, digits and _'],
		['a tool name that could change the address', { toolName: '../keys' }, 'is not the name of a tool'],
		[
			'a request field that differs between rows',
			{ requestField: '={{ $json.who.slice(-3) }}' },
			'differs between rows',
		],
	])('refuses %s', async (_what, parameters, why) => {
		const sandbox = await start();
		const node = { onError: 'continueRegularOutput' as const };
		const run = await runOperation(sandbox, jobFor(profiles, parameters, { node }));
		const reasons = rowsOf(run).map((row) => row.enriched_reason);
		expect(reasons.at(-1)).toContain(why);
	});

	it('names the kind of identifier if all values are of another kind', async () => {
		const run = await runOperation(await start(), jobFor(['ada@example.com', 'bob@example.com']));
		expect(run.error).toMatchObject({
			message: expect.stringContaining('All 2 values in Identifier are e-mail addresses') as string,
			description: 'Set Identifier Kind to Email',
		});
	});

	it('skips blank rows, and keeps a row that a limit defers', async () => {
		const job = jobFor(['', 'in/test-fair-use'], {}, { limits: { maxWait: 0 } });
		expect(column(await runOperation(await start(), job), 'enriched_status')).toEqual(['skipped', 'deferred']);
	});
});
