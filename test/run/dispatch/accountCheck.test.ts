import { readAccount } from '../../../nodes/IdentityResolution/api/account/account';
import type { JsonObject } from '../../../nodes/IdentityResolution/api/json';
import { readBody } from '../../../nodes/IdentityResolution/api/identifiers/body';
import type { Refusal, RefusalKind } from '../../../nodes/IdentityResolution/api/replies/refusal';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/reply';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { customTool } from '../../../nodes/IdentityResolution/api/tools/anyTool';
import { getAccount } from '../../../nodes/IdentityResolution/api/tools/getAccount';
import { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import { Budget } from '../../../nodes/IdentityResolution/run/budget/budget';
import type { Limits } from '../../../nodes/IdentityResolution/run/limits';
import {
	requireAccountCheck,
	decideAccountCheck,
	checkAccount,
} from '../../../nodes/IdentityResolution/run/dispatch/accountCheck';
import { lookupOf } from '../../../nodes/IdentityResolution/run/lookup';
import { newThrottle, type Throttle } from '../../../nodes/IdentityResolution/run/throttle/throttle';
import { startState, type RunContext } from '../../../nodes/IdentityResolution/run/dispatch/state';
import { nobody } from '../../support/books';
import { limitsWith } from '../../support/limits';
import { businessProfile, lookupFor, people, personalEmail } from '../../support/lookups';
import { accountWith, badKey, hit, http, lost, miss } from '../../support/replies';
import { VirtualClock } from '../../../dev/simulation/virtualClock';

const NOW = Date.UTC(2030, 0, 1);
const custom = customTool('custom_tool');

function runOf(tool: Tool, count: number, set: Partial<Limits> = {}): RunContext {
	const limits = limitsWith(set);
	const registry = new LookupRegistry({ batchSize: limits.batchSize });
	for (const name of people(count)) {
		registry.load(
			Object.keys(tool.requestFields).length > 0
				? lookupFor(tool, name)
				: lookupOf(tool, readBody({ name }), 'without'),
			nobody,
		);
	}
	return { state: startState(limits, NOW), registry, budget: new Budget(limits), limits, random: () => 0 };
}

/** Whether the account is asked before the tool. */
function looksFirst(run: RunContext, tool: Tool): boolean {
	requireAccountCheck(run);
	return run.budget.permit({ tool, phone: 'without', max: 1, min: 1 }).is === 'checkAccount';
}

describe('a run that begins with a look', () => {
	it.each<[string, Tool, number, Partial<Limits>]>([
		['one by one', businessProfile, 50, {}],
		['in batches of a hundred', personalEmail, 5_000, {}],
		['in batches of ten', personalEmail, 500, { batchSize: 10 }],
		['in batches as large as the tool takes', personalEmail, 5_000, { batchSize: 500 }],
		['one by one of a tool that does not batch, whatever batchSize says', businessProfile, 50, { batchSize: 100 }],
	])('has more than fifty requests to send, %s', (_says, tool, most, limits) => {
		expect(looksFirst(runOf(tool, most, limits), tool)).toBe(false);
		expect(looksFirst(runOf(tool, most + 1, limits), tool)).toBe(true);
	});

	it.each<[string, Tool]>([
		['of whose windows the account does not tell', custom],
		['that is free', getAccount],
	])('asks no tool %s', (_says, tool) => {
		expect(looksFirst(runOf(tool, 60), tool)).toBe(false);
	});

	it('has not asked the account already', () => {
		const run = runOf(businessProfile, 60);
		run.budget.beginAccountCheck();
		run.budget.updateFromAccount(readAccount({}));
		expect(looksFirst(run, businessProfile)).toBe(false);
	});

	it('has something to ask', () => {
		expect(looksFirst(runOf(businessProfile, 0), businessProfile)).toBe(false);
	});

	it('takes nobody out of the line', () => {
		const run = runOf(businessProfile, 60);
		requireAccountCheck(run);
		expect(run.registry.queued(businessProfile)).toBe(60);
	});
});

describe('a look at the account', () => {
	const lookWith = (reply: Reply) =>
		checkAccount({ send: () => Promise.resolve(reply), clock: new VirtualClock(NOW) });

	it('asks get_account, once, with nothing in the body', async () => {
		const sent: Array<[Tool, JsonObject]> = [];
		const send = (tool: Tool, body: JsonObject) => {
			sent.push([tool, body]);
			return Promise.resolve(accountWith(5));
		};
		await checkAccount({ send, clock: new VirtualClock(NOW) });
		expect(sent).toEqual([[getAccount, {}]]);
	});

	it('tells how the account stands', async () => {
		expect(await lookWith(accountWith(480))).toMatchObject({
			is: 'known',
			account: { fairUse: { enrich: { records: { '5h': { remaining: 480 } } } } },
		});
	});

	it('is told by an account that holds nothing, too', async () => {
		expect(await lookWith(hit({}))).toEqual({ is: 'known', account: readAccount({}) });
	});

	it.each<[string, Reply, RefusalKind | null]>([
		['a dead key', badKey(), 'unauthorized'],
		['a lost answer', lost(), 'lost'],
		['a web page', http(200, '<html>'), 'lost'],
		['no account', miss(), null],
	])('that tells nothing says why, where there is a reason: %s', async (_says, reply, kind) => {
		expect(await lookWith(reply)).toEqual({
			is: 'unknown',
			refusal: kind === null ? null : (expect.objectContaining({ kind }) as Refusal),
		});
	});

	it('reads a time to come back against the clock', async () => {
		const date = new Date(NOW + 20_000).toUTCString();
		const refused = http(429, { error: { code: 'rate_limited', message: 'Wait' } }, { 'retry-after': date });
		expect(await lookWith(refused)).toMatchObject({ refusal: { kind: 'rate_limited', retryAfter: 20_000 } });
	});
});

describe('a look that is refused', () => {
	interface Circumstances {
		retryAfter?: number;
		pace?: Partial<Throttle>;
		limits?: Partial<Limits>;
		/** The episode in which it was sent. */
		episode?: number;
		/** Looks that failed before it. */
		failed?: number;
	}

	const refusalOf = (kind: RefusalKind, retryAfter: number | null = null): Refusal => ({
		kind,
		httpStatus: 400,
		code: null,
		message: null,
		retryAfter,
	});

	const judged = (
		kind: RefusalKind,
		{ retryAfter, pace, limits, episode: generation = 0, failed = 0 }: Circumstances = {},
	) =>
		decideAccountCheck(
			refusalOf(kind, retryAfter),
			{ errorCount: failed, lostCount: failed, generation },
			{
				throttle: { ...newThrottle(20), ...pace },
				limits: limitsWith(limits),
				now: NOW,
				deadline: Infinity,
				random: () => 0,
			},
		);

	it.each<RefusalKind>(['unknown_tool', 'plan_restricted', 'plan_limit', 'invalid_input'])(
		'changes nothing where that concerns get_account alone: %s',
		(kind) => {
			expect(judged(kind)).toBeNull();
		},
	);

	it.each<RefusalKind>(['internal_error', 'unsent', 'lost'])(
		'changes nothing where it failed on its way, and is not tried again: %s',
		(kind) => {
			expect(judged(kind)).toBeNull();
			expect(judged(kind, { limits: { retries: 0, onLostAnswer: 'fail' } })).toBeNull();
		},
	);

	it.each<[RefusalKind, string]>([
		['unauthorized', 'unauthorized'],
		['forbidden', 'forbidden'],
		['account_inactive', 'account_inactive'],
		['insufficient_tokens', 'insufficient_tokens'],
		['insufficient_phone_tokens', 'insufficient_tokens'],
		['redirected', 'wrong_address'],
	])('stops the run where every other request would be refused so: %s', (kind, reason) => {
		expect(judged(kind)).toMatchObject({ do: 'stop', stop: { reason, retryAt: null, refusal: { kind } } });
	});

	it.each<[RefusalKind, string, number]>([
		['rate_limited', 'for as long as the service says', 5_000],
		['fair_use_records', 'for a second longer', 6_000],
		['fair_use_requests', 'for a second longer', 6_000],
	])('holds the run where it meets a limit: %s, %s', (kind, _says, ms) => {
		// Lookups have another guard: they are not to be slowed down by this one.
		expect(judged(kind, { retryAfter: 5_000 })).toEqual({ do: 'pause', until: NOW + ms, kind: 'repeat' });
	});

	it.each<[RefusalKind, number, number | null]>([
		['internal_error', 0, 500],
		['internal_error', 2, 2_000],
		['internal_error', 3, null],
		['unsent', 0, 500],
		['lost', 0, 500],
		['lost', 1, null],
	])('is tried again under a reserve, as any request would be: %s after %i failed', (kind, failed, wait) => {
		const verdict = wait === null ? null : { do: 'pause', until: NOW + wait, kind: 'repeat' };
		expect(judged(kind, { failed, limits: { reserve: 1 } })).toEqual(verdict);
	});

	it('stops the run where that is longer than Max Wait', () => {
		expect(judged('rate_limited', { retryAfter: 61_000 })).toMatchObject({
			do: 'stop',
			stop: { reason: 'rate_limited', retryAt: NOW + 62_000 },
		});
	});

	it.each([
		['waits as the others do where it was sent before the pause began', 1, { until: NOW + 9_000, kind: 'repeat' }],
		['has a wait of its own where it was sent after that', 2, { until: NOW + 1_000, kind: 'repeat' }],
	])('%s', (_says, generation, pause) => {
		const pace = { generation: 2, pausedUntil: NOW + 9_000 };
		expect(judged('rate_limited', { pace, episode: generation })).toEqual({ do: 'pause', ...pause });
	});
});
