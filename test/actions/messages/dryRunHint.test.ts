import { dryRunHint } from '../../../nodes/IdentityResolution/actions/messages/dryRunHint';
import type { Forecast } from '../../../nodes/IdentityResolution/run/plan/forecast';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { doneRoute } from '../../../nodes/IdentityResolution/run/lookup';
import type { CostForecast } from '../../../nodes/IdentityResolution/run/outcome';
import { deferAll, type Plan, type Run } from '../../../nodes/IdentityResolution/run/run';

const DONE_AT = Date.UTC(2030, 0, 1);
const STOP = { reason: 'service_down', retryAt: null, refusal: null, tool: null } as const;

const planned: Run = {
	...deferAll([doneRoute({ is: 'planned', why: 'Dry Run is on' })], STOP),
	stop: null,
	lookups: 1,
};

const forecast: Forecast = { refused: null, windows: [], tokensLeft: null, doneAt: null };

const COST: CostForecast = { most: 10, expected: 5, prices: 'listed' };
const COSTS = 'A real run costs at most 10 tokens, and about 5 at a Hit Rate of 50 % (prices of the account).';

/** The hint after the sentences about rows and the cost. */
const hintFor = (set: Partial<Forecast> | null, run: Partial<Run> = {}) =>
	messageFor(1, set, run)
		.replace(/^.* in 1 request\. ?/, '')
		.replace(`${COSTS} `, '')
		.replace(COSTS, '');

const messageFor = (tools: number, set: Partial<Forecast> | null, run: Partial<Run> = {}, plan: Partial<Plan> = {}) =>
	dryRunHint(
		{ ...planned, ...run },
		{
			requests: 1,
			account: null,
			forecast: set && { ...forecast, ...set },
			cost: COST,
			hitRate: 0.5,
			...plan,
		},
		tools,
	).message;

const enough = { of: 'records', per: '5h', needed: 1, left: 2 } as const;
const short = { of: 'requests', per: '5h', needed: 3, left: 2 } as const;

it.each<[string, Partial<Forecast> | null, string]>([
	['is not active', { refused: 'account_inactive' }, 'The account does not allow it: it is not active.'],
	[
		'is on another plan',
		{ refused: 'plan_restricted', windows: [enough] },
		'The account does not allow it: its plan does not include this tool.',
	],
	['reports nothing', {}, ''],
	[
		'has enough',
		{ windows: [enough], doneAt: DONE_AT },
		'The Fair Use windows have 2 records per 5 h left, which is enough. It would be done in one run.',
	],
	[
		'may not have enough',
		{ windows: [enough, short] },
		'The Fair Use windows have 2 records per 5 h, 2 requests per 5 h left, ' +
			'which may not be enough: up to 3 requests per 5 h are needed.',
	],
	[
		'has enough only later',
		{ windows: [{ ...short, left: 0 }], doneAt: DONE_AT },
		'The Fair Use windows have 0 requests per 5 h left, ' +
			'which may not be enough: up to 3 requests per 5 h are needed. ' +
			'Including the waits for the windows, it would be done about 2030-01-01 00:00:00 UTC.',
	],
	[
		'reports one window only',
		{ windows: [enough, { ...short, left: null }] },
		'The Fair Use windows have 2 records per 5 h left, which is enough.',
	],
	[
		'has unlimited windows',
		{ windows: [{ ...enough, left: Infinity }], doneAt: DONE_AT },
		'It would be done in one run.',
	],
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

it('the hint counts each pair of short windows, and separates thousands', () => {
	expect(
		hintFor({
			windows: [
				{ ...short, needed: 3_000 },
				{ of: 'records', per: '1w', needed: 5, left: 0 },
			],
		}),
	).toBe(
		'The Fair Use windows have 2 requests per 5 h, 0 records per week left, which may not be enough: ' +
			'up to 3,000 requests per 5 h and 5 records per week are needed.',
	);
});

it('a window with exactly what is needed is enough', () => {
	expect(hintFor({ windows: [{ ...short, left: 3 }], doneAt: DONE_AT })).toBe(
		'The Fair Use windows have 3 requests per 5 h left, which is enough. It would be done in one run.',
	);
});

it('the hint is a warning', () => {
	const plan = { requests: 1, account: null, forecast: null, cost: COST, hitRate: 0.5 };
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

it.each<[CostForecast, number, string]>([
	[
		{ most: 1, expected: 0.25, prices: 'assumed' },
		0.25,
		'A real run costs at most 1 token, and about 0 at a Hit Rate of 25 % ' +
			'(estimated, because some prices are unknown).',
	],
	[
		{ most: 12_000.5, expected: 9_600.4, prices: 'listed' },
		0.8,
		'A real run costs at most 12,001 tokens, and about 9,600 at a Hit Rate of 80 % (prices of the account).',
	],
	[
		{ most: null, expected: 0, prices: 'listed' },
		0.5,
		'The cost is unknown, because each result of a search is charged. Set Max Tokens to limit it.',
	],
])('the hint shows the cost at most and as expected, and what it is based on', (cost, hitRate, text) => {
	expect(messageFor(1, {}, {}, { cost, hitRate })).toContain(text);
});

it('the hint shows no cost if nothing would be sent', () => {
	expect(messageFor(1, {}, { lookups: 0 })).not.toContain('costs');
});

it('the hint says nothing about the account if nothing would be sent', () => {
	expect(hintFor({ windows: [short], tokensLeft: 5 }, { lookups: 0 })).toBe('');
});

it('the hint quotes the refusal if the account could not be checked', () => {
	const refusal = { kind: 'internal_error', httpStatus: 503, code: null, message: null, retryAfter: null } as const;
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
		expect(messageFor(4, { refused: 'plan_restricted', windows: [enough] })).toBe(
			`${FIRST_LOOKUPS} The plan does not include one of the tools. Other tools are used instead. ` +
				`${COSTS} ` +
				'The Fair Use windows have 2 records per 5 h left, which is enough.',
		);
		expect(messageFor(4, { refused: 'account_inactive', windows: [enough] })).toMatch(
			/The account does not allow it: it is not active\.$/,
		);
	});
});
