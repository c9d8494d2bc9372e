import type { Reply } from '../../nodes/IdentityResolution/api/reply';
import { everyoneFound, nameOf, profileOf, type Script } from '../support/fakeService';
import { businessProfile, people, personalEmail, rowsOf } from '../support/lookups';
import { count, reasonsOf, sentByTime, stopOf } from '../support/played';
import {
	accountWith,
	badKey,
	batchOf,
	brokenDown,
	hit,
	http,
	lost,
	miss,
	rateLimited,
	recordsUsedUp,
	requestsUsedUp,
	unsent,
} from '../support/replies';
import { always, atFirst } from '../support/scripts';
import { play, type Played } from '../support/virtualRun';

const START = Date.UTC(2030, 0, 1);

describe('a burst limit', () => {
	it.each([
		['that says how long', () => rateLimited(5), 6_100],
		['that does not say how long', () => rateLimited(), 1_100],
	])('%s and refuses everything in flight is waited for once, and then half as many are sent at once', async (_says, reply, again) => {
		const done = await play(rowsOf(businessProfile, 30), {
			limits: { concurrency: 8 },
			script: (asked) => (asked.at === 0 ? reply() : everyoneFound(asked)),
		});
		expect(sentByTime(done).slice(0, 2)).toEqual([
			[0, 8],
			[again, 4],
		]);
		expect(count(done, 'found')).toBe(30);
	});

	it('that has passed lets more be sent with each round of answers, up to as many as before', async () => {
		const done = await play(rowsOf(businessProfile, 60), {
			limits: { concurrency: 8 },
			script: (asked) => (asked.at === 0 ? rateLimited(5) : everyoneFound(asked)),
		});
		const widths = sentByTime(done).slice(1, -1).map(([, sent]) => sent);
		expect(widths[0]).toBe(4);
		expect(widths.at(-1)).toBe(8);
		expect(widths.every((width, round) => round === 0 || [0, 1].includes(width - widths[round - 1]))).toBe(true);
	});

	it('that refuses everything in flight counts as one refusal in a row, however many it refuses', async () => {
		const done = await play(rowsOf(businessProfile, 30), {
			script: (asked) => (asked.at === 0 || asked.nth === 20 ? rateLimited(5) : everyoneFound(asked)),
		});
		expect(count(done, 'found')).toBe(30);
	});

	it('is waited for longer where a later refusal says so, and nobody sends meanwhile', async () => {
		const done = await play(rowsOf(businessProfile, 10), {
			limits: { concurrency: 2 },
			script: (asked) => (asked.at === 0 ? rateLimited(asked.nth === 0 ? 5 : 20) : everyoneFound(asked)),
		});
		expect(sentByTime(done).slice(0, 2)).toEqual([
			[0, 2],
			[21_100, 1],
		]);
	});

	it('that says no time is tried again after one second, two, four and so on', async () => {
		const done = await play(rowsOf(businessProfile, 1), { script: [rateLimited(), rateLimited(), rateLimited()] });
		expect(done.service.times).toEqual([0, 1_100, 3_200, 7_300]);
		expect(done.statuses).toEqual(['found']);
	});

	it('is waited for no longer than Max Wait in sum, and then the rest is deferred', async () => {
		const done = await play(rowsOf(businessProfile, 5), { script: always(() => rateLimited()), limits: { concurrency: 1, maxWait: 10_000 } });
		expect(done.service.times).toEqual([0, 1_100, 3_200, 7_300]);
		expect(reasonsOf(done)).toEqual(['rate_limited']);
		expect(done.stop?.retryAt).toBeNull();
	});

	it('is waited for eight times in a row, and then the rest is deferred', async () => {
		const done = await play(rowsOf(businessProfile, 5), { script: always(() => rateLimited(0)), limits: { concurrency: 1 } });
		expect(done.service.requests).toHaveLength(9);
		expect(count(done, 'deferred')).toBe(5);
		expect(reasonsOf(done)).toEqual(['rate_limited']);
	});

	it('is waited for anew after an answer', async () => {
		const done = await play(rowsOf(businessProfile, 10), {
			script: (asked) => (asked.nth % 9 === 8 ? everyoneFound(asked) : rateLimited(0)),
			limits: { concurrency: 1 },
		});
		expect(count(done, 'found')).toBe(10);
		expect(done.service.requests).toHaveLength(90);
	});

	it.each(['defer', 'error'] as const)('is not waited for where onLimit is %s', async (onLimit) => {
		const done = await play(rowsOf(businessProfile, 5), { script: always(() => rateLimited(1)), limits: { concurrency: 1, onLimit } });
		expect(done.service.requests).toHaveLength(1);
		expect(done.rows.map(stopOf)).toEqual(Array(5).fill(expect.objectContaining({ reason: 'rate_limited', retryAt: START + 100 + 2_000 })));
	});
});

