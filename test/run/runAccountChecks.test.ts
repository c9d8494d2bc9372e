import type { Reply } from '../../nodes/IdentityResolution/api/replies/reply';
import { everyoneFound, type Script } from '../support/fakeService';
import { businessProfile, people, rowsOf, customRoute } from '../support/lookups';
import { count, accountCheckTimes, reasonsOf, sentByRound } from '../support/runAssertions';
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
} from '../support/replies';
import { always, sandboxed, windows } from '../support/scripts';
import { simulate } from '../support/virtualRun';

const HOUR = 3_600_000;

describe('a large run', () => {
	it.each([
		[50, 0],
		[51, 1],
	])('of %i requests looks at the account %i times', async (rows, times) => {
		const done = await simulate(rowsOf(businessProfile, rows));
		expect(accountCheckTimes(done)).toEqual(Array(times).fill(0));
		expect(count(done, 'found')).toBe(rows);
	});

	it('sends nothing else before it has looked', async () => {
		const done = await simulate(rowsOf(businessProfile, 60));
		expect(sentByRound(done).slice(0, 2)).toEqual([
			[0, 1],
			[100, 20],
		]);
		expect(done.stats).toMatchObject({ requests: 61, answered: 60, tokens: 60 });
		expect(done.progress.slice(0, 2)).toEqual([0, 1]);
	});

	it.each<[string, () => Reply]>([
		['breaks down', brokenDown],
		['cannot be sent', unsent],
		['is lost', lost],
		['finds no account', miss],
		['is of a tool that the service does not know', () => refusal(404, 'not_found')],
		['is of a tool that the plan does not have', () => refusal(403, 'plan_restricted')],
		['is not on the plan without any wait', () => recordsUsedUp()],
	])('goes on as if it had not looked where the look %s', async (_says, reply) => {
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
		['a limit that is closed for longer than Max Wait', () => rateLimited(3_600), 'rate_limited'],
	])('costs no more than its look where that meets %s', async (_says, reply, reason) => {
		const done = await simulate(rowsOf(businessProfile, 60), { script: always(reply) });
		expect(done.service.tools).toEqual(['get_account']);
		expect(count(done, 'deferred')).toBe(60);
		expect(reasonsOf(done)).toEqual([reason]);
		expect(done.stop?.tool).toBeNull();
	});

	it('waits for a limit that its look meets, and then looks again', async () => {
		const done = await simulate(rowsOf(businessProfile, 60), {
			script: (request) => (request.nth === 0 ? rateLimited(5) : everyoneFound(request)),
		});
		expect(accountCheckTimes(done)).toEqual([0, 5_100]);
		expect(sentByRound(done)[2]).toEqual([5_200, 20]);
		expect(count(done, 'found')).toBe(60);
	});

	it.each<[string, number | undefined, number]>([
		['with the time that it says and a second more for each before', 2, 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9],
		[
			'with waits that double up to half a minute, where it says none',
			undefined,
			1 + 2 + 4 + 8 + 16 + 30 + 30 + 30,
		],
	])(
		'gives up after eight looks in a row that are refused, %s, however long Max Wait is',
		async (_says, retryAfter, seconds) => {
			const done = await simulate(rowsOf(businessProfile, 60), {
				limits: { maxWait: HOUR },
				script: always(() => rateLimited(retryAfter)),
			});
			expect(done.service.tools).toEqual(Array(9).fill('get_account'));
			expect([count(done, 'deferred'), reasonsOf(done)]).toEqual([60, ['rate_limited']]);
			expect(done.took).toBe(seconds * 1_000 + 900);
		},
	);

	it('counts refused looks anew after one that told nothing, without which the run went on', async () => {
		const checkReplies = [...Array<Reply>(7).fill(rateLimited(1)), brokenDown(), rateLimited(1), rateLimited(1)];
		let [checks, sent] = [0, 0];
		const script: Script = (request) => {
			if (request.tool.family === 'free') return checkReplies[checks++] ?? accountWith(500);
			return sent++ === 3 ? recordsUsedUp(30) : everyoneFound(request);
		};
		const done = await simulate(rowsOf(businessProfile, 60), { limits: { maxWait: HOUR, concurrency: 1 }, script });
		expect([checks, count(done, 'found'), reasonsOf(done)]).toEqual([11, 60, []]);
	});

	it('does not look at an account that does not tell of the windows of the tool', async () => {
		const routes = people(60).map((name) => customRoute('custom_tool', { name }));
		expect(
			accountCheckTimes(await simulate(routes, { script: always(() => hit({ full_name: 'Ada Example' })) })),
		).toEqual([]);
	});
});

describe('a look that the guard of the account refuses', () => {
	it('is not taken for a window that is closed without a time to come back', async () => {
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

describe('a look under a reserve', () => {
	/** Two people are found, then a window is closed, and then the account breaks down so many times. */
	const breaking =
		(times: number): Script =>
		(request) => {
			if (request.tool.family === 'free')
				return request.nth > 0 && request.nth <= 3 + times ? brokenDown() : accountWith(500);
			return request.nth === 3 ? recordsUsedUp(30) : everyoneFound(request);
		};

	it.each([
		[1, 'found'],
		[3, 'found'],
		[4, 'deferred'],
	])('that breaks down %i times is tried again as often as Retries say, and the rest is %s', async (times, rest) => {
		const done = await simulate(rowsOf(businessProfile, 5), {
			limits: { reserve: 100, concurrency: 1 },
			script: breaking(times),
		});
		expect(done.statuses).toEqual(['found', 'found', rest, rest, rest]);
	});
});
