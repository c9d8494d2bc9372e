import { searchProfilesByName } from '../../../nodes/IdentityResolution/actions/linkedinProfile/findByName.operation';
import { ROUTE_SETTINGS } from '../../support/actions/routeSettings';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/prices';
import { NO_INPUT } from '../../support/actions/rowInput';

/** The family of the first lookup of a row with this value of Count Only. */
function familyFor(countOnly: unknown) {
	const cells: Record<string, unknown> = {
		fullName: 'Ada Example',
		company: 'Example Org',
		'options.countOnly': countOnly,
	};
	const router = searchProfilesByName.createRouter(ROUTE_SETTINGS);
	const next = router((name) => ({ is: 'value', value: cells[name] ?? '' }), NO_INPUT)([], new Prices());
	return 'lookup' in next ? next.lookup.tool.family : next;
}

it.each([true, 'true', 'x', '✓', 'count', 1, 2])('Count Only %p counts, which is free', (countOnly) => {
	expect(familyFor(countOnly)).toBe('free');
});

it.each([false, 'no', '', 0, undefined])('Count Only %p returns the profiles', (countOnly) => {
	expect(familyFor(countOnly)).toBe('search');
});
