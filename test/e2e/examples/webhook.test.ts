import { request } from 'undici';
import { connect, importExample } from '../support/example';
import { useHosted } from '../support/hosted';
import { publish, unpublish } from '../trigger/triggerWorkflow';

const HEADER = { name: 'X-Token', value: 'made-up-token' };
const IN = 'https://www.linkedin.com/in';

const host = useHosted();
let id: string;

const post = async (body: unknown, headers: Record<string, string> = { [HEADER.name]: HEADER.value }) =>
	await request(`${host.rest.url}/webhook/enrich`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', connection: 'close', ...headers },
		body: JSON.stringify(body),
	});

beforeAll(async () => {
	const callers = { nodeType: 'n8n-nodes-base.webhook', type: 'httpHeaderAuth', data: HEADER };
	id = await importExample(host, 'webhook-enrichment-api.json', await connect(host, [callers]));
	await publish(host.rest, id);
});

afterAll(async () => await unpublish(host.rest, id));

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
		if (status !== 'not_found') expect(answer.reason).toMatch(/\w/);
		expect(host.sandbox.ledger.summary().tokensCharged).toBe(0);
	});

	it('refuses callers without the header', async () => {
		const response = await post({ email: 'test-found@example.com' }, {});
		await response.body.dump();
		expect(response.statusCode).toBe(403);
		expect(host.sandbox.ledger.requests()).toEqual([]);
	});
});
