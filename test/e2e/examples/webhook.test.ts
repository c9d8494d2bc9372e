import { request } from 'undici';
import type { WorkflowFile } from '../../../dev/n8n/instance/workflow';
import { defaultSettings } from '../../../dev/sandbox/settings';
import { connect, importExample, runExample } from '../support/example';
import { useHosted } from '../support/hosted';
import { Table } from '../support/table';
import { executionsOf, publish, unpublish } from '../trigger/triggerWorkflow';

const HEADER = { name: 'X-Token', value: 'made-up-token' };
const IN = 'https://www.linkedin.com/in';

const host = useHosted();
/** A hit, a deferred one with a dead key, and the seven below. */
const LOOKUPS = 9;
let id: string;

const post = async (body: unknown, headers: Record<string, string> = { [HEADER.name]: HEADER.value }) =>
	await request(`${host.rest.url}/webhook/enrich`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', connection: 'close', ...headers },
		body: JSON.stringify(body),
	});

beforeAll(async () => {
	const callers = { nodeType: 'n8n-nodes-base.webhook', type: 'httpHeaderAuth', data: HEADER };
	const connected = await connect(host, [callers]);
	// The limit of a day is the number of lookups in this file.
	const limited = (workflow: WorkflowFile) =>
		JSON.parse(
			JSON.stringify(workflow).replace('LOOKUPS_A_DAY = 500', `LOOKUPS_A_DAY = ${LOOKUPS}`),
		) as WorkflowFile;
	id = await importExample(host, 'webhook-enrichment-api.json', (workflow) => connected(limited(workflow)));
	await runExample(host, id, 'First time only');
	await publish(host.rest, id);
});

afterAll(async () => {
	await unpublish(host.rest, id);
	await (await Table.open(host.rest, 'Enrichment API')).drop();
});

beforeEach(() => host.sandbox.ledger.clear());

describe('webhook-enrichment-api.json', () => {
	it('answers a hit with the columns alone', async () => {
		const response = await post({ email: 'test-found@example.com' });
		expect(response.statusCode).toBe(200);
		const answer = (await response.body.json()) as Record<string, unknown>;
		expect(answer).toMatchObject({
			status: 'found',
			full_name: expect.stringMatching(/\w/) as string,
			company_name: expect.stringMatching(/\w/) as string,
			work_email: expect.stringMatching(/@/) as string,
		});
		expect(Object.keys(answer)).not.toContain('headers');
		expect(JSON.stringify(answer)).not.toContain(HEADER.value);
	});

	it('answers a repeated request from its table, free of charge', async () => {
		const [first, again] = [
			await post({ email: 'test-found@example.com' }),
			await post({ email: ' TEST-found@example.com ' }),
		];
		expect(await again.body.json()).toEqual(await first.body.json());
		expect(host.sandbox.ledger.requests()).toEqual([]);
	});

	it('returns 503 with Retry-After if the key is dead, and fails the execution', async () => {
		host.sandbox.configure({ keys: ['another'] });
		const response = await post({ email: 'dead-key@example.com' });
		host.sandbox.configure(defaultSettings());
		expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '3600']);
		expect(await response.body.json()).toMatchObject({ status: 'deferred' });
		const [{ status, error }] = (await executionsOf(host.rest, id, 5)).slice(-1);
		expect([status, error?.message]).toEqual(['error', expect.stringMatching(/account: 1 \(unauthorized\)/)]);
	});

	const retry_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;
	it.each([
		['a miss', { linkedin: `${IN}/test-not-found` }, 200, 'not_found', {}],
		['a used-up plan', { linkedin: `${IN}/test-plan-limit` }, 503, 'deferred', {}],
		['a closed window', { linkedin: `${IN}/test-fair-use` }, 503, 'deferred', { retry_at }],
		['a dead key', { linkedin: `${IN}/test-unauthorized` }, 503, 'deferred', {}],
		['a typo', { email: 'no address' }, 400, 'invalid', {}],
		['no identifier', {}, 400, 'skipped', {}],
		['a value that the service refuses', { linkedin: `${IN}/test-invalid` }, 502, 'failed', {}],
	])('answers %s with its status and a reason, free of charge', async (_what, body, code, status, more) => {
		const response = await post(body);
		const answer = (await response.body.json()) as Record<string, unknown>;
		expect([response.statusCode, answer]).toEqual([code, expect.objectContaining({ status, ...more })]);
		expect(response.headers['retry-after'] === undefined).toBe(status !== 'deferred');
		if (status !== 'not_found') expect(answer.reason).toMatch(/\w/);
		expect(host.sandbox.ledger.summary().tokensCharged).toBe(0);
	});

	it('looks up nobody beyond the limit of a day', async () => {
		const response = await post({ email: 'one-too-many@example.com' });
		expect(response.statusCode).toBe(503);
		expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(86_400);
		expect(await response.body.json()).toMatchObject({ reason: 'daily_limit: all 9 lookups of the day are used' });
		expect((await post({ email: 'test-found@example.com' })).statusCode).toBe(200);
		expect(host.sandbox.ledger.requests()).toEqual([]);
	});

	it('refuses callers without the header', async () => {
		const response = await post({ email: 'test-found@example.com' }, {});
		await response.body.dump();
		expect(response.statusCode).toBe(403);
		expect(host.sandbox.ledger.requests()).toEqual([]);
	});
});
