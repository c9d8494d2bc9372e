import { routerFor } from '../../../nodes/IdentityResolution/actions/read/router';
import { searchProfilesByName } from '../../../nodes/IdentityResolution/actions/linkedinProfile/findByName.operation';
import { Prices } from '../../../nodes/IdentityResolution/run/budget';
import { ROUTE_SETTINGS, rowWith } from '../../support/actions/routeSettings';

const LISTED = new Map([['search_linkedin_profile', 2]]);

it.each([
	[24, new Prices(), 'A search may return 25 people. Set Max Tokens to 25 or more'],
	[25, new Prices(), undefined],
	[49, new Prices(LISTED), 'A search may return 25 people. Set Max Tokens to 50 or more'],
	[50, new Prices(LISTED), undefined],
])(
	'a search that Max Tokens %d could not pay for is refused, because it would be deferred forever',
	(maxTokens, prices, why) => {
		const values = { fullName: 'Ada Example', company: 'Example Org' };
		const route = routerFor(searchProfilesByName, { ...ROUTE_SETTINGS, maxTokens })(rowWith(values));
		const next = route([], prices);
		if (why === undefined) expect(next).toMatchObject({ lookup: { tool: { name: 'search_linkedin_profile' } } });
		else expect(next).toEqual({ outcome: { is: 'invalid', why } });
	},
);
