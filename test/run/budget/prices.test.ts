import fc from 'fast-check';
import { readUsage } from '../../../nodes/IdentityResolution/api/replies/metadata';
import type { Phone } from '../../../nodes/IdentityResolution/api/request';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { reservationOf } from '../../support/tracked';
import { Budget, NO_BOUNDS } from '../../../nodes/IdentityResolution/run/budget/budget';
import type { Route } from '../../../nodes/IdentityResolution/run/lookup';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/prices';
import { everyoneFound, profileOf, type Script } from '../../support/fakeService';
import { businessProfile, hashedEmail, lookupFor, people, personalEmail } from '../../support/lookups';
import { hit } from '../../support/replies';
import { simulate } from '../../support/virtualRun';

describe('the price of a hit', () => {
	it.each<[string, number[], number | null]>([
		['is not known where none was told', [], null],
		['is the one that was told', [3], 3],
		['is the highest that was told', [3, 5, 2], 5],
		['is one token for what cost nothing, so that nothing is bought without end', [0], 1],
	])('%s', (_says, told, price) => {
		const prices = new Prices();
		for (const one of told) prices.learn(businessProfile, 'without', one);
		expect(prices.of(businessProfile, 'without')).toBe(price);
	});

	it('is another one for each tool, and with the phone', () => {
		const prices = new Prices();
		prices.learn(businessProfile, 'without', 2);
		prices.learn(businessProfile, 'with', 7);
		prices.learn(hashedEmail, 'without', 3);
		const known: Array<[Tool, Phone]> = [
			[businessProfile, 'without'],
			[businessProfile, 'with'],
			[hashedEmail, 'without'],
			[hashedEmail, 'with'],
		];
		expect(known.map(([tool, phone]) => prices.of(tool, phone))).toEqual([2, 7, 3, null]);
	});
});

describe('what was worked out with prices', () => {
	it('is out of date after each that is learnt, and after no other', () => {
		const prices = new Prices();
		const versions = [3, 3, 2, 4].map((price) => {
			prices.learn(businessProfile, 'without', price);
			return prices.version;
		});
		const [first, ...later] = versions.map((version) => version - versions[0]);
		expect(versions[0]).toBeGreaterThan(new Prices().version);
		expect([first, ...later]).toEqual([0, 0, 0, 1]);
	});

	it('is out of date exactly where a price has changed', () => {
		const learnt = fc.record({
			tool: fc.constantFrom(businessProfile, hashedEmail),
			phone: fc.constantFrom('with' as const, 'without' as const),
			price: fc.nat(5),
		});
		fc.assert(
			fc.property(fc.array(learnt), (all) => {
				const prices = new Prices();
				for (const { tool, phone, price } of all) {
					const before = { price: prices.of(tool, phone), version: prices.version };
					prices.learn(tool, phone, price);
					expect(prices.version !== before.version).toBe(prices.of(tool, phone) !== before.price);
				}
			}),
		);
	});
});

describe('prices that a budget learns', () => {
	const wish = { tool: businessProfile, phone: 'without' as const, max: 10, min: 1 };

	it('are those of the whole run: whoever shares them knows them', () => {
		const prices = new Prices();
		const budget = new Budget({ ...NO_BOUNDS, maxTokens: 20 }, prices);
		const reservation = reservationOf({ tool: businessProfile, phone: 'without', lookups: 1 });
		budget.reserve(reservation);
		budget.settle(reservation, { hits: 1, phones: 0, unconfirmed: 0, charged: 4 }, readUsage(null));
		expect(prices.of(businessProfile, 'without')).toBe(4);
	});

	it('bound what it allows, whoever learnt them', () => {
		const prices = new Prices();
		const budget = new Budget({ ...NO_BOUNDS, maxTokens: 20 }, prices);
		expect(budget.permit(wish)).toEqual({ is: 'granted', size: 1 });
		prices.learn(businessProfile, 'without', 4);
		expect(budget.permit(wish)).toEqual({ is: 'granted', size: 5 });
	});

	it('are told by a batch, too, as what each of its hits cost at most', () => {
		const prices = new Prices();
		const budget = new Budget(NO_BOUNDS, prices);
		const reservation = reservationOf({ tool: personalEmail, phone: 'without', lookups: 5 });
		budget.reserve(reservation);
		budget.settle(reservation, { hits: 3, phones: 0, unconfirmed: 0, charged: 4 }, readUsage(null));
		expect(prices.of(personalEmail, 'without')).toBe(2);
	});
});

describe('a row on its way', () => {
	/** Asks one person after the other, and notes the price of a profile each time that it is asked to go on. */
	const notes =
		(seen: Array<number | null>, ...names: string[]): Route =>
		(known, prices) => {
			seen.push(prices.of(businessProfile, 'without'));
			return known.length < names.length
				? { lookup: lookupFor(businessProfile, names[known.length]) }
				: { outcome: known[known.length - 1].outcome };
		};

	const dearer: Script = (asked) =>
		asked.tool.family === 'free'
			? everyoneFound(asked)
			: hit(profileOf(asked.inputs[0]), { tokens_charged: 2 + asked.nth });

	it.each([
		['without a bound', {}, [null, 2, 3]],
		['under a bound, where the account was asked first', { maxTokens: 100 }, [null, 3, 4]],
	])('is told what hits cost as far as the run has learnt it, %s', async (_says, limits, prices) => {
		const seen: Array<number | null> = [];
		await simulate([notes(seen, 'ada-example', 'bob-example')], { script: dearer, limits });
		expect(seen).toEqual(prices);
	});

	it('is told what other rows of its run have paid, and nothing of another run', async () => {
		const seen: Array<number | null> = [];
		await simulate([notes([], 'ada-example'), notes(seen, 'bob-example')], {
			script: dearer,
			latency: ({ nth }) => 100 + nth,
		});
		expect(seen).toEqual([null, 3]);
		expect((await simulate([notes(seen, 'cem-example')])).statuses).toEqual(['found']);
		expect(seen.slice(2)).toEqual([null, 1]);
	});
});

describe('rows that decide by what hits cost', () => {
	/** Asks for the profile as long as that is not known to be dear, else for the e-mail. */
	const frugal =
		(name: string): Route =>
		([step], prices) => {
			if (step) return { outcome: step.outcome };
			return {
				lookup: lookupFor(
					(prices.consult(businessProfile, 'without') ?? 0) > 5 ? personalEmail : businessProfile,
					name,
				),
			};
		};

	const costing =
		(price: number): Script =>
		(asked) =>
			asked.tool === businessProfile
				? hit(profileOf(asked.inputs[0]), { tokens_charged: price })
				: everyoneFound(asked);

	const toolsAsked = async (price: number) =>
		(await simulate(people(10).map(frugal), { script: costing(price), limits: { concurrency: 2 } })).service.tools;

	it('decide anew once a price is told, as long as what they ask has not been sent', async () => {
		expect(await toolsAsked(9)).toEqual([businessProfile.name, businessProfile.name, personalEmail.name]);
	});

	it('ask what they meant to where the price changes nothing', async () => {
		expect(await toolsAsked(2)).toEqual(Array(10).fill(businessProfile.name));
	});
});
