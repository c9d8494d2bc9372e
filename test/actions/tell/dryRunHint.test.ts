import { dryRunHint } from '../../../nodes/IdentityResolution/actions/tell/dryRunHint';
import { stopFor, type Outcome } from '../../../nodes/IdentityResolution/service/outcome';
import { SUPPRESSED } from '../../../nodes/IdentityResolution/run/suppression';
import type { RunCost } from '../../../nodes/IdentityResolution/run/cost';
import type { Allowance, Plan, Run } from '../../../nodes/IdentityResolution/run/run';
import { personalEmail } from '../../support/run/lookups';
import { MISS, runOf, tallyOf } from '../../support/run/settledRows';

const PLANNED: Outcome = { is: 'planned', why: 'Dry Run is on' };
const INVALID: Outcome = { is: 'invalid', why: 'no profile' };
const skipped = (by: 'blank' | 'answered_before' | 'complete'): Outcome => ({ is: 'skipped', why: by, by });
const NOTHING: Allowance = {
	refused: null,
	windows: [],
	tokensLeft: Infinity,
	phoneTokensLeft: null,
	hasPersonalEmails: true,
};
const COST: RunCost = { most: 10, least: 4, hits: 6, phones: 0, unlisted: 'nothing', tools: [] };

interface DryRun extends Partial<Pick<Plan, 'allowance'>>, Partial<Pick<Run, 'lookups' | 'stop'>> {
	cost?: Partial<RunCost>;
	outcomes?: Outcome[];
	tools?: number;
}

function messageOf({ outcomes = [PLANNED], tools = 1, lookups = 1, stop = null, cost, allowance }: DryRun): string {
	const run = { ...runOf(outcomes), stop, lookups };
	const plan = { requests: 1, allowance: allowance === undefined ? NOTHING : allowance, cost: { ...COST, ...cost } };
	const { type, message } = dryRunHint(run, plan, tallyOf(run), tools);
	expect(type).toBe('warning');
	return message;
}

const START = 'Dry Run is on: nothing was looked up. Of 1 row a real run would';
const SENT = `${START} send 1 distinct lookup in 1 request.`;
const COSTS = 'A real run costs at most 10 tokens (prices of the account), if no answer is lost.';
const AT_LEAST = 'If everything is found, a real run costs at least 4 tokens';

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

const UNKNOWN = 'The cost is unknown, because each result of a search may be charged.';
const NEEDED = 'Each phone that is found, 6 at most, also needs a phone token';
const PLAN = 'Personal emails need a plan that includes them, and cover only people in the US.';

it.each<[string, Partial<RunCost>, Partial<Allowance> | null]>([
	[COSTS.replace('10', '12,001'), { most: 12_001 }, {}],
	[`${AT_LEAST}, and the phones, whose price the account does not list.`, { unlisted: 'phones' }, {}],
	[`${AT_LEAST}. The account does not list every price, and 6 hits may be charged.`, { unlisted: 'some' }, {}],
	[`${AT_LEAST}. The account does not list every price.`, { unlisted: 'some', hits: Infinity }, {}],
	['be charged. 4 tokens are left to spend.', { unlisted: 'some' }, { tokensLeft: 4 }],
	['be charged. 3 tokens are left to spend, which may not be enough.', { unlisted: 'some' }, { tokensLeft: 3 }],
	[`${UNKNOWN} Set Max Tokens to limit it.`, { most: Infinity }, {}],
	[`${UNKNOWN} At most 5 tokens can be spent.`, { most: Infinity }, { tokensLeft: 5 }],
	[`${COSTS} ${NEEDED}. The account does not report how many are left.`, { phones: 6 }, {}],
	[`${COSTS} ${NEEDED}: 6 are left.`, { phones: 6 }, { phoneTokensLeft: 6 }],
	[`${COSTS} ${NEEDED}: 1 is left, which may not be enough.`, { phones: 6 }, { phoneTokensLeft: 1 }],
	[COSTS, { phones: 6 }, { phoneTokensLeft: Infinity }],
	[`${COSTS} Personal emails cover only people in the US.`, { tools: [personalEmail] }, {}],
	[`${COSTS} ${PLAN}`, { tools: [personalEmail] }, { hasPersonalEmails: null }],
	[`${COSTS} ${PLAN} The account could not be checked.`, { tools: [personalEmail] }, null],
])('the hint of a dry run ends with "%s"', (text, cost, set) => {
	const message = messageOf({ cost, allowance: set && { ...NOTHING, ...set } });
	expect(message.slice(-text.length)).toBe(text);
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
