import { linkedinToBusinessProfile, linkedinToMobilePhone } from '../support/api/tools';
import type { Phone, Tool } from '../../nodes/IdentityResolution/api/tool';
import { Budget, Prices, type Permit, type Demand } from '../../nodes/IdentityResolution/service/budget';
import { businessProfile, hashedEmail, personalEmail } from '../support/run/lookups';
import { reservationOf } from '../support/run/requests';

const demandOf = (max: number, demand: Partial<Demand> = {}): Demand => ({
	tool: personalEmail,
	phone: 'without',
	max,
	min: 1,
	...demand,
});
const granted = (size: number): Permit => ({ is: 'granted', size });

/** Sends a request. Returns how to settle it. */
function send(budget: Budget, tool: Tool, lookups = 1) {
	const reservation = reservationOf(tool, { lookups });
	budget.reserve(reservation);
	return (hits: number, charged: number | null = null) =>
		budget.release(reservation, { hits, phones: 0, unconfirmed: 0, charged });
}

describe('a permit', () => {
	it.each<[string, Budget, Demand, Permit]>([
		['is granted in full without a limit', new Budget(Infinity), demandOf(100), granted(100)],
		['is reduced to what Max Tokens pays for', new Budget(7), demandOf(100), granted(7)],
		['is refused if that is less than can be sent', new Budget(7), demandOf(8, { min: 8 }), { is: 'exhausted' }],
	])('%s', (_says, budget, demand, permit) => {
		expect(budget.permit(demand)).toEqual(permit);
	});

	it('waits for requests in flight before it is reduced or refused, because misses free tokens', () => {
		const budget = new Budget(60);
		const settle = send(budget, personalEmail, 50);
		expect(budget.permit(demandOf(50))).toEqual({ is: 'wait' });
		settle(20);
		expect(budget.permit(demandOf(50))).toEqual(granted(40));
	});

	it('for started rows may use the balance up: the service decides whether it is empty', () => {
		expect(new Budget(Infinity, new Prices(), 0).permit(demandOf(4))).toEqual(granted(4));
	});

	it('reserves the price that a reply has shown', () => {
		const budget = new Budget(20);
		const demand = demandOf(10, { tool: businessProfile });
		expect(budget.permit(demand)).toEqual(granted(1));
		send(budget, businessProfile)(1, 4);
		expect(budget.permit(demand)).toEqual(granted(4));
	});
});

describe('Prices', () => {
	const listing = (list: Record<string, number>) => new Prices(new Map(Object.entries(list)));
	const LISTED = { linkedin_to_business_profile: 4 };

	it.each<[string, Record<string, number>, number[], number | null]>([
		['is unknown before the first report', {}, [], null],
		['is the highest reported one', {}, [3, 5, 2], 5],
		['is one token if a hit was free', {}, [0], 1],
		['is the listed one if the reported one is lower', LISTED, [2], 4],
		['is the reported one if it is higher than the listed one', LISTED, [2, 6], 6],
	])('returns a price that %s', (_case, list, reported, price) => {
		const prices = listing(list);
		for (const one of reported) prices.learn(businessProfile, 'without', one);
		expect(prices.of(businessProfile, 'without')).toBe(price);
		expect(prices.listedPrice(businessProfile, 'without')).toBe(Object.values(list)[0] ?? null);
	});

	it('are separate per tool, and with or without a phone', () => {
		const prices = new Prices();
		prices.learn(businessProfile, 'without', 2);
		prices.learn(businessProfile, 'with', 7);
		const all = [prices.of(businessProfile, 'without'), prices.of(businessProfile, 'with')];
		expect([...all, prices.of(hashedEmail, 'without')]).toEqual([2, 7, null]);
	});

	it.each<[string, Record<string, number>, Phone, number | null, number]>([
		['is that of the tool', LISTED, 'without', 4, 4],
		['is unknown with a phone, and assumed to be that without', LISTED, 'with', null, 4],
		['is found under another name of the tool', { reverse_linkedin_lookup: 5 }, 'without', 5, 5],
		['is at least one token', { linkedin_to_business_profile: 0 }, 'without', 1, 1],
		['is assumed to be one token if the list has none', { other_tool: 2 }, 'without', null, 1],
	])('returns a listed price that %s', (_says, list, phone, price, tokens) => {
		const prices = listing(list);
		expect(prices.listedPrice(linkedinToBusinessProfile, phone)).toBe(price);
		const basis = price === null ? 'assumed' : 'listed';
		expect(prices.costOf(linkedinToBusinessProfile, phone)).toEqual({ tokens, prices: basis });
	});

	it('have the listed price of a tool that returns nothing but a phone', () => {
		expect(listing({ linkedin_to_mobile_phone: 3 }).of(linkedinToMobilePhone, 'with')).toBe(3);
	});
});
