import { everyoneFound, nameOf, profileOf, type Script } from '../support/virtual/fakeService';
import type { Route } from '../../nodes/IdentityResolution/run/lookup';
import {
	businessProfile,
	lookupFor,
	people,
	personalEmail,
	reverseEmail,
	rowsOf,
	customRoute,
} from '../support/run/lookups';
import { count, reasonsOf, sentByRound } from '../support/virtual/runAssertions';
import { accountWith, batchOf, brokenDown, hit, lost, miss, unsent } from '../support/api/replies';
import { countingDown } from '../support/virtual/scripts';
import { simulate, type SimulatedRun } from '../support/virtual/virtualRun';

/** A service that finds those with an odd number. */
const everyOther: Script = ({ inputs }) => {
	const rows = inputs.map((input) => ({
		input,
		results: Number(nameOf(input).split('-')[1]) % 2 === 1 ? profileOf(input) : null,
	}));
	if (rows.length > 1) return batchOf(rows);
	return rows[0].results === null ? miss() : hit(rows[0].results);
};

const lookupSizes = ({ service }: SimulatedRun) =>
	service.requests.filter(({ tool }) => tool.family !== 'free').map(({ inputs }) => inputs.length);

describe('maxTokens', () => {
	const pricedAt =
		(tokens: number): Script =>
		(request) =>
			request.tool === businessProfile
				? hit(profileOf(request.inputs[0]), { tokens_charged: tokens })
				: everyoneFound(request);

	it('limits batches to the remaining tokens, and defers the rest', async () => {
		const done = await simulate(rowsOf(personalEmail, 250), { limits: { maxTokens: 120 } });
		expect(lookupSizes(done)).toEqual([100, 20]);
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([120, 130]);
		expect(reasonsOf(done)).toEqual(['token_budget']);
		expect(done.stats).toMatchObject({ tokens: 120, tokensAre: 'estimated' });
	});

	it('is not used up by misses: the run continues with the rest', async () => {
		const done = await simulate(rowsOf(personalEmail, 250), {
			limits: { maxTokens: 60 },
			script: countingDown({}, everyOther),
		});
		expect(count(done, 'found')).toBe(60);
		expect(lookupSizes(done).slice(0, 3)).toEqual([60, 30, 15]);
	});

	it('delays a partial batch while misses of requests in flight may free tokens for a full one', async () => {
		const done = await simulate(rowsOf(personalEmail, 300), {
			limits: { maxTokens: 170 },
			script: countingDown({}, everyOther),
		});
		expect(lookupSizes(done)).toEqual([100, 100, 70, 30]);
		expect(done.service.times).toEqual([0, 100, 200, 300, 400]);
	});

	it('sends single lookups to a tool that reports charges until its price is known, then as many as it covers', async () => {
		const done = await simulate(rowsOf(businessProfile, 50), { limits: { maxTokens: 20 }, script: pricedAt(3) });
		expect(sentByRound(done)).toEqual([
			[0, 1],
			[100, 1],
			[200, 5],
		]);
		expect(count(done, 'found')).toBe(6);
		expect(done.stats).toMatchObject({ tokens: 18, tokensAre: 'reported' });
		expect(reasonsOf(done)).toEqual(['token_budget']);
	});

	it('learns no price from misses', async () => {
		const done = await simulate(rowsOf(businessProfile, 50), {
			limits: { maxTokens: 20 },
			script: (request) =>
				request.nth > 0 && request.nth < 4 ? miss({ tokens_charged: 0 }) : pricedAt(3)(request),
		});
		expect(sentByRound(done).map(([, sent]) => sent)).toEqual([1, 1, 1, 1, 1, 5]);
	});

	it('covers several tools together', async () => {
		const done = await simulate([...rowsOf(personalEmail, 20), ...rowsOf(businessProfile, 2)], {
			limits: { maxTokens: 17 },
			script: pricedAt(3),
		});
		expect(done.stats.tokens).toBe(17);
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([13, 9]);
	});

	it('is kept for started rows, whose batch is sent before it is full if no more is left', async () => {
		const inTwoSteps =
			(name: string): Route =>
			([first, second]) => {
				if (first === undefined) return { lookup: lookupFor(reverseEmail, `${name}@example.com`) };
				return second === undefined ? { lookup: lookupFor(personalEmail, name) } : { outcome: second.outcome };
			};
		const done = await simulate(people(40).map(inTwoSteps), { limits: { maxTokens: 20, concurrency: 1 } });
		expect(done.stats.tokens).toBe(20);
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([10, 30]);
		expect(done.rows.slice(10).filter(({ steps }) => steps.length > 0 && steps[0].outcome.is === 'found')).toEqual(
			[],
		);
	});

	it('counts a lost answer as charged, because it may have been', async () => {
		const done = await simulate(rowsOf(personalEmail, 10), {
			limits: { maxTokens: 15 },
			script: [accountWith(1_000), lost()],
		});
		expect(lookupSizes(done)).toEqual([10, 1, 4]);
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([5, 5]);
	});

	it('counts unmatched rows of a batch as charged, because they may have been', async () => {
		const done = await simulate(rowsOf(personalEmail, 10), {
			limits: { maxTokens: 12 },
			script: [accountWith(1_000), batchOf(people(5).map((input) => ({ input, results: profileOf(input) })))],
		});
		expect(lookupSizes(done)).toEqual([10, 1, 1]);
		expect([count(done, 'found'), count(done, 'deferred')]).toEqual([7, 3]);
	});

	it('does not count what was not charged', async () => {
		const done = await simulate(rowsOf(personalEmail, 10), {
			limits: { maxTokens: 10 },
			script: [accountWith(1_000), brokenDown(), unsent()],
		});
		expect(count(done, 'found')).toBe(10);
	});

	it('is not exceeded if phones cost more and the first people have none', async () => {
		const script: Script = (request) => {
			if (request.tool.family === 'free') return accountWith(1_000);
			const [input] = request.inputs;
			if (['person-1', 'person-2'].includes(nameOf(input))) return hit(profileOf(input), { tokens_charged: 1 });
			return hit({ ...profileOf(input), mobile_phone: '12025550100' }, { tokens_charged: 5 });
		};
		const done = await simulate(rowsOf(businessProfile, 50, 'with'), { limits: { maxTokens: 20 }, script });
		expect(done.stats.tokens).toBeLessThanOrEqual(20);
	});
});

