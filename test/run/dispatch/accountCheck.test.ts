import type { Reason } from '../../../nodes/IdentityResolution/api/refusals';
import { readAccount } from '../../../nodes/IdentityResolution/api/account/account';
import type { JsonObject } from '../../../nodes/IdentityResolution/api/json';
import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import type { Refusal } from '../../../nodes/IdentityResolution/api/replies/refusal';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/reply';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { customTool } from '../../../nodes/IdentityResolution/api/tools/anyTool';
import { getAccount } from '../../../nodes/IdentityResolution/api/tools/account/getAccount';
import { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import { Budget } from '../../../nodes/IdentityResolution/run/budget/budget';
import type { Limits } from '../../../nodes/IdentityResolution/run/limits';
import {
	checkAccount,
	decideAccountCheck,
	newAccountCheck,
	toolToCheckFirst,
	type AccountCheckState,
} from '../../../nodes/IdentityResolution/run/dispatch/accountCheck';
import { MAX_RETRIES } from '../../../nodes/IdentityResolution/run/dispatch/retryPolicy';
import { newRunState, type RunState } from '../../../nodes/IdentityResolution/run/dispatch/runState';
import { stopFor } from '../../../nodes/IdentityResolution/run/outcome';
import { lookupOf } from '../../../nodes/IdentityResolution/run/lookup';
import { newThrottle, type Throttle } from '../../../nodes/IdentityResolution/run/throttle/throttle';
import { noSubscriber } from '../../support/run/registries';
import { limitsWith } from '../../support/run/limits';
import { businessProfile, inBatchesOf, lookupFor, people, personalEmail } from '../../support/run/lookups';
import { accountWith, badKey, hit, http, lost, miss } from '../../support/api/replies';
import { VirtualClock } from '../../../dev/simulation/virtualClock';

const NOW = Date.UTC(2030, 0, 1);
const custom = customTool('custom_tool');

function runOf(tool: Tool, count: number, budget = new Budget(Infinity)): RunState {
	const registry = new LookupRegistry();
	for (const name of people(count)) {
		registry.load(
			Object.keys(tool.requestFields).length > 0
				? lookupFor(tool, name)
				: lookupOf(tool, readBody({ name }), 'without'),
			noSubscriber,
		);
	}
	return newRunState(
		{ registry, budget, limits: limitsWith() },
		{ account: 'optional', prices: 'unneeded' },
		NOW,
		() => 0,
	);
}

const firstCheckOf = ({ registry, budget }: RunState) => toolToCheckFirst(registry, budget);

describe('a run checks the account before its first lookup', () => {
	it.each<[string, Tool, number]>([
		['one by one', businessProfile, 50],
		['in batches of a hundred', personalEmail, 5_000],
		['in batches of ten', inBatchesOf(10, personalEmail), 500],
	])('if it has more than fifty requests to send, %s', (_says, tool, max) => {
		expect(firstCheckOf(runOf(tool, max))).toBeNull();
		expect(firstCheckOf(runOf(tool, max + 1))).toBe(tool);
	});

	it.each<[string, Tool]>([
		['whose windows the account does not report', custom],
		['that is free', getAccount],
	])('but not for a tool %s', (_says, tool) => {
		expect(firstCheckOf(runOf(tool, 60))).toBeNull();
	});

	it('but not if the account is known', () => {
		const budget = new Budget(Infinity);
		budget.updateFromAccount(readAccount({}));
		expect(firstCheckOf(runOf(businessProfile, 60, budget))).toBeNull();
	});

	it('but not if there are no lookups', () => {
		expect(firstCheckOf(runOf(businessProfile, 0))).toBeNull();
	});
});

describe('checkAccount', () => {
	const checkWith = (reply: Reply) =>
		checkAccount({ send: () => Promise.resolve(reply), clock: new VirtualClock(NOW) });

	it('sends get_account once, with an empty body', async () => {
		const sent: Array<[Tool, JsonObject]> = [];
		const send = (tool: Tool, body: JsonObject) => {
			sent.push([tool, body]);
			return Promise.resolve(accountWith(5));
		};
		await checkAccount({ send, clock: new VirtualClock(NOW) });
		expect(sent).toEqual([[getAccount, {}]]);
	});

	it('returns the account', async () => {
		expect(await checkWith(accountWith(480))).toMatchObject({
			is: 'answered',
			account: { fairUse: { enrich: { records: { '5h': { remaining: 480 } } } } },
		});
	});

	it('returns an empty account', async () => {
		expect(await checkWith(hit({}))).toMatchObject({ is: 'answered', account: readAccount({}) });
	});

	it.each<[string, Reply, Reason | null]>([
		['a rejected key', badKey(), 'unauthorized'],
		['a lost answer', lost(), 'lost'],
		['a web page', http(200, '<html>'), 'lost'],
		['no account', miss(), null],
	])('returns why the account is unknown: %s', async (_says, reply, kind) => {
		expect(await checkWith(reply)).toMatchObject({
			is: 'unanswered',
			refusal: kind === null ? null : { reason: kind },
		});
	});

	it('reports departures from the contract', async () => {
		const odd = http(200, { status: 'odd', results: { plan: 'example' }, metadata: {} });
		expect((await checkWith(odd)).drift).toContain('status is "odd"');
	});

	it('reads a Retry-After date against the clock', async () => {
		const date = new Date(NOW + 20_000).toUTCString();
		const refused = http(429, { error: { code: 'rate_limited', message: 'Wait' } }, { 'retry-after': date });
		expect(await checkWith(refused)).toMatchObject({ refusal: { reason: 'rate_limited', retryAfter: 20_000 } });
	});
});

interface Setting {
	retryAfter?: number;
	throttle?: Partial<Throttle>;
	limits?: Partial<Limits>;
	/** The throttle's generation when the check was sent. */
	generation?: number;
	check?: Partial<AccountCheckState>;
}

const refusalOf = (kind: Reason, retryAfter: number | null = null): Refusal => ({
	reason: kind,
	httpStatus: 400,
	code: null,
	message: null,
	retryAfter,
});

const decided = (kind: Reason | null, { retryAfter, throttle, limits, generation = 0, check }: Setting = {}) =>
	decideAccountCheck(kind && refusalOf(kind, retryAfter), { ...newAccountCheck('optional'), ...check }, generation, {
		throttle: { ...newThrottle(20), ...throttle },
		limits: limitsWith(limits),
		now: NOW,
		deadline: Infinity,
		random: () => 0,
	});

const CONTINUE = { do: 'continue' };
const retryIn = (ms: number, next: Partial<AccountCheckState>) => ({
	do: 'retry',
	pause: { until: NOW + ms, kind: 'repeat' },
	next,
});

describe('an optional account check that fails', () => {
	it.each<Reason>(['unknown_tool', 'forbidden', 'plan_restricted', 'plan_limit', 'invalid_input'])(
		'is ignored if it affects only get_account: %s',
		(kind) => {
			expect(decided(kind)).toEqual(CONTINUE);
		},
	);

	it('is ignored if the service has no account', () => {
		expect(decided(null)).toEqual(CONTINUE);
	});

	it.each<Reason>(['internal_error', 'unsent', 'lost'])('is ignored, and not retried: %s', (kind) => {
		expect(decided(kind)).toEqual(CONTINUE);
	});

	it.each<[Reason, string]>([
		['unauthorized', 'unauthorized'],
		['account_inactive', 'account_inactive'],
		['insufficient_tokens', 'insufficient_tokens'],
		['insufficient_phone_tokens', 'insufficient_tokens'],
		['wrong_address', 'wrong_address'],
	])('stops the run if lookups would also be refused: %s', (kind, reason) => {
		expect(decided(kind)).toMatchObject({ do: 'stop', stop: { reason, retryAt: null, refusal: { reason: kind } } });
	});

	it.each<[Reason, string, number]>([
		['rate_limited', 'for Retry-After', 5_000],
		['fair_use_records', 'for Retry-After plus one second', 6_000],
		['fair_use_requests', 'for Retry-After plus one second', 6_000],
	])('pauses the run at a limit: %s, %s', (kind, _says, ms) => {
		expect(decided(kind, { retryAfter: 5_000 })).toMatchObject(
			retryIn(ms, { ...newAccountCheck('optional'), refusals: 1 }),
		);
	});

	it('waits longer with each consecutive refusal', () => {
		expect(decided('rate_limited', { retryAfter: 5_000, check: { refusals: 2 } })).toMatchObject(
			retryIn(7_000, { refusals: 3 }),
		);
	});

	it('stops the run if the wait is longer than Max Wait', () => {
		expect(decided('rate_limited', { retryAfter: 61_000 })).toMatchObject({
			do: 'stop',
			stop: { reason: 'rate_limited', retryAt: NOW + 62_000, tool: null },
		});
	});

	it.each([
		['waits until the end of a pause that started after it was sent', 1, 9_000],
		['has its own wait if no pause started since', 2, 1_000],
	])('%s', (_says, generation, ms) => {
		const throttle = { generation: 2, pausedUntil: NOW + 9_000 };
		expect(decided('rate_limited', { throttle, generation })).toMatchObject(retryIn(ms, { refusals: 1 }));
	});
});

describe('a required account check that fails', () => {
	const required = (kind: Reason | null, check: Partial<AccountCheckState> = {}) =>
		decided(kind, { check: { need: 'required', ...check } });

	it.each<[Reason, Partial<AccountCheckState>, number, Partial<AccountCheckState>]>([
		['internal_error', {}, 500, { errorCount: 1 }],
		['internal_error', { errorCount: 2 }, 2_000, { errorCount: 3 }],
		['unsent', {}, 500, { errorCount: 1 }],
		['lost', {}, 500, { lostCount: 1 }],
		['lost', { errorCount: 2 }, 500, { errorCount: 2, lostCount: 1 }],
	])('is retried like a lookup: %s after %p', (kind, check, ms, next) => {
		expect(required(kind, check)).toMatchObject(retryIn(ms, next));
	});

	it('stops the run if the key has no access to the account', () => {
		expect(required('forbidden')).toMatchObject({ do: 'stop', stop: { reason: 'forbidden' } });
	});

	it.each<[Reason, Partial<AccountCheckState>]>([
		['internal_error', { errorCount: MAX_RETRIES }],
		['lost', { lostCount: 1 }],
	])('is not retried more often: %s after %p', (kind, check) => {
		expect(required(kind, check).do).not.toBe('retry');
	});

	it.each<[Reason, string, string | null]>([
		['plan_restricted', 'plan_restricted', 'get_account'],
		['unknown_tool', 'unknown_tool', 'get_account'],
		['invalid_input', 'service_down', null],
		['unauthorized', 'unauthorized', null],
	])('stops the run: %s', (kind, reason, tool) => {
		expect(required(kind)).toMatchObject({ do: 'stop', stop: { reason, tool, refusal: { reason: kind } } });
	});

	it('stops the run if the service has no account', () => {
		expect(required(null)).toEqual({ do: 'stop', stop: stopFor('service_down') });
	});

	it('stops the run after its last retry', () => {
		expect(required('internal_error', { errorCount: MAX_RETRIES })).toMatchObject({
			do: 'stop',
			stop: { reason: 'service_down', refusal: { reason: 'internal_error' } },
		});
	});

	it('is retried after a lost answer', () => {
		expect(required('lost')).toMatchObject({ do: 'retry' });
	});
});
