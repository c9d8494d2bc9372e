import { dryRunHint } from '../../../nodes/IdentityResolution/actions/tell/dryRunHint';
import type { Allowance } from '../../../nodes/IdentityResolution/run/dryRun';
import type { MaxCost, Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { doneRoute } from '../../../nodes/IdentityResolution/run/lookup';
import { deferAll, type Plan, type Run } from '../../../nodes/IdentityResolution/run/run';

const STOP = { reason: 'service_down', retryAt: null, refusal: null, tool: null } as const;

const planned: Run = {
	...deferAll([doneRoute({ is: 'planned', why: 'Dry Run is on' })], STOP),
	stop: null,
	lookups: 1,
};

const allowance: Allowance = { refused: null, windows: [], tokensLeft: null };

const COST: MaxCost = { tokens: 10, prices: 'listed' };
const COSTS = 'A real run costs at most 10 tokens (prices of the account).';

/** The hint after the sentences about rows and the cost. */
const hintFor = (set: Partial<Allowance> | null, run: Partial<Run> = {}) =>
	messageFor(1, set, run)
		.replace(/^.* in 1 request\. ?/, '')
		.replace(`${COSTS} `, '')
		.replace(COSTS, '');

const messageFor = (tools: number, set: Partial<Allowance> | null, run: Partial<Run> = {}, plan: Partial<Plan> = {}) =>
	dryRunHint(
		{ ...planned, ...run },
		{
			requests: 1,
			allowance: set && { ...allowance, ...set },
			cost: COST,
			...plan,
		},
		tools,
	).message;

const records = { of: 'records', per: '5h', left: 2_000 } as const;
const requests = { of: 'requests', per: '1w', left: 0 } as const;

it.each<[string, Partial<Allowance> | null, string]>([
	['is not active', { refused: 'account_inactive' }, 'The account does not allow it: the account is not active.'],
	[
		'is on another plan',
		{ refused: 'plan_restricted', windows: [records] },
		'The account does not allow it: the plan of the account does not include this tool.',
	],
	['reports nothing', {}, ''],
	[
		'reports its windows',
		{ windows: [records, requests] },
		'The Fair Use windows have 2,000 records per 5 h, 0 requests per week left.',
	],
	[
		'reports one window only',
		{ windows: [records, { ...requests, left: null }] },
		'The Fair Use windows have 2,000 records per 5 h left.',
	],
	['has unlimited windows', { windows: [{ ...records, left: Infinity }] }, ''],
	['has just enough tokens', { tokensLeft: 10 }, '10 tokens may be spent.'],
	['may have too few tokens', { tokensLeft: 9 }, '9 tokens may be spent, which may not be enough.'],
	['has unlimited tokens', { tokensLeft: Infinity }, ''],
	['could not be checked', null, 'The account could not be checked.'],
])('the hint describes an account that %s', (_account, set, text) => {
	expect(hintFor(set)).toBe(text);
});

it('the hint gives the reason if the account could not be checked', () => {
	expect(hintFor(null, { stop: STOP })).toBe('The account could not be checked: the service is unavailable.');
});

it('the hint is a warning', () => {
	const plan = { requests: 1, allowance: null, cost: COST };
	expect(dryRunHint(planned, plan, 1).type).toBe('warning');
});

describe('the rows of the hint', () => {
	const PLANNED: Outcome = { is: 'planned', why: 'Dry Run is on' };
	const BLANK: Outcome = { is: 'skipped', why: 'empty', by: 'blank' };
	const SKIPPED: Outcome = { is: 'skipped', why: 'skipped', by: 'skip_when' };
	const SUPPRESSED: Outcome = { is: 'skipped', why: 'suppressed', by: 'suppressed' };
	const INVALID: Outcome = { is: 'invalid', why: 'no profile' };
	const rowsOf = (outcomes: Outcome[], lookups: number) =>
		messageFor(1, {}, { rows: outcomes.map((outcome) => ({ outcome, steps: [] })), lookups });

	it.each<[string, Outcome[], number, string]>([
		['only planned ones', [PLANNED, PLANNED], 2, 'Of 2 rows a real run would send 2 distinct lookups'],
		['a duplicate', [PLANNED, PLANNED], 1, 'Of 2 rows (1 duplicate) a real run would send 1 distinct lookup'],
		['duplicates', [PLANNED, PLANNED, PLANNED], 1, 'Of 3 rows (2 duplicates) a real run'],
		['a blank row', [BLANK, PLANNED], 1, 'Of 2 rows (1 blank) a real run'],
		['a skipped row', [SKIPPED, PLANNED], 1, 'Of 2 rows (1 skipped by Skip When) a real run'],
		['a suppressed row', [SUPPRESSED, PLANNED], 1, 'Of 2 rows (1 suppressed) a real run'],
		['suppressed rows', [SUPPRESSED, PLANNED, SUPPRESSED], 1, 'Of 3 rows (2 suppressed) a real run'],
		['an invalid row', [INVALID, PLANNED], 1, 'Of 2 rows (1 invalid) a real run'],
		[
			'all of them, in the order of the checks',
			[INVALID, SUPPRESSED, SKIPPED, BLANK, BLANK, PLANNED, PLANNED],
			1,
			'Of 7 rows (2 blank, 1 skipped by Skip When, 1 suppressed, 1 invalid, 1 duplicate) a real run',
		],
	])('count %s', (_what, outcomes, lookups, text) => {
		expect(rowsOf(outcomes, lookups)).toContain(`Dry Run is on: nothing was looked up. ${text}`);
	});
});

it.each<[MaxCost, string]>([
	[
		{ tokens: 1, prices: 'assumed' },
		'A real run costs at most 1 token (estimated, because some prices are unknown).',
	],
	[{ tokens: 12_001, prices: 'listed' }, 'A real run costs at most 12,001 tokens (prices of the account).'],
	[
		{ tokens: null, prices: 'listed' },
		'The cost is unknown, because each result of a search is charged. Set Max Tokens to limit it.',
	],
])('the hint shows the highest cost, and what it is based on', (cost, text) => {
	expect(messageFor(1, {}, {}, { cost })).toContain(text);
});

it('the hint shows no cost if nothing would be sent', () => {
	expect(messageFor(1, {}, { lookups: 0 })).not.toContain('costs');
});

it('the hint says nothing about the account if nothing would be sent', () => {
	expect(hintFor({ windows: [requests], tokensLeft: 5 }, { lookups: 0 })).toBe('');
});

it('the hint quotes the refusal if the account could not be checked', () => {
	const refusal = { reason: 'internal_error', httpStatus: 503, code: null, message: null, retryAfter: null } as const;
	expect(hintFor(null, { stop: { ...STOP, refusal } })).toBe(
		'The account could not be checked: the service is unavailable (HTTP 503).',
	);
});

describe('the hint for operations with several tools', () => {
	const FIRST_LOOKUPS =
		'Dry Run is on: nothing was looked up. Of 1 row a real run would ' +
		'begin with 1 distinct lookup in 1 request, and then look up missing data with other tools.';

	it('counts only the first lookups', () => {
		expect(messageFor(4, {})).toBe(`${FIRST_LOOKUPS} ${COSTS}`);
	});

	it('does not treat a plan without one of the tools as a refusal', () => {
		expect(messageFor(4, { refused: 'plan_restricted', windows: [records] })).toBe(
			`${FIRST_LOOKUPS} The plan does not include one of the tools. Other tools are used instead. ` +
				`${COSTS} ` +
				'The Fair Use windows have 2,000 records per 5 h left.',
		);
		expect(messageFor(4, { refused: 'account_inactive', windows: [records] })).toMatch(
			/The account does not allow it: the account is not active\.$/,
		);
	});
});
