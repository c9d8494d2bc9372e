import type { Reply } from '../../nodes/IdentityResolution/api/replies/reply';
import { everyoneFound, type Script } from '../support/virtual/fakeService';
import { businessProfile, people, rowsOf, customRoute } from '../support/run/lookups';
import { count, accountCheckTimes, reasonsOf, sentByRound } from '../support/virtual/runAssertions';
import {
	accountWith,
	badKey,
	brokenDown,
	hit,
	http,
	lost,
	miss,
	rateLimited,
	recordsUsedUp,
	refusal,
	unsent,
} from '../support/api/replies';
import { always, sandboxed, windows } from '../support/virtual/scripts';
import { simulate } from '../support/virtual/virtualRun';

const HOUR = 3_600_000;

describe('a large run', () => {
	it.each([
		[50, 0],
		[51, 1],
	])('of %i requests checks the account %i times', async (rows, times) => {
		const done = await simulate(rowsOf(businessProfile, rows));
		expect(accountCheckTimes(done)).toEqual(Array(times).fill(0));
		expect(count(done, 'found')).toBe(rows);
	});

	it('sends nothing else before the check', async () => {
		const done = await simulate(rowsOf(businessProfile, 60));
		expect(sentByRound(done).slice(0, 2)).toEqual([
			[0, 1],
			[100, 20],
		]);
		expect(done.stats).toMatchObject({ requests: 61, answered: 60, tokens: 60 });
		expect(done.progress.slice(0, 2)).toEqual([0, 1]);
	});

	it.each<[string, () => Reply]>([
		['fails with a 500', brokenDown],
		['cannot be sent', unsent],
		['is lost', lost],
		['returns no account', miss],
		['is refused as an unknown tool', () => refusal(404, 'not_found')],
		['is refused as not on the plan', () => refusal(403, 'plan_restricted')],
		['is refused because the key has no access to the account', () => refusal(403, 'forbidden')],
		['meets a limit of the plan', () => recordsUsedUp()],
	])('continues without the account if the check %s', async (_says, reply) => {
		const done = await simulate(rowsOf(businessProfile, 60), {
			script: (request) => (request.nth === 0 ? reply() : everyoneFound(request)),
		});
		expect(accountCheckTimes(done)).toEqual([0]);
		expect(sentByRound(done)[1]).toEqual([100, 20]);
		expect(count(done, 'found')).toBe(60);
	});

	it.each<[string, () => Reply, string]>([
		['a dead key', badKey, 'unauthorized'],
		['a wrong address', () => http(302, ''), 'wrong_address'],
		['a limit that exceeds Max Wait', () => rateLimited(3_600), 'rate_limited'],
	])('sends only the check if it meets %s', async (_says, reply, reason) => {
		const done = await simulate(rowsOf(businessProfile, 60), { script: always(reply) });
		expect(done.service.tools).toEqual(['get_account']);
		expect(count(done, 'deferred')).toBe(60);
		expect(reasonsOf(done)).toEqual([reason]);
		expect(done.stop?.tool).toBeNull();
	});

	it('waits for a limit that the check meets, and then repeats it', async () => {
		const done = await simulate(rowsOf(businessProfile, 60), {
			script: (request) => (request.nth === 0 ? rateLimited(5) : everyoneFound(request)),
		});
		expect(accountCheckTimes(done)).toEqual([0, 5_100]);
		expect(sentByRound(done)[2]).toEqual([5_200, 20]);
		expect(count(done, 'found')).toBe(60);
	});

	it.each<[string, number | undefined, number]>([
		['with Retry-After and a second more for each earlier refusal', 2, 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9],
		[
			'with waits that double up to half a minute without Retry-After',
			undefined,
			1 + 2 + 4 + 8 + 16 + 30 + 30 + 30,
		],
	])('stops after eight refused checks in a row, %s, for any Max Wait', async (_says, retryAfter, seconds) => {
		const done = await simulate(rowsOf(businessProfile, 60), {
			limits: { maxWait: HOUR },
			script: always(() => rateLimited(retryAfter)),
		});
		expect(done.service.tools).toEqual(Array(9).fill('get_account'));
		expect([count(done, 'deferred'), reasonsOf(done)]).toEqual([60, ['rate_limited']]);
		expect(done.took).toBe(seconds * 1_000 + 900);
	});

	it('resets the count of refused checks after a failed one without which the run continued', async () => {
		const checkReplies = [...Array<Reply>(7).fill(rateLimited(1)), brokenDown(), rateLimited(1), rateLimited(1)];
		let [checks, sent] = [0, 0];
		const script: Script = (request) => {
			if (request.tool.family === 'free') return checkReplies[checks++] ?? accountWith(500);
			return sent++ === 3 ? recordsUsedUp(30) : everyoneFound(request);
		};
		const done = await simulate(rowsOf(businessProfile, 60), { limits: { maxWait: HOUR, concurrency: 1 }, script });
		expect([checks, count(done, 'found'), reasonsOf(done)]).toEqual([11, 60, []]);
	});

	it('does not check an account that does not report the windows of the tool', async () => {
		const routes = people(60).map((name) => customRoute('custom_tool', { name }));
		expect(
			accountCheckTimes(await simulate(routes, { script: always(() => hit({ full_name: 'Ada Example' })) })),
		).toEqual([]);
	});
});

describe('an account check that its rate limit refuses', () => {
	it('does not count as a closed window without a time', async () => {
		const { script } = sandboxed(windows(1_000, 3));
		let wasRefused = false;
		const done = await simulate(rowsOf(businessProfile, 60), {
			limits: { concurrency: 1 },
			script: (request) => {
				const isSecondCheck = request.tool.family === 'free' && request.nth > 0 && !wasRefused;
				wasRefused ||= isSecondCheck;
				return isSecondCheck ? rateLimited() : script(request);
			},
		});
		expect(wasRefused).toBe(true);
		expect(accountCheckTimes(done)).toHaveLength(3);
		expect(done.stop).toMatchObject({ reason: 'fair_use_requests', retryAt: expect.any(Number) as number });
	});
});
