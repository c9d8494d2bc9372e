import { routerFor } from '../../../nodes/IdentityResolution/actions/read/router';
import { searchProfilesByName } from '../../../nodes/IdentityResolution/actions/linkedinProfile/findByName.operation';
import { ROUTE_SETTINGS } from '../../support/actions/routeSettings';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/budget';
import { NO_INPUT } from '../../support/actions/rowInput';

/** The tool of the first lookup of a row, or its outcome. */
function firstOf(maxTokens: number, prices = new Prices()) {
	const cells: Record<string, unknown> = { fullName: 'Ada Example', company: 'Example Org' };
	const router = routerFor(searchProfilesByName, { ...ROUTE_SETTINGS, maxTokens });
	const next = router((name) => ({ is: 'value', value: cells[name] ?? '' }), NO_INPUT)([], prices);
	return 'lookup' in next ? next.lookup.tool.name : next;
}

it('a search that Max Tokens could not pay for is refused, because it would be deferred forever', () => {
	expect(firstOf(24)).toMatchObject({
		outcome: { is: 'invalid', why: expect.stringContaining('Set Max Tokens to 25 or more') as string },
	});
	expect(firstOf(25)).toBe('search_linkedin_profile');
});

it('a search needs Max Tokens for 25 people at the price that the account lists', () => {
	const prices = new Prices(new Map([['search_linkedin_profile', 2]]));
	expect(firstOf(49, prices)).toMatchObject({
		outcome: { is: 'invalid', why: 'A search may return 25 people. Set Max Tokens to 50 or more' },
	});
	expect(firstOf(50, prices)).toBe('search_linkedin_profile');
	expect(prices.areConsulted).toBe(true);
});
