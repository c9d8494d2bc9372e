import { dryRunHint } from '../../../nodes/IdentityResolution/actions/tell/summary';
import { stopFor, type Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { SUPPRESSED } from '../../../nodes/IdentityResolution/run/suppression';
import type { Allowance, Plan, Run } from '../../../nodes/IdentityResolution/run/run';
import { MISS, runOf, tallyOf } from '../../support/run/settledRows';

const PLANNED: Outcome = { is: 'planned', why: 'Dry Run is on' };
const INVALID: Outcome = { is: 'invalid', why: 'no profile' };
const skipped = (by: 'blank' | 'answered_before' | 'complete'): Outcome => ({ is: 'skipped', why: by, by });
const NOTHING: Allowance = { refused: null, windows: [], tokensLeft: Infinity };

interface DryRun extends Partial<Plan>, Partial<Pick<Run, 'lookups' | 'stop'>> {
	outcomes?: Outcome[];
	tools?: number;
}

function messageOf({ outcomes = [PLANNED], tools = 1, lookups = 1, stop = null, ...plan }: DryRun): string {
	const run = { ...runOf(outcomes), stop, lookups };
	const cost = { tokens: 10, prices: 'listed' } as const;
	const { type, message } = dryRunHint(run, { requests: 1, allowance: NOTHING, cost, ...plan }, tallyOf(run), tools);
	expect(type).toBe('warning');
	return message;
}

const START = 'Dry Run is on: nothing was looked up. Of 1 row a real run would';
const SENT = `${START} send 1 distinct lookup in 1 request.`;
const COSTS = 'A real run costs at most 10 tokens (prices of the account).';

const records = { unit: 'records', per: '5h', left: 2_000 } as const;
const requests = { unit: 'requests', per: '1w', left: 0 } as const;

it.each<[string, Partial<Allowance> | null, string, DryRun?]>([
	['is not active', { refused: 'account_inactive' }, 'The account does not allow it: the account is not active.'],
	[
		'is on another plan',
		{ refused: 'plan_restricted', windows: [records] },
		'The account does not allow it: the plan of the account does not include this tool.',
	],
	['reports nothing', {}, COSTS],
	[
		'reports its windows',
		{ windows: [records, requests, { ...records, left: Infinity }] },
		`${COSTS} The Fair Use windows have 2,000 records per 5 h, 0 requests per week left.`,
	],
	['has unlimited or unknown windows alone', { windows: [{ ...records, left: Infinity }] }, COSTS],
	['has just enough tokens', { tokensLeft: 10 }, `${COSTS} 10 tokens are left to spend.`],
	['may have too few', { tokensLeft: 9 }, `${COSTS} 9 tokens are left to spend, which may not be enough.`],
	['has unlimited tokens', { tokensLeft: Infinity }, COSTS],
	['could not be checked', null, `${COSTS} The account could not be checked.`],
	[
		'could not be checked because of a stop',
		null,
		`${COSTS} The account could not be checked: the service is unavailable (HTTP 503).`,
		{
			stop: stopFor('service_down', {
				refusal: { reason: 'internal_error', httpStatus: 503, code: null, message: null, retryAfter: null },
			}),
		},
	],
])('the hint of a dry run describes an account that %s', (_account, set, text, run = {}) => {
	expect(messageOf({ allowance: set && { ...NOTHING, ...set }, ...run })).toBe(`${SENT} ${text}`);
});

it.each<[Outcome[], number, string]>([
	[[PLANNED, PLANNED], 2, 'Of 2 rows a real run would send 2 distinct lookups'],
	[[PLANNED, PLANNED], 1, 'Of 2 rows (1 duplicate) a real run would send 1 distinct lookup'],
	[[PLANNED, PLANNED, PLANNED], 1, 'Of 3 rows (2 duplicates) a real run'],
	[[SUPPRESSED, PLANNED], 1, 'Of 2 rows (1 suppressed) a real run'],
	[[skipped('complete'), PLANNED], 1, 'Of 2 rows (1 already complete) a real run'],
	[[MISS, PLANNED], 1, 'Of 2 rows (1 known before) a real run'],
	[
		[INVALID, SUPPRESSED, skipped('answered_before'), skipped('blank'), skipped('blank'), PLANNED, PLANNED],
		1,
		'Of 7 rows (2 blank, 1 answered before, 1 suppressed, 1 invalid, 1 duplicate) a real run',
	],
])('the hint of a dry run counts the rows of %j with %d lookups', (outcomes, lookups, text) => {
	expect(messageOf({ outcomes, lookups })).toContain(`Dry Run is on: nothing was looked up. ${text}`);
});

it.each<[Plan['cost'], string]>([
	[
		{ tokens: 1, prices: 'assumed' },
		'A real run costs at most 1 token (estimated, because some prices are unknown).',
	],
	[{ tokens: 12_001, prices: 'listed' }, 'A real run costs at most 12,001 tokens (prices of the account).'],
	[
		{ tokens: Infinity, prices: 'listed' },
		'The cost is unknown, because each result of a search may be charged. Set Max Tokens to limit it.',
	],
])('the hint of a dry run shows the highest cost, and what it is based on', (cost, text) => {
	expect(messageOf({ cost })).toBe(`${SENT} ${text}`);
});

it('the hint of a dry run of a search says how much can be spent', () => {
	const cost: Plan['cost'] = { tokens: Infinity, prices: 'listed' };
	expect(messageOf({ cost, allowance: { ...NOTHING, tokensLeft: 5 } })).toContain('charged. At most 5 tokens can');
});

it('the hint of a dry run says nothing about cost and account if nothing would be sent', () => {
	const allowance = { ...NOTHING, windows: [requests], tokensLeft: 5 };
	expect(messageOf({ allowance, lookups: 0 })).toMatch(/ would send 0 distinct lookups in 1 request\.$/);
});

it.each<[Allowance['refused'], string]>([
	[null, COSTS],
	['plan_restricted', `The plan does not include one of the tools. Other tools are used instead. ${COSTS}`],
	['account_inactive', 'The account does not allow it: the account is not active.'],
])('the hint of a dry run with several tools counts only the first lookups: %s', (refused, text) => {
	expect(messageOf({ tools: 4, allowance: { ...NOTHING, refused } })).toBe(
		`${START} begin with 1 distinct lookup in 1 request, and then look up missing data with other tools. ${text}`,
	);
});
