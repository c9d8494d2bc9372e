import { billingRow, readTokenCosts } from '../../../nodes/IdentityResolution/api/account/billing';

const BILLING = {
	plan: 'growth',
	subscription_status: 'active',
	credit_balance: 12,
	unlimited: false,
	current_period_start: '2026-11-15',
	current_period_end: '2026-12-15',
	token_costs: { linkedin_to_business_email: 1, search_people: '2', broken: 'free', negative: -1 },
};

describe('billingRow', () => {
	it('is flat, with the prices as one text', () => {
		expect(billingRow(BILLING)).toEqual({
			plan: 'growth',
			subscription_status: 'active',
			token_balance: 12,
			current_period_start: '2026-11-15',
			current_period_end: '2026-12-15',
			token_costs: 'linkedin_to_business_email: 1, search_people: 2',
		});
	});

	it('has empty cells for a record without data', () => {
		expect(Object.values(billingRow(null))).toEqual(Array(6).fill(null));
	});

	it('shows an unlimited balance', () => {
		expect(billingRow({ ...BILLING, unlimited: true, credit_balance: -1 })).toMatchObject({
			token_balance: 'unlimited',
		});
	});
});

it.each([null, {}, { token_costs: [] }, { token_costs: 'none' }])('readTokenCosts of %j is empty', (results) => {
	expect([...readTokenCosts(results)]).toEqual([]);
});
