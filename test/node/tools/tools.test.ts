import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/email';
import { column, pairs, rowsOf, runOperation } from '../../support/node/nodeRun';
import { testAddress } from '../../../dev/sandbox/rules/testIdentifiers';
import { sandboxes } from '../../support/node/sandboxes';
import { inFastTime } from '../../support/node/fastTime';

const start = sandboxes();
inFastTime();

const slug = (name: string) => `https://www.linkedin.com/in/${name}`;
const email = (name: string) => `${name}@example.com`;
const address = (name: string) => testAddress(name);
const hash = (name: string) => md5OfEmail(email(name));

/** Every lookup operation, with its parameter and the format of a test identifier. */
const LOOKUPS = [
	{
		resource: 'personalEmail',
		operation: 'findBest',
		parameter: 'linkedinUrl',
		identifier: slug,
		tool: 'linkedin_to_best_personal_email_usa',
		shows: 'personal_email',
	},
	{
		resource: 'businessProfile',
		operation: 'findByLinkedin',
		parameter: 'linkedinUrl',
		identifier: slug,
		tool: 'linkedin_to_business_profile',
		shows: 'full_name',
	},
	{
		resource: 'businessProfile',
		operation: 'findByEmail',
		parameter: 'email',
		identifier: email,
		tool: 'reverse_email_lookup',
		shows: 'company_name',
	},
	{
		resource: 'businessProfile',
		operation: 'findByHashedEmail',
		parameter: 'hashedEmail',
		identifier: hash,
		tool: 'hem_to_business_profile',
		shows: 'title',
	},
	{
		resource: 'workEmail',
		operation: 'findByLinkedin',
		parameter: 'linkedinUrl',
		identifier: slug,
		tool: 'linkedin_to_business_email',
		shows: 'work_email',
	},
	{
		resource: 'email',
		operation: 'findBest',
		parameter: 'linkedinUrl',
		identifier: slug,
		tool: 'linkedin_to_best_email',
		shows: 'work_email',
	},
	{
		resource: 'personalEmail',
		operation: 'findAny',
		parameter: 'linkedinUrl',
		identifier: slug,
		tool: 'linkedin_to_personal_email_usa',
		shows: 'personal_email',
	},
	{
		resource: 'mobilePhone',
		operation: 'findByLinkedin',
		parameter: 'linkedinUrl',
		identifier: slug,
		tool: 'linkedin_to_mobile_phone',
		shows: 'mobile_phone',
	},
	{
		resource: 'linkedinProfile',
		operation: 'findByEmail',
		parameter: 'email',
		identifier: email,
		tool: 'email_to_linkedin',
		shows: 'linkedin_url',
	},
	{
		resource: 'linkedinProfile',
		operation: 'findByHashedEmail',
		parameter: 'hashedEmail',
		identifier: hash,
		tool: 'hem_to_linkedin',
		shows: 'linkedin_url',
	},
	{
		resource: 'audience',
		operation: 'hashByLinkedin',
		parameter: 'linkedinUrl',
		identifier: slug,
		tool: 'linkedin_to_sha256',
		shows: 'sha256_personal_emails',
	},
	{
		resource: 'audience',
		operation: 'hashByEmail',
		parameter: 'email',
		identifier: email,
		tool: 'business_email_to_sha256',
		shows: 'sha256_personal_emails',
	},
	{
		resource: 'audience',
		operation: 'findAdIds',
		parameter: 'email',
		identifier: email,
		tool: 'email_to_maid',
		shows: 'mobile_ad_ids',
	},
	{
		resource: 'company',
		operation: 'findByIp',
		parameter: 'ipAddress',
		identifier: address,
		tool: 'ip_to_company',
		shows: 'company_name',
	},
] as const;

const jobFor = (lookup: (typeof LOOKUPS)[number], names: string[], more: object = {}) => ({
	resource: lookup.resource,
	operation: lookup.operation,
	parameters: { [lookup.parameter]: '={{ $json.who }}' },
	rows: names.map((name) => ({ who: name === '' ? '' : lookup.identifier(name), mine: name })),
	...more,
});