describe('maxTokens and a body that contains a batch', () => {
	const batch = (size: number) => customRoute('custom_tool', { linkedin_urls: people(size) });
	const foundFor = (tokens: number): Script =>
		countingDown({}, () => hit({ email: 'ada@example.com' }, { tokens_charged: tokens }));

	it('sends no body that may cost more than the remaining tokens', async () => {
		const done = await simulate([batch(50)], { limits: { maxTokens: 3 }, script: foundFor(50) });
		expect(done.service.tools).toEqual(['get_account']);
		expect(done.statuses).toEqual(['deferred']);
		expect(reasonsOf(done)).toEqual(['token_budget']);
	});

	it.each([
		[49, 'deferred'],
		[50, 'found'],
	])('of fifty with a maximum of %i is %s', async (maxTokens, status) => {
		expect((await simulate([batch(50)], { limits: { maxTokens }, script: foundFor(50) })).statuses).toEqual([
			status,
		]);
	});

	it('estimates the next body at the price of the first one', async () => {
		const done = await simulate([batch(10), batch(20)], { limits: { maxTokens: 59 }, script: foundFor(20) });
		expect(done.statuses).toEqual(['found', 'deferred']);
		const enough = await simulate([batch(10), batch(20)], { limits: { maxTokens: 60 }, script: foundFor(20) });
		expect(enough.statuses).toEqual(['found', 'found']);
	});
});
