import type { IDataObject } from 'n8n-workflow';
import { md5OfEmail } from '../../../nodes/IdentityResolution/api/identifiers/hem';
import { column, pairs, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { testAddress } from '../../../dev/sandbox/rules/testIdentifiers';
import { sandboxes } from '../../support/node/sandboxes';
import { inFastTime } from '../../support/node/fastTime';

const start = sandboxes();
inFastTime();

const slug = (name: string) => `https://www.linkedin.com/in/${name}`;
const email = (name: string) => `${name}@example.com`;
const hash = (name: string) => md5OfEmail(email(name));

type Lookup = [
	path: string,
	parameter: string,
	/** The spelling of a test identifier. */
	identifier: (name: string) => string,
	tool: string,
	/** A column that a hit fills. */
	shows: string,
];
const BY_LINKEDIN: Lookup = [
	'businessProfile/findByLinkedin',
	'linkedinUrl',
	slug,
	'linkedin_to_business_profile',
	'full_name',
];
const BY_EMAIL: Lookup = ['businessProfile/findByEmail', 'email', email, 'reverse_email_lookup', 'company_name'];

const LOOKUPS: Lookup[] = [
	BY_LINKEDIN,
	BY_EMAIL,
	['personalEmail/findBest', 'linkedinUrl', slug, 'linkedin_to_best_personal_email_usa', 'personal_email'],
	['businessProfile/findByHashedEmail', 'hashedEmail', hash, 'hem_to_business_profile', 'title'],
	['workEmail/findByLinkedin', 'linkedinUrl', slug, 'linkedin_to_business_email', 'work_email'],
	['email/findBest', 'linkedinUrl', slug, 'linkedin_to_best_email', 'work_email'],
	['personalEmail/findAny', 'linkedinUrl', slug, 'linkedin_to_personal_email_usa', 'personal_email'],
	['mobilePhone/findByLinkedin', 'linkedinUrl', slug, 'linkedin_to_mobile_phone', 'mobile_phone'],
	['linkedinProfile/findByEmail', 'email', email, 'email_to_linkedin', 'linkedin_url'],
	['linkedinProfile/findByHashedEmail', 'hashedEmail', hash, 'hem_to_linkedin', 'linkedin_url'],
	['audience/hashByLinkedin', 'linkedinUrl', slug, 'linkedin_to_sha256', 'sha256_personal_emails'],
	['audience/hashByEmail', 'email', email, 'business_email_to_sha256', 'sha256_personal_emails'],
	['audience/findAdIds', 'email', email, 'email_to_maid', 'mobile_ad_ids'],
	['company/findByIp', 'ipAddress', testAddress, 'ip_to_company', 'company_name'],
];

const jobFor = (
	[path, parameter, identifier]: Lookup,
	names: string[],
	more: Partial<OperationRun> = {},
): OperationRun => {
	const [resource, operation] = path.split('/');
	return {
		resource,
		operation,
		parameters: { [parameter]: '={{ $json.who }}' },
		rows: names.map((name) => ({ who: name === '' ? '' : identifier(name), mine: name })),
		...more,
	};
};

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

describe.each(LOOKUPS.map((lookup) => [lookup[0], lookup] as const))('%s', (_path, lookup) => {
	const [, , identifier, tool, shows] = lookup;

	it('returns a hit, a blank row and a miss in order, each linked to its input, and sends equal rows once', async () => {
		const sandbox = await start();
		const names = ['test-found', '', 'test-not-found', 'test-found'];
		const run = await runOperation(sandbox, jobFor(lookup, names));

		expect(run.status).toBe('success');
		expect(column(run, 'mine')).toEqual(names);
		expect(column(run, 'enriched_status')).toEqual(['found', 'skipped', 'not_found', 'found']);
		expect(pairs(run)).toEqual([0, 1, 2, 3]);
		const [hit, blank, miss, duplicate] = column(run, `enriched_${shows}`);
		expect(hit).toEqual(expect.any(String));
		expect([blank, miss, duplicate]).toEqual([null, null, hit]);
		const { tokensCharged, byTool } = sandbox.ledger.summary();
		expect([tokensCharged, Object.keys(byTool)]).toEqual([1, [tool]]);
	});

	it('returns answers that depart from the contract, and shows one hint', async () => {
		const names = ['test-unknown-status', 'test-no-status', 'test-no-metadata'];
		const run = await runOperation(await start(), jobFor(lookup, names));
		expect(column(run, 'enriched_status')).toEqual(['found', 'found', 'found']);
		expect(run.hints.filter(({ message }) => message.includes('differ from its documentation'))).toHaveLength(1);
	});

	it('sends failed and invalid rows to the error output, with all details under "error"', async () => {
		const job = jobFor(lookup, ['test-found', 'test-invalid'], {
			options: { concurrency: 1 },
			node: { onError: 'continueErrorOutput' },
		});
		const typoRow = { who: 'no identifier at all', mine: 'typo' };
		const run = await runOperation(await start(), { ...job, rows: [...job.rows, typoRow] });

		expect(column(run, 'enriched_status', 0)).toEqual(['found']);
		expect(pairs(run, 1)).toEqual([1, 2]);
		const [refused, typo] = rowsOf(run, 1);
		// n8n adds the input fields again, through the link to the input row.
		expect(refused).toEqual({
			who: identifier('test-invalid'),
			mine: 'test-invalid',
			error: {
				message: expect.stringContaining('HTTP 422 invalid_input') as string,
				description: 'Check the value',
				httpStatus: 422,
				code: 'invalid_input',
				identifier: identifier('test-invalid'),
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
describe.each([BY_LINKEDIN, BY_EMAIL].map((lookup) => [lookup[0], lookup] as const))('%s', (_path, lookup) => {
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

it.each([
	['businessProfile', 'findByLinkedin', 'linkedinUrl', slug],
	['businessProfile', 'findByHashedEmail', 'hashedEmail', hash],
] as const)(
	'%s / %s requests the phone of a person if any row wants it',
	async (resource, operation, name, identifier) => {
		const sandbox = await start();
		const run = await runOperation(sandbox, {
			resource,
			operation,
			parameters: { [name]: '={{ $json.who }}', includeMobilePhone: '={{ $json.phone }}' },
			rows: [
				{ who: identifier('test-found'), phone: false },
				{ who: identifier('test-found'), phone: true },
				{ who: identifier('test-no-phone'), phone: 'TRUE' },
				{ who: identifier('test-insufficient-phone-tokens'), phone: true },
			],
		});
		expect(column(run, 'enriched_status')).toEqual(['found', 'found', 'found', 'found']);
		const phone = expect.stringMatching(/^\+1\d+$/) as string;
		expect(column(run, 'enriched_mobile_phone')).toEqual([phone, phone, null, null]);
		expect(column(run, 'enriched_reason')[3]).toContain('without the phone');
		expect(sandbox.ledger.summary().chargedMoreThanOnce).toEqual([]);
	},
);

describe('tool / call', () => {
	const call = (rows: IDataObject[]): OperationRun => ({
		resource: 'tool',
		operation: 'call',
		parameters: { toolName: '={{ $json.tool }}', body: '={{ $json.body }}' },
		rows,
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
		expect(run.error?.description).toContain('or use another tool');
	});
});