/** Each refusal, with the status and reason of its row, and the status of the next row. */
const REFUSALS = [
	['test-invalid', 'failed', 'HTTP 422 invalid_input', 'found'],
	['test-internal-error', 'failed', 'HTTP 500 internal_error', 'found'],
	['test-internal-error-once', 'found', null, 'found'],
	['test-unavailable', 'failed', 'HTTP 503', 'found'],
	['test-reset', 'failed', 'connection was interrupted', 'found'],
	['test-half-body', 'failed', 'did not arrive', 'found'],
	['test-not-json', 'failed', 'HTTP 200', 'found'],
	['test-unauthorized', 'deferred', 'unauthorized: ', 'deferred'],
	['test-forbidden', 'deferred', 'forbidden: ', 'deferred'],
	['test-account-inactive', 'deferred', 'account_inactive: ', 'deferred'],
	['test-plan-restricted', 'deferred', 'plan_restricted: ', 'deferred'],
	['test-insufficient-tokens', 'deferred', 'insufficient_tokens: ', 'deferred'],
	['test-rate-limited', 'deferred', 'rate_limited: ', 'deferred'],
	['test-fair-use', 'deferred', 'fair_use_records: ', 'deferred'],
	['test-fair-use-requests', 'deferred', 'fair_use_requests: ', 'deferred'],
	['test-plan-limit', 'deferred', 'plan_limit: ', 'deferred'],
] as const;

describe.each(LOOKUPS)('$resource / $operation', (lookup) => {
	it('returns a hit, a blank row and a miss in order, each linked to its input', async () => {
		const sandbox = await start();
		const run = await runOperation(sandbox, jobFor(lookup, ['test-found', '', 'test-not-found']));

		expect(run.status).toBe('success');
		expect(column(run, 'mine')).toEqual(['test-found', '', 'test-not-found']);
		expect(column(run, 'enriched_status')).toEqual(['found', 'skipped', 'not_found']);
		expect(column(run, 'enriched_found')).toEqual([true, null, false]);
		expect(pairs(run)).toEqual([0, 1, 2]);
		const [hit, blank, miss] = column(run, `enriched_${lookup.shows}`);
		expect(hit).toEqual(expect.any(String));
		expect([blank, miss]).toEqual([null, null]);
	});

	it('sends equal rows once', async () => {
		const sandbox = await start();
		await runOperation(sandbox, jobFor(lookup, ['test-found', 'test-found']));
		expect(sandbox.ledger.summary().byTool).toEqual({ [lookup.tool]: { 200: 1 } });
	});

	it('returns answers that depart from the contract, and shows one hint', async () => {
		const sandbox = await start();
		const run = await runOperation(
			sandbox,
			jobFor(lookup, ['test-unknown-status', 'test-no-status', 'test-no-metadata']),
		);
		expect(column(run, 'enriched_status')).toEqual(['found', 'found', 'found']);
		expect(run.hints.filter(({ message }) => message.includes('did not follow its API contract'))).toHaveLength(1);
	});

	it('sends failed and invalid rows to the error output, with all details under "error"', async () => {
		const sandbox = await start();
		const job = jobFor(lookup, ['test-found', 'test-invalid'], {
			options: { concurrency: 1 },
			node: { onError: 'continueErrorOutput' },
		});
		const run = await runOperation(sandbox, {
			...job,
			rows: [...job.rows, { who: 'no identifier at all', mine: 'typo' }],
		});

		expect(column(run, 'enriched_status', 0)).toEqual(['found']);
		expect(pairs(run, 1)).toEqual([1, 2]);
		const [refused, typo] = rowsOf(run, 1);
		// n8n adds the input fields again, through the link to the input row.
		expect(refused).toEqual({
			who: lookup.identifier('test-invalid'),
			mine: 'test-invalid',
			error: {
				message: expect.stringContaining('HTTP 422 invalid_input') as string,
				description: 'Check the value',
				httpStatus: 422,
				code: 'invalid_input',
				identifier: lookup.identifier('test-invalid'),
				retryAt: null,
			},
		});
		expect(typo.error).toMatchObject({
			message: expect.stringContaining('no identifier at all') as string,
			httpStatus: null,
		});
		expect(run.arrived[1]).toHaveLength(2);
	});
});

