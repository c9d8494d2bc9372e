import { searchProfilesByName } from '../../../nodes/IdentityResolution/actions/linkedinProfile/findByName.operation';
import { ROUTE_SETTINGS } from '../../support/actions/routeSettings';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/prices';
import { NO_INPUT } from '../../support/actions/rowInput';

/** The family of the first lookup of a row with this value of Count Only, or its outcome. */
function familyFor(countOnly: unknown, maxTokens = Infinity, prices = new Prices()) {
	const cells: Record<string, unknown> = {
		fullName: 'Ada Example',
		company: 'Example Org',
		'options.countOnly': countOnly,
	};
	const router = searchProfilesByName.createRouter({ ...ROUTE_SETTINGS, maxTokens });
	const next = router((name) => ({ is: 'value', value: cells[name] ?? '' }), NO_INPUT)([], prices);
	return 'lookup' in next ? next.lookup.tool.family : next;
}

it.each([true, 'true', 'x', '✓', 'count', 1, 2])('Count Only %p counts, which is free', (countOnly) => {
	expect(familyFor(countOnly)).toBe('free');
});

it.each([false, 'no', '', 0, undefined])('Count Only %p returns the profiles', (countOnly) => {
	expect(familyFor(countOnly)).toBe('search');
});

it('a search that Max Tokens could not pay for is refused, because it would be deferred forever', () => {
	expect(familyFor(false, 24)).toMatchObject({
		outcome: { is: 'invalid', why: expect.stringContaining('Set Max Tokens to 25 or more') as string },
	});
	expect(familyFor(false, 25)).toBe('search');
	expect(familyFor(true, 24)).toBe('free');
});

it('a search needs Max Tokens for 25 people at the price that the account lists', () => {
	const prices = new Prices();
	prices.setListed(new Map([['search_linkedin_profile', 2]]));
	expect(familyFor(false, 49, prices)).toMatchObject({
		outcome: { is: 'invalid', why: 'A search may return 25 people. Set Max Tokens to 50 or more' },
	});
	expect(familyFor(false, 50, prices)).toBe('search');
	expect(prices.areConsulted).toBe(true);
});
