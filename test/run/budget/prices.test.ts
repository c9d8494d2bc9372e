import fc from 'fast-check';
import { readUsage } from '../../../nodes/IdentityResolution/api/replies/metadata';
import type { Phone } from '../../../nodes/IdentityResolution/api/request';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { reservationOf } from '../../support/run/tracked';
import { Budget } from '../../../nodes/IdentityResolution/run/budget/budget';
import { linkedinToMobilePhone } from '../../../nodes/IdentityResolution/api/tools/phone/linkedinToMobilePhone';
import { linkedinToBusinessProfile } from '../../../nodes/IdentityResolution/api/tools/profile/linkedinToBusinessProfile';
import { doneRoute, type Route } from '../../../nodes/IdentityResolution/run/lookup';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/prices';
import { everyoneFound, profileOf, type Script } from '../../support/virtual/fakeService';
import { businessProfile, hashedEmail, lookupFor, people, personalEmail, rowsOf } from '../../support/run/lookups';
import { hit } from '../../support/api/replies';
import { simulate, type Scenario } from '../../support/virtual/virtualRun';

describe('the price of a hit', () => {
	it.each<[string, number[], number | null]>([
		['is unknown before the first report', [], null],
		['is the reported price', [3], 3],
		['is the highest reported price', [3, 5, 2], 5],
		['is one token if a hit was free', [0], 1],
	])('%s', (_case, reported, price) => {
		const prices = new Prices();
		for (const one of reported) prices.learn(businessProfile, 'without', one);
		expect(prices.of(businessProfile, 'without')).toBe(price);
	});

	it('is separate per tool, and with or without a phone', () => {
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

describe('a listed price', () => {
	const withList = (list: Record<string, number>) => {
		const prices = new Prices();
		prices.setListed(new Map(Object.entries(list)));
		return prices;
	};

	it.each<[string, Record<string, number>, Phone, number | null]>([
		['is the price of the tool', { linkedin_to_business_profile: 4 }, 'without', 4],
		['has no price with a phone', { linkedin_to_business_profile: 4 }, 'with', null],
		['is found under another name of the tool', { reverse_linkedin_lookup: 5 }, 'without', 5],
		['is at least one token', { linkedin_to_business_profile: 0 }, 'without', 1],
		['is unknown for a tool that is not in the list', { other_tool: 2 }, 'without', null],
	])('%s', (_says, list, phone, price) => {
		const prices = withList(list);
		expect([
			prices.of(linkedinToBusinessProfile, phone),
			prices.listedPrice(linkedinToBusinessProfile, phone),
		]).toEqual([price, price]);
	});

	it.each<[string, Record<string, number>, Phone, number, string]>([
		['that of the list', { linkedin_to_business_profile: 4 }, 'without', 4, 'listed'],
		['that of a hit without the phone for one with it', { linkedin_to_business_profile: 4 }, 'with', 4, 'assumed'],
		['one token if the list has none', { other_tool: 2 }, 'with', 1, 'assumed'],
	])('is replaced for estimates: %s', (_says, list, phone, tokens, basis) => {
		expect(withList(list).listedOrAssumed(linkedinToBusinessProfile, phone)).toEqual({ tokens, basis });
	});

	it('is the price of a tool that returns nothing but a phone', () => {
		expect(withList({ linkedin_to_mobile_phone: 3 }).of(linkedinToMobilePhone, 'with')).toBe(3);
	});

	it('is replaced by a higher reported price only', () => {
		const prices = withList({ linkedin_to_business_profile: 4 });
		prices.learn(linkedinToBusinessProfile, 'without', 2);
		expect(prices.of(linkedinToBusinessProfile, 'without')).toBe(4);
		prices.learn(linkedinToBusinessProfile, 'without', 6);
		expect(prices.of(linkedinToBusinessProfile, 'without')).toBe(6);
		expect(prices.listedPrice(linkedinToBusinessProfile, 'without')).toBe(4);
	});

	it('changes the version, unless the list is empty', () => {
		expect(withList({ other_tool: 2 }).version).toBeGreaterThan(new Prices().version);
		expect(withList({}).version).toBe(new Prices().version);
	});
});

describe('the price list of the account', () => {
	const PRICES = { linkedin_to_best_personal_email_usa: 2, linkedin_to_business_profile: 3 };

	it.each<[string, Scenario, number]>([
		['is not requested without a limit', {}, 0],
		['is requested once under Max Tokens', { limits: { maxTokens: 100 } }, 1],
	])('%s', async (_says, scenario, requests) => {
		const { service, stats } = await simulate(rowsOf(businessProfile, 3), scenario);
		expect(service.billingRequests).toBe(requests);
		expect(stats.requests).toBe(service.requests.length + requests);
	});

	it('is not requested if there is nothing to look up', async () => {
		const blank = doneRoute({ is: 'skipped', why: 'Blank', by: 'blank' });
		expect((await simulate([blank], { limits: { maxTokens: 5 } })).service.billingRequests).toBe(0);
	});

	it('is requested if rows choose their tool by price, and they choose by it', async () => {
		const chooses: Route = ([step], prices) => {
			if (step) return { outcome: step.outcome };
			const isDear = (prices.consult(businessProfile, 'without') ?? 0) > 2;
			return { lookup: lookupFor(isDear ? personalEmail : businessProfile, 'ada-example') };
		};
		const { service } = await simulate([chooses], { prices: PRICES });
		expect(service.billingRequests).toBe(1);
		expect(service.tools).toEqual([personalEmail.name]);
	});

	it('lets Max Tokens send as many lookups at once as it pays for, and counts their listed price', async () => {
		const { service, stats, statuses } = await simulate(rowsOf(businessProfile, 8), {
			prices: PRICES,
			limits: { maxTokens: 16, concurrency: 4 },
			script: (request) =>
				request.tool.family === 'free' ? everyoneFound(request) : hit(profileOf(request.inputs[0])),
		});
		expect(statuses.filter((status) => status === 'found')).toHaveLength(5);
		expect(service.maxInFlight).toBeGreaterThan(1);
		expect(stats).toMatchObject({ tokens: 15, tokensAre: 'reported' });
	});
});

describe('the version of the prices', () => {
	it('increases only with a higher price', () => {
		const prices = new Prices();
		const versions = [3, 3, 2, 4].map((price) => {
			prices.learn(businessProfile, 'without', price);
			return prices.version;
		});
		const [first, ...later] = versions.map((version) => version - versions[0]);
		expect(versions[0]).toBeGreaterThan(new Prices().version);
		expect([first, ...later]).toEqual([0, 0, 0, 1]);
	});

	it('changes exactly when a price changes', () => {
		const learned = fc.record({
			tool: fc.constantFrom(businessProfile, hashedEmail),
			phone: fc.constantFrom('with' as const, 'without' as const),
			price: fc.nat(5),
		});
		fc.assert(
			fc.property(fc.array(learned), (all) => {
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

describe('prices that a budget shares with a run', () => {
	const demand = { tool: businessProfile, phone: 'without' as const, max: 10, min: 1 };

	it('include the prices that the budget learns', () => {
		const prices = new Prices();
		const budget = new Budget(20, prices);
		const reservation = reservationOf({ tool: businessProfile, phone: 'without', lookups: 1 });
		budget.reserve(reservation);
		budget.settle(reservation, { hits: 1, phones: 0, unconfirmed: 0, charged: 4 }, readUsage(null));
		expect(prices.of(businessProfile, 'without')).toBe(4);
	});

	it('limit the permits of the budget', () => {
		const prices = new Prices();
		const budget = new Budget(20, prices);
		expect(budget.permit(demand)).toEqual({ is: 'granted', size: 1 });
		prices.learn(businessProfile, 'without', 4);
		expect(budget.permit(demand)).toEqual({ is: 'granted', size: 5 });
	});

	it('are the charge per hit of a batch, rounded up', () => {
		const prices = new Prices();
		const budget = new Budget(Infinity, prices);
		const reservation = reservationOf({ tool: personalEmail, phone: 'without', lookups: 5 });
		budget.reserve(reservation);
		budget.settle(reservation, { hits: 3, phones: 0, unconfirmed: 0, charged: 4 }, readUsage(null));
		expect(prices.of(personalEmail, 'without')).toBe(2);
	});
});

describe('a route', () => {
	/** Looks up one person after another, and records the price of a profile at every step. */
	const recordPrices =
		(received: Array<number | null>, ...names: string[]): Route =>
		(steps, prices) => {
			received.push(prices.of(businessProfile, 'without'));
			return steps.length < names.length
				? { lookup: lookupFor(businessProfile, names[steps.length]) }
				: { outcome: steps[steps.length - 1].outcome };
		};

	const risingPrices: Script = (request) =>
		request.tool.family === 'free'
			? everyoneFound(request)
			: hit(profileOf(request.inputs[0]), { tokens_charged: 2 + request.nth });

	it.each([
		['without a limit', {}, [null, 2, 3]],
		['under a limit, after an account check', { maxTokens: 100 }, [null, 3, 4]],
	])('receives the prices that the run has learned, %s', async (_case, limits, prices) => {
		const received: Array<number | null> = [];
		await simulate([recordPrices(received, 'ada-example', 'bob-example')], { script: risingPrices, limits });
		expect(received).toEqual(prices);
	});

	it('receives the prices of other rows of its run, but not of another run', async () => {
		const received: Array<number | null> = [];
		await simulate([recordPrices([], 'ada-example'), recordPrices(received, 'bob-example')], {
			script: risingPrices,
			latency: ({ nth }) => 100 + nth,
		});
		expect(received).toEqual([null, 3]);
		expect((await simulate([recordPrices(received, 'cem-example')])).statuses).toEqual(['found']);
		expect(received.slice(2)).toEqual([null, 1]);
	});
});

describe('rows that choose tools by price', () => {
	/** Looks up the profile, or the email once the profile is known to cost more than 5 tokens. */
	const cheapestTool =
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

	const profilesCosting =
		(price: number): Script =>
		(request) =>
			request.tool === businessProfile
				? hit(profileOf(request.inputs[0]), { tokens_charged: price })
				: everyoneFound(request);

	const toolsUsed = async (price: number) =>
		(await simulate(people(10).map(cheapestTool), { script: profilesCosting(price), limits: { concurrency: 2 } }))
			.service.tools;

	it('choose again after a price change if their lookup is not sent yet', async () => {
		expect(await toolsUsed(9)).toEqual([businessProfile.name, businessProfile.name, personalEmail.name]);
	});

	it('keep their choice if the price does not affect it', async () => {
		expect(await toolsUsed(2)).toEqual(Array(10).fill(businessProfile.name));
	});
});