// A refusal means the same for every tool, so that two suffice.
describe.each([LOOKUPS[1], LOOKUPS[2]])('$resource / $operation', (lookup) => {
	it.each(REFUSALS)('%s: its row is %s (%s), the next row is %s', async (name, status, reason, nextStatus) => {
		const sandbox = await start();
		// One lookup at a time: the first row is answered, the second is refused, the third follows.
		const options = { concurrency: 1, maxWait: 0 };
		const run = await runOperation(sandbox, jobFor(lookup, ['test-found', name, 'test-catch-all'], { options }));

		expect(run.status).toBe('success');
		expect(column(run, 'enriched_status')).toEqual(['found', status, nextStatus]);
		const text = column(run, 'enriched_reason')[1];
		if (reason === null) expect(text).toBeNull();
		else expect(text).toContain(reason);
		expect(pairs(run)).toEqual([0, 1, 2]);
	});
});

describe('mobile phones', () => {
	it.each([LOOKUPS[1], LOOKUPS[3]])(
		'$operation decides per person whether to request the phone: if any row wants it',
		async (lookup) => {
			const sandbox = await start();
			const run = await runOperation(sandbox, {
				...jobFor(lookup, []),
				parameters: { [lookup.parameter]: '={{ $json.who }}', includeMobilePhone: '={{ $json.phone }}' },
				rows: [
					{ who: lookup.identifier('test-found'), phone: false },
					{ who: lookup.identifier('test-found'), phone: true },
					{ who: lookup.identifier('test-no-phone'), phone: 'TRUE' },
					{ who: lookup.identifier('test-insufficient-phone-tokens'), phone: true },
				],
			});
			expect(column(run, 'enriched_status')).toEqual(['found', 'found', 'found', 'found']);
			expect(column(run, 'enriched_mobile_phone')).toEqual([
				expect.stringMatching(/^\d+$/),
				expect.stringMatching(/^\d+$/),
				null,
				null,
			]);
			expect(column(run, 'enriched_reason')[3]).toContain('without the phone');
			expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
		},
	);
});

describe('tool / call', () => {
	const call = (rows: Array<{ tool: string; body: unknown }>, more: object = {}) => ({
		resource: 'tool',
		operation: 'call',
		parameters: { toolName: '={{ $json.tool }}', body: '={{ $json.body }}' },
		rows: rows as never,
		...more,
	});

	it('calls any tool by name, once for equal bodies, and returns the raw answer', async () => {
		const sandbox = await start();
		const body = { linkedin_url: slug('test-found') };
		const run = await runOperation(
			sandbox,
			call([
				{ tool: 'linkedin_to_business_profile', body },
				{ tool: 'linkedin_to_business_profile', body: JSON.stringify(body) },
				{ tool: 'reverse_email_lookup', body: { email: email('test-not-found') } },
				{ tool: '', body: {} },
			]),
		);
		expect(column(run, 'enriched_status')).toEqual(['found', 'found', 'not_found', 'skipped']);
		expect(column(run, 'enriched_results')[0]).toMatchObject({ full_name: expect.any(String) as string });
		expect(column(run, 'enriched_metadata')[0]).toMatchObject({ tokens_charged: 1 });
		expect(sandbox.ledger.summary().requests).toBe(2);
	});

	it('reads an object body per row, as in workflows written as JSON', async () => {
		const sandbox = await start();
		const parameters = { toolName: 'linkedin_to_business_profile', body: { linkedin_url: '={{ $json.who }}' } };
		const rows = ['test-found', 'test-not-found', 'test-catch-all'].map((who) => ({ who: slug(who) }));
		const run = await runOperation(sandbox, { resource: 'tool', operation: 'call', parameters, rows });
		expect(column(run, 'enriched_status')).toEqual(['found', 'not_found', 'found']);
		const results = column(run, 'enriched_results') as Array<{ linkedin_url?: string }>;
		expect(results.map(({ linkedin_url: url }) => url)).toEqual([
			slug('test-found'),
			undefined,
			slug('test-catch-all'),
		]);
		expect(sandbox.ledger.summary().requests).toBe(3);
	});

	it('stops at an unknown tool, and names the remedy', async () => {
		const sandbox = await start();
		const run = await runOperation(sandbox, call([{ tool: 'no_such_tool', body: {} }]));
		expect(run.error?.message).toContain('The service has no tool of this name');
		expect(run.error?.description).toContain('Check the tool name');
	});
});