describe('a Fair Use window', () => {
	const used: Array<[string, (retryAfter: number) => Reply, string]> = [
		['records', recordsUsedUp, 'fair_use_records'],
		['requests', requestsUsedUp, 'fair_use_requests'],
	];

	describe.each(used)('of %s', (_says, usedUp, reason) => {
		it('is waited for by everybody, and then as many are sent as before', async () => {
			const done = await play(rowsOf(businessProfile, 12), { limits: { concurrency: 4 }, script: atFirst(() => usedUp(30)) });
			expect(sentByTime(done).slice(0, 2)).toEqual([
				[0, 4],
				[31_100, 4],
			]);
			expect(count(done, 'found')).toBe(12);
		});

		it('that is closed for longer than Max Wait defers everything, with the time to come back', async () => {
			const done = await play(rowsOf(businessProfile, 12), { limits: { concurrency: 1 }, script: always(() => usedUp(3_600)) });
			const retryAt = START + 100 + 3_601_000;
			expect(done.service.requests).toHaveLength(1);
			expect(done.rows.map(stopOf)).toEqual(Array(12).fill(expect.objectContaining({ reason, retryAt })));
			expect(done.stop).toMatchObject({ reason, retryAt });
			expect(done.took).toBe(100);
		});

		it('that is closed for five hours is waited for where Max Wait says so', async () => {
			const done = await play(rowsOf(businessProfile, 2), { limits: { concurrency: 1, maxWait: 18_001_000 }, script: [usedUp(18_000)] });
			expect(done.service.times).toEqual([0, 18_001_100, 18_001_200]);
			expect(done.statuses).toEqual(['found', 'found']);
		});
	});

	it('holds up what waits to be tried again, too', async () => {
		const script: Script = (asked) => [brokenDown(), recordsUsedUp(30)][asked.nth] ?? everyoneFound(asked);
		const done = await play(rowsOf(businessProfile, 2), { script });
		expect(done.service.times).toEqual([0, 0, 31_100, 31_100]);
	});

	it('keeps what is answered meanwhile', async () => {
		const done = await play(rowsOf(businessProfile, 2), {
			script: atFirst(() => recordsUsedUp(3_600)),
			latency: ({ nth }) => 100 + 400 * nth,
		});
		expect(done.statuses).toEqual(['deferred', 'found']);
	});

	it('is staggered by chance, so that runs which wait for the same window do not come back at the same instant', async () => {
		const comesBack = async (chance: number) => {
			const done = await play(rowsOf(businessProfile, 1), { script: [recordsUsedUp(30)], random: () => chance });
			return done.service.times[1];
		};
		expect(await Promise.all([0, 0.4, 0.8].map(comesBack))).toEqual([31_100, 31_200, 31_300]);
	});
});

describe('maxRunTime', () => {
	it('lets nothing more be sent, and waits for what is under way', async () => {
		const done = await play(rowsOf(businessProfile, 10), { limits: { concurrency: 1, maxRunTime: 1_000 }, latency: () => 300 });
		expect(done.service.times).toEqual([0, 300, 600, 900]);
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([4, 6]);
		expect(reasonsOf(done)).toEqual(['run_time']);
		expect(done.took).toBe(1_200);
	});

	it('ends the wait for a retry', async () => {
		const done = await play(rowsOf(businessProfile, 1), { limits: { maxRunTime: 1_000 }, script: always(brokenDown) });
		expect(done.service.times).toEqual([0, 600]);
		expect(done.statuses).toEqual(['deferred']);
		expect(done.took).toBe(1_000);
	});

	it('ends a pause before it begins where the pause would last longer, with the time to come back', async () => {
		const done = await play(rowsOf(businessProfile, 3), { limits: { concurrency: 1, maxRunTime: 10_000 }, script: always(() => recordsUsedUp(30)) });
		expect(done.service.requests).toHaveLength(1);
		expect(done.stop).toMatchObject({ reason: 'run_time', retryAt: START + 31_100 });
		expect(done.took).toBe(100);
	});

	it('ends a pause before it begins where the pause would last exactly as long', async () => {
		const done = await play(rowsOf(businessProfile, 1), { limits: { maxRunTime: 31_100 }, script: [recordsUsedUp(30)] });
		expect(done.stop?.reason).toBe('run_time');
		expect(done.took).toBe(100);
	});

	it('lets a pause be that ends before it', async () => {
		const done = await play(rowsOf(businessProfile, 1), { limits: { maxRunTime: 31_101 }, script: [recordsUsedUp(30)] });
		expect(done.statuses).toEqual(['found']);
	});

	it('begins with the question for the account', async () => {
		const done = await play(rowsOf(businessProfile, 10), {
			limits: { concurrency: 1, maxRunTime: 1_000, reserve: 1 },
			latency: ({ tool }) => (tool.family === 'free' ? 700 : 100),
		});
		expect(done.service.times).toEqual([0, 700, 800, 900]);
		expect(count(done, 'found')).toBe(3);
	});

	it('asks nothing but the account where that takes all of it', async () => {
		const done = await play(rowsOf(businessProfile, 10), { limits: { maxRunTime: 1_000, reserve: 1 }, latency: () => 1_000 });
		expect(done.service.tools).toEqual(['get_account']);
		expect(reasonsOf(done)).toEqual(['run_time']);
	});
});

