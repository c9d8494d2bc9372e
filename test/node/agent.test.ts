import type { INodeParameters } from 'n8n-workflow';
import { okAnswer } from '../support/node/answers';
import { runOperation, toolItems, type OperationRun } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';
import { hostileServers } from '../support/wire/hostileServer';
import { inFastTime } from '../support/node/fastTime';

const start = sandboxes();
inFastTime();
const respond = hostileServers();

/** n8n agents run a tool as an ordinary node with a rewired output. */
const asTool = (linkedinUrl: string, more: Partial<OperationRun> = {}): OperationRun => ({
	resource: 'personalEmail',
	operation: 'findBest',
	parameters: { linkedinUrl },
	rows: [{ query: 'who is it', thoughts: 'long' }],
	node: { rewireOutputLogTo: 'ai_tool' },
	options: { maxWait: 0 },
	outputs: 1,
	...more,
});

/** The items that the model receives. */
async function answerTo(job: OperationRun, service: { url: string; key: string }) {
	const run = await runOperation(service, job);
	expect(run.status).toBe('success');
	return toolItems(run);
}

describe('the node as a tool of an AI agent', () => {
	it('returns a hit with only the columns of the node, without a prefix', async () => {
		const sandbox = await start();
		const [answer] = await answerTo(asTool('in/test-found', { options: { includeLookupDetails: true } }), sandbox);
		expect(answer).toEqual({
			status: 'found',
			cost: '1 token charged (estimated)',
			personal_email: 'test-found@example.com',
			personal_email_risk_score: 'A',
			personal_email_validated_at: expect.stringMatching(/^\d{4}-/) as string,
		});
	});

	it.each([
		['a miss', 'in/test-not-found', 'not_found', 'The service has no data on this. Do not repeat this lookup'],
		['a placeholder such as "null"', 'null', 'skipped', 'LinkedIn URL is empty'],
		['a hash', 'ca7cfac92323ddbebdb35ec6fee56c50', 'invalid', 'is an MD5 hash, not a LinkedIn profile'],
		['an empty argument', '={{ "" }}', 'skipped', 'LinkedIn URL is empty'],
		['a refusal', 'in/test-invalid', 'failed', 'HTTP 422'],
		['a limit', 'in/test-fair-use', 'deferred', 'fair_use_records: '],
		['a rejected key', 'in/test-unauthorized', 'deferred', 'unauthorized: '],
	])(
		'returns a status and a reason for %s, so that the model can continue',
		async (_what, argument, status, reason) => {
			const options = { onNotFound: 'output', onLimit: 'output' };
			const [answer] = await answerTo(asTool(argument, { options }), await start());
			expect(answer.status).toBe(status);
			expect(answer.reason).toContain(reason);
			expect(answer).not.toHaveProperty('error');
			expect(Object.values(answer)).not.toContain(null);
		},
	);

	it('returns the filled columns of an account, and a reason if the request fails', async () => {
		const sandbox = await start({ account: { unlimited: true }, spent: { enrich: { records: 250_000 } } });
		const get = asTool('', { resource: 'account', operation: 'get' });
		const [answer] = await answerTo(get, sandbox);
		expect(answer).toMatchObject({
			cost: '0 tokens charged',
			token_balance: 'unlimited',
			enrich_records_5h_remaining: 750_000,
		});
		expect(Object.values(answer).filter((cell) => cell === null || typeof cell === 'object')).toEqual([]);

		const credential = { baseUrl: sandbox.url, apiKey: 'sandbox_wrong' };
		expect(await answerTo({ ...get, credential }, sandbox)).toEqual([
			{
				status: 'deferred',
				reason: expect.stringContaining('unauthorized: ') as string,
				cost: '0 tokens charged',
			},
		]);
	});

	it('waits at most 20 s for a limit by default, also for an account', async () => {
		const limited = { kind: 'status', status: 429, headers: { 'retry-after': '30' }, first: 1 } as const;
		const get = asTool('', { resource: 'account', operation: 'get', options: {} });
		for (const job of [asTool('in/test-found', { options: {} }), get])
			expect(await answerTo(job, await start({ faults: [limited] }))).toMatchObject([{ status: 'deferred' }]);
		const run = await runOperation(await start({ faults: [limited] }), { ...get, node: {} });
		expect(run.outputs[0]).toMatchObject([{ json: { status: 'active' } }]);
	});

	it.each([
		[{ linkedinUrl: 'in/test-found', want: ['linkedinProfile'] }],
		[{ email: 'ada@example.com', want: ['anyEmail'] }],
	])('refuses %j for free, because the call gives what it wants', async (parameters) => {
		const sandbox = await start();
		const [answer] = await answerTo(asTool('', { resource: 'person', operation: 'resolve', parameters }), sandbox);
		expect(answer).toMatchObject({ status: 'skipped', reason: 'The row already has all wanted data' });
		expect(sandbox.ledger.summary().requests).toBe(0);
	});

	it('returns no hash and no masked address, also with Everything Found', async () => {
		const md5 = 'ca7cfac92323ddbebdb35ec6fee56c50';
		const service = await respond(() =>
			okAnswer({ title: 'CEO', work_email_confirmed: md5, personal_emails: ['a####@x.test'] }),
		);
		const parameters = { email: 'ada@example.com', output: 'everything' };
		const byEmail = { resource: 'businessProfile', operation: 'findByEmail', parameters };
		const [answer] = await answerTo(asTool('', byEmail), service);
		expect(answer).toMatchObject({ status: 'found', title: 'CEO' });
		expect(JSON.stringify(answer)).not.toMatch(/a####@|[0-9a-f]{32}/);
	});

	it('returns a usage report in one answer', async () => {
		const parameters = { period: 'week' };
		const getUsage = asTool('', { resource: 'account', operation: 'getUsage', parameters });
		const tokens_by_day = expect.stringMatching(/^(\d{4}-\d\d-\d\d: 0(, |$)){7}$/) as string;
		expect(await answerTo(getUsage, await start())).toMatchObject([{ period: 'week', calls: 0, tokens_by_day }]);
	});
});

describe('the answer', () => {
	const search = (parameters: INodeParameters) => asTool('', { resource: 'person', operation: 'search', parameters });

	/** Every window in use, so that each has a reset time, and a month of usage. */
	const BUSY = {
		account: { tokens: 123_456_789 },
		spent: { enrich: { records: 250_000, requests: 250_000 }, search: { records: 250_000, requests: 250_000 } },
	};
	it('of a search keeps values below the names of their columns', async () => {
		const ada = { full_name: 'Ada Example', title: 'CTO; Founder', seniority: null, country: 'Norway' };
		const bo = { full_name: 'Bo Example', title: null, seniority: 'Director', country: null };
		const service = await respond(() => okAnswer({ results: [ada, bo], total: 2 }));
		expect(await answerTo(search({ query: 'Example', output: 'everything' }), service)).toMatchObject([
			{
				results: [
					'full_name; title; country; seniority',
					'Ada Example; CTO, Founder; Norway; ',
					'Bo Example; ; ; Director',
				].join('\n'),
			},
		]);
	});

	it.each(['', 'null', '  '])('of a search ignores the argument %j beside another filter', async (country) => {
		const service = await respond(() => okAnswer({ results: [{ full_name: 'Ada' }], total: 1 }));
		const filters = { title: '={{ "CTO" }}', country: `={{ "${country}" }}` };
		const job = search({ query: '={{ "" }}', filters });
		expect(await answerTo(job, service)).toMatchObject([{ status: 'found', full_name: 'Ada' }]);
		expect(service.received.map(({ text }) => JSON.parse(text) as object)).toEqual([
			{ title: 'CTO', limit: 25, offset: 0 },
		]);
	});

	const LIMITS = { '""': 5, null: 5, '"none"': 5, '"7"': 7, 0: 0, '"many"': 0 };
	it.each(Object.entries(LIMITS))(
		'of a search has for the Limit %s of a model %j results',
		async (limit, results) => {
			const sandbox = await start();
			const parameters = { query: 'test-40-results', limit: `={{ ${limit} }}`, returnAll: '={{ "" }}' };
			const [answer] = await answerTo(search(parameters), sandbox);
			expect(sandbox.ledger.summary().tokensCharged).toBe(results);
			const refused = { status: 'invalid', reason: 'Limit must be a whole number of 1 or more' };
			expect(answer).toMatchObject(results === 0 ? refused : { status: 'found' });
		},
	);

	it('of a search without any filled argument sends nothing', async () => {
		const service = await respond(() => okAnswer({}));
		const job = search({ query: '={{ "" }}', filters: { country: '={{ "" }}' } });
		expect(await answerTo(job, service)).toMatchObject([{ status: 'skipped' }]);
		expect(service.received).toEqual([]);
	});

	const LAST_OF_MONTH = Date.parse('2026-10-31T12:00:00Z');
	const EVERY_WANT = ['company', 'mobilePhone', 'personalEmail', 'profile', 'workEmail'];

	it.each<[string, INodeParameters]>([
		['account/get', {}],
		['account/getUsage', { period: 'month' }],
		['businessProfile/findByHashedEmail', { hashedEmail: 'test-found@example.com', includeMobilePhone: true }],
		['businessProfile/findByLinkedin', { linkedinUrl: 'in/test-found', includeMobilePhone: true }],
		['person/resolve', { linkedinUrl: 'in/test-found', want: EVERY_WANT, output: 'everything' }],
		['person/resolve', { email: 'test-found@example.com', want: EVERY_WANT, output: 'everything' }],
		['person/search', { query: 'test-40-results', limit: 6 }],
		['company/search', { query: 'test-40-results', limit: 6 }],
		['linkedinProfile/findByName', { fullName: 'Ada Example', company: 'Example Org' }],
	])('of %s is below 1,500 characters for %j', async (path, parameters) => {
		const [resource, operation] = path.split('/');
		const sandbox = await start(BUSY, () => LAST_OF_MONTH);
		const answer = JSON.stringify(await answerTo(asTool('', { resource, operation, parameters }), sandbox));
		expect(answer).toContain('"cost":');
		expect(answer).not.toMatch(/"(?:sources|answers|person_key)":/);
		expect(answer.length).toBeLessThan(1_500);
	});
});
