import { START, VirtualClock } from '../../dev/benchmark/rateLimits/virtualClock';
import { Budget } from '../../nodes/IdentityResolution/service/budget';
import { stopFor, type Outcome, type Stop } from '../../nodes/IdentityResolution/service/outcome';
import { keptStop, Pacer, type Gate, type Work } from '../../nodes/IdentityResolution/service/paced';
import type { Request } from '../../nodes/IdentityResolution/service/request';
import { retryOf } from '../support/run/requests';
import { FAILED } from '../support/run/settledRows';

describe('keptStop', () => {
	it.each<[string, number | null, number | null, 'first' | 'second']>([
		['returns the second stop if it ends later', START + 5_000, START + 6_000, 'second'],
		['returns the first stop if both end at the same time', START + 5_000, START + 5_000, 'first'],
		['returns the first stop if only its end is known', START + 5_000, null, 'first'],
		['returns the first stop if its end is unknown, because it may never end', null, START + 5_000, 'first'],
	])('%s', (_says, first, second, kept) => {
		const stops = {
			first: stopFor('rate_limited', { retryAt: first }),
			second: stopFor('fair_use_requests', { retryAt: second }),
		};
		expect(keptStop(stops.first, stops.second)).toBe(stops[kept]);
	});
});

interface Setting {
	concurrency?: number;
	/** ms. */
	maxRunTime?: number;
	budget?: Budget;
	/** ms from the start. */
	pausedUntil?: number;
	gate?: Gate;
	/** Single lookups that are sent for the first time. */
	fresh?: number;
	/** Why the tool is closed. */
	closed?: Outcome;
}

/** What a run did: the lookups of each request and the ms at which it was sent, and the outcomes of the others. */
interface Course {
	sent: string[];
	settled: Array<[lookups: number, outcome: Outcome]>;
	stop: Stop | null;
	inFlight: number;
}

/** The course of a run with requests to send again, each of which takes 100 ms, and finds everyone. */
async function courseOf(retries: readonly Request[], setting: Setting = {}): Promise<Course> {
	const { concurrency = 1, maxRunTime = Infinity, budget = new Budget(Infinity), pausedUntil = 0 } = setting;
	const clock = new VirtualClock();
	const env = { clock, signal: new AbortController().signal };
	const pacer = new Pacer(
		{ concurrency, maxRunTime },
		env,
		budget,
		() => 100,
		() => undefined,
	);
	if (setting.gate !== undefined) pacer.gates.push(setting.gate);
	const [start, ...fresh] = Array.from({ length: 1 + (setting.fresh ?? 0) }, (): Request =>
		retryOf(1, { kind: 'first' }),
	);
	const queue = [start];
	const [sent, settled]: [string[], Course['settled']] = [[], []];
	const work: Work = {
		get isEmpty() {
			return queue.length === 0;
		},
		isBehind: false,
		catchUp: () => Promise.resolve(),
		next: () => queue.shift() ?? null,
		nextTime: () => Infinity,
		outcomeOfClosed: () => (queue.includes(start) ? undefined : setting.closed),
		settle: ({ length }, outcome) => void settled.push([length, outcome]),
	};
	const ask = async (request: Request): Promise<void> => {
		const room = await pacer.room(request);
		if (room === null) return;
		const cost = { hits: request === start ? 0 : room.size, phones: 0, unconfirmed: 0, charged: null };
		if (request !== start) {
			sent.push(`${room.size} at ${clock.elapsed}`);
			await clock.sleep(100);
		}
		budget.release(room.reservation, cost);
		pacer.notify();
		if (request !== start) return;
		pacer.pauseUntil(START + pausedUntil);
		queue.push(...fresh);
		await Promise.all(retries.map(ask));
	};
	await clock.until(pacer.run(work, ask, () => null));
	return { sent, settled, stop: pacer.stop, inFlight: budget.inFlight.size };
}

const notBefore = (ms: number) => ({ notBefore: START + ms });

describe('requests that are sent again', () => {
	it.each<[string, Request[], Setting, string[]]>([
		['take one place each, in their order', [retryOf(2), retryOf(3)], {}, ['2 at 0', '3 at 100']],
		['are sent together if there are places', [retryOf(2), retryOf(3)], { concurrency: 2 }, ['2 at 0', '3 at 0']],
		['come before new ones', [retryOf(2)], { fresh: 1 }, ['2 at 0', '1 at 100']],
		['come first with more errors', [retryOf(2), retryOf(3, { errorCount: 1 })], {}, ['3 at 0', '2 at 100']],
		['come first with more lost answers', [retryOf(2), retryOf(3, { lostCount: 1 })], {}, ['3 at 0', '2 at 100']],
		['wait for their time', [retryOf(2, notBefore(50))], {}, ['2 at 50']],
		['let new ones be sent meanwhile', [retryOf(2, notBefore(50))], { fresh: 1 }, ['1 at 0', '2 at 100']],
		['let others be sent meanwhile', [retryOf(2, notBefore(50)), retryOf(3)], {}, ['3 at 0', '2 at 100']],
		[
			'let none be sent meanwhile if they keep their place',
			[retryOf(2, { ...notBefore(50), keepsPlace: true }), retryOf(3)],
			{ fresh: 1 },
			['2 at 50', '3 at 150', '1 at 250'],
		],
		[
			'wait for a pause, also if they keep their place',
			[retryOf(2), retryOf(3, { ...notBefore(50), keepsPlace: true })],
			{ pausedUntil: 70, concurrency: 2 },
			['3 at 70', '2 at 70'],
		],
		[
			'wait for every gate, and let others be sent meanwhile',
			[retryOf(3), retryOf(2)],
			{ gate: ({ entries }, now) => entries.length < 3 || now >= START + 100 },
			['2 at 0', '3 at 100'],
		],
		['are as large as the budget permits', [retryOf(5)], { budget: new Budget(2) }, ['2 at 0']],
		[
			'wait for those in flight if the budget is too small for all, and new ones behind them',
			[retryOf(2), retryOf(3)],
			{ budget: new Budget(4), concurrency: 3, fresh: 1 },
			['2 at 0', '1 at 100', '2 at 100'],
		],
	])('%s', async (_says, retries, setting, sent) => {
		expect(await courseOf(retries, setting)).toEqual({ sent, settled: [], stop: null, inFlight: 0 });
	});
});

describe('a wait', () => {
	const deferred = (stop: Stop): Outcome => ({ is: 'deferred', stop });
	const noTokens = stopFor('token_budget');
	const noTime = stopFor('run_time', { retryAt: START + 50 });

	it.each<[string, Request, Setting, Stop | null, Outcome]>([
		[
			'for tokens that are used up stops the run',
			retryOf(2),
			{ budget: new Budget(0) },
			noTokens,
			deferred(noTokens),
		],
		[
			'until the deadline stops the run at once',
			retryOf(2, { ...notBefore(50), keepsPlace: true }),
			{ maxRunTime: 50 },
			noTime,
			deferred(noTime),
		],
		['for a tool that is closed ends', retryOf(2, { keepsPlace: true }), { closed: FAILED }, null, FAILED],
	])('%s', async (_says, retry, setting, stop, outcome) => {
		expect(await courseOf([retry], setting)).toEqual({ sent: [], settled: [[2, outcome]], stop, inFlight: 0 });
	});
});