describe('maxTokens', () => {
	const pricedAt =
		(tokens: number): Script =>
		(asked) =>
			asked.tool === businessProfile ? hit(profileOf(asked.inputs[0]), { tokens_charged: tokens }) : everyoneFound(asked);

	const lookupSizes = ({ service }: Played) => service.requests.filter(({ tool }) => tool.family !== 'free').map(({ inputs }) => inputs.length);

	it('asks the free account once, before anything else', async () => {
		const done = await play(rowsOf(personalEmail, 5), { limits: { maxTokens: 100 } });
		expect(done.service.tools).toEqual(['get_account', personalEmail.name]);
	});

	it('cuts batches to what is left, and defers the rest', async () => {
		const done = await play(rowsOf(personalEmail, 250), { limits: { maxTokens: 120 } });
		expect(lookupSizes(done)).toEqual([100, 20]);
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([120, 130]);
		expect(reasonsOf(done)).toEqual(['token_budget']);
		expect(done.tally).toMatchObject({ tokens: 120, tokensAre: 'estimated' });
	});

	it('is not used up by misses: what they leave is asked on', async () => {
		const odd = (input: string) => Number(nameOf(input).split('-')[1]) % 2 === 1;
		const done = await play(rowsOf(personalEmail, 250), {
			limits: { maxTokens: 60 },
			script: ({ tool, inputs }) => {
				if (tool.family === 'free') return accountWith(1_000);
				if (inputs.length === 1) return odd(inputs[0]) ? hit(profileOf(inputs[0])) : miss();
				return batchOf(inputs.map((input) => ({ input, results: odd(input) ? profileOf(input) : null })));
			},
		});
		expect(count(done, 'found')).toBe(60);
		expect(lookupSizes(done).slice(0, 3)).toEqual([60, 30, 15]);
	});

	it('asks a tool that reports charges singly until its price is known, then as many as it pays for', async () => {
		const done = await play(rowsOf(businessProfile, 50), { limits: { maxTokens: 20 }, script: pricedAt(3) });
		expect(sentByTime(done)).toEqual([
			[0, 1],
			[100, 1],
			[200, 5],
		]);
		expect(count(done, 'found')).toBe(6);
		expect(done.tally).toMatchObject({ tokens: 18, tokensAre: 'reported' });
		expect(reasonsOf(done)).toEqual(['token_budget']);
	});

	it('learns no price from misses', async () => {
		const done = await play(rowsOf(businessProfile, 50), {
			limits: { maxTokens: 20 },
			script: (asked) => (asked.nth > 0 && asked.nth < 4 ? miss({ tokens_charged: 0 }) : pricedAt(3)(asked)),
		});
		expect(sentByTime(done).map(([, sent]) => sent)).toEqual([1, 1, 1, 1, 1, 5]);
	});

	it('pays for several tools together', async () => {
		const done = await play([...rowsOf(personalEmail, 10), ...rowsOf(businessProfile, 10)], { limits: { maxTokens: 17 }, script: pricedAt(3) });
		expect(done.tally.tokens).toBe(16);
		expect(count(done, 'found')).toBe(12);
	});

	it('counts a lost answer as charged: it may have been', async () => {
		const done = await play(rowsOf(personalEmail, 10), { limits: { maxTokens: 15 }, script: [accountWith(1_000), lost()] });
		expect(lookupSizes(done)).toEqual([10, 5]);
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([5, 5]);
	});

	it('counts as charged what a batch says nothing about: it may have been', async () => {
		const done = await play(rowsOf(personalEmail, 10), {
			limits: { maxTokens: 12 },
			script: [accountWith(1_000), batchOf(people(5).map((input) => ({ input, results: profileOf(input) })))],
		});
		expect(lookupSizes(done)).toEqual([10, 1, 1]);
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([7, 3]);
	});

	it('does not count what was never charged', async () => {
		const done = await play(rowsOf(personalEmail, 10), { limits: { maxTokens: 10 }, script: [accountWith(1_000), brokenDown(), unsent()] });
		expect(count(done, 'found')).toBe(10);
	});

	it('is not exceeded where phones cost more and the first ones have none', async () => {
		const script: Script = (asked) => {
			if (asked.tool.family === 'free') return accountWith(1_000);
			const [input] = asked.inputs;
			if (['person-1', 'person-2'].includes(nameOf(input))) return hit(profileOf(input), { tokens_charged: 1 });
			return hit({ ...profileOf(input), mobile_phone: '12025550100' }, { tokens_charged: 5 });
		};
		const done = await play(rowsOf(businessProfile, 50, 'with'), { limits: { maxTokens: 20 }, script });
		expect(done.tally.tokens).toBeLessThanOrEqual(20);
	});
});

