import { linkedinToMobilePhone } from '../../../nodes/IdentityResolution/actions/mobilePhone/findByLinkedin.operation';
import type { Phone } from '../../../nodes/IdentityResolution/api/tool';
import { linkedinToBusinessProfile } from '../../../nodes/IdentityResolution/actions/businessProfile/findByLinkedin.operation';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/budget';
import { businessProfile, hashedEmail } from '../../support/run/lookups';

const listing = (list: Record<string, number>) => new Prices(new Map(Object.entries(list)));

describe('the price of a hit', () => {
	it.each<[string, number[], number | null]>([
		['is unknown before the first report', [], null],
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
		expect(prices.of(businessProfile, 'without')).toBe(2);
		expect(prices.of(businessProfile, 'with')).toBe(7);
		expect(prices.of(hashedEmail, 'without')).toBeNull();
	});

	it('is the listed one, or a higher reported one', () => {
		const prices = listing({ linkedin_to_business_profile: 4 });
		prices.learn(businessProfile, 'without', 2);
		expect(prices.of(businessProfile, 'without')).toBe(4);
		prices.learn(businessProfile, 'without', 6);
		expect(prices.of(businessProfile, 'without')).toBe(6);
		expect(prices.listedPrice(businessProfile, 'without')).toBe(4);
	});
});

describe('a listed price', () => {
	it.each<[string, Record<string, number>, Phone, number | null]>([
		['is the price of the tool', { linkedin_to_business_profile: 4 }, 'without', 4],
		['has no price with a phone', { linkedin_to_business_profile: 4 }, 'with', null],
		['is found under another name of the tool', { reverse_linkedin_lookup: 5 }, 'without', 5],
		['is at least one token', { linkedin_to_business_profile: 0 }, 'without', 1],
		['is unknown for a tool that is not in the list', { other_tool: 2 }, 'without', null],
	])('%s', (_says, list, phone, price) => {
		expect(listing(list).listedPrice(linkedinToBusinessProfile, phone)).toBe(price);
	});

	it('is the price of a tool that returns nothing but a phone', () => {
		expect(listing({ linkedin_to_mobile_phone: 3 }).of(linkedinToMobilePhone, 'with')).toBe(3);
	});

	it.each<[string, Record<string, number>, Phone, number, string]>([
		['that of the list', { linkedin_to_business_profile: 4 }, 'without', 4, 'listed'],
		['that of a hit without the phone for one with it', { linkedin_to_business_profile: 4 }, 'with', 4, 'assumed'],
		['one token if the list has none', { other_tool: 2 }, 'with', 1, 'assumed'],
	])('is replaced for estimates: %s', (_says, list, phone, tokens, basis) => {
		expect(listing(list).listedOrAssumed(businessProfile, phone)).toEqual({ tokens, basis });
	});
});

it('prices say whether a row has chosen its tool by them', () => {
	const prices = listing({ linkedin_to_business_profile: 4 });
	expect(prices.of(businessProfile, 'without')).toBe(4);
	expect(prices.areConsulted).toBe(false);
	expect(prices.consult(businessProfile, 'without')).toBe(4);
	expect(prices.areConsulted).toBe(true);
});