describe('reserve', () => {
	it('leaves so many records of the 5 h window untouched', async () => {
		const done = await play(rowsOf(personalEmail, 250), { limits: { reserve: 100 }, script: [accountWith(220)] });
		expect(done.service.sizes).toEqual([0, 100, 20]);
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([120, 130]);
		expect(reasonsOf(done)).toEqual(['reserve']);
	});

	it('of a single record leaves that one', async () => {
		expect(count(await play(rowsOf(personalEmail, 9), { limits: { reserve: 1 }, script: [accountWith(5)] }), 'found')).toBe(4);
	});

	it('of nothing leaves it to the service to say when its window is used up', async () => {
		expect(count(await play(rowsOf(personalEmail, 9), { limits: { maxTokens: 9 }, script: [accountWith(5)] }), 'found')).toBe(9);
	});

	it.each([100, 99, 0])('asks nothing but the account where that has %i of 100 left', async (records) => {
		const done = await play(rowsOf(personalEmail, 5), { limits: { reserve: 100 }, script: [accountWith(records)] });
		expect(done.service.tools).toEqual(['get_account']);
		expect(reasonsOf(done)).toEqual(['reserve']);
	});

	it('and maxTokens both hold', async () => {
		const bounds = { reserve: 100, maxTokens: 30 };
		expect(count(await play(rowsOf(personalEmail, 99), { limits: bounds, script: [accountWith(120)] }), 'found')).toBe(20);
		expect(count(await play(rowsOf(personalEmail, 99), { limits: bounds, script: [accountWith(150)] }), 'found')).toBe(30);
	});

	it('is not touched where the account does not tell what its window has left', async () => {
		const untold = http(200, { results: { id: 'account' }, status: 'ok', metadata: {} });
		const done = await play(rowsOf(personalEmail, 5), { limits: { reserve: 100 }, script: [untold] });
		expect([done.service.tools, reasonsOf(done)]).toEqual([['get_account'], ['reserve']]);
	});

	it('asks the free account again where its answer was lost, whatever is to be done with lost answers', async () => {
		const script: Script = (asked) => (asked.nth === 0 ? { is: 'lost', message: 'cut' } : asked.tool.family === 'free' ? accountWith(500) : everyoneFound(asked));
		const done = await play(rowsOf(personalEmail, 5), { limits: { reserve: 100, onLostAnswer: 'fail' }, script });
		expect(count(done, 'found')).toBe(5);
	});

	it('of nothing needs no account', async () => {
		expect((await play(rowsOf(personalEmail, 5))).service.tools).toEqual([personalEmail.name]);
	});

	it.each<[string, () => Reply, string, string | undefined]>([
		['a dead key', badKey, 'unauthorized', 'unauthorized'],
		['a window that is closed for long', () => requestsUsedUp(3_600), 'fair_use_requests', 'fair_use_requests'],
		['a service that is down', brokenDown, 'service_down', 'internal_error'],
		['a wrong address', () => http(302, ''), 'wrong_address', 'redirected'],
		['an answer that cannot be read', () => http(200, '<html>'), 'service_down', 'lost'],
		['an account that is not found', miss, 'service_down', undefined],
	])('sends no lookup where the account cannot be learnt, and says why: %s', async (_says, reply, reason, refusal) => {
		const done = await play(rowsOf(personalEmail, 5), { limits: { reserve: 1 }, script: always(reply) });
		expect(new Set(done.service.tools)).toEqual(new Set(['get_account']));
		expect(done.statuses).toEqual(Array(5).fill('deferred'));
		expect([done.stop?.reason, done.stop?.refusal?.kind]).toEqual([reason, refusal]);
	});
});
