import { OPERATIONS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { NODE_HINT, TRIGGER_HINT } from '../../../nodes/IdentityResolution/actions/spec/builderHints';
import { PROPERTIES } from '../../../nodes/IdentityResolution/actions/panel/properties';
import { WANT_NAMES } from '../../../nodes/IdentityResolution/api/person/wants';

const HINTS = [
	...[NODE_HINT, TRIGGER_HINT].map(({ searchHint = '' }) => searchHint),
	...OPERATIONS.flatMap(({ builderHint }) => builderHint ?? []),
	...PROPERTIES.flatMap(({ builderHint }) => builderHint?.propertyHint ?? []),
];

it('a builder hint that sends the reader to an operation names one that exists', () => {
	const named = HINTS.flatMap((hint) => [...hint.matchAll(/resource (\w+), operation (\w+)(?:, want (\w+))?/g)]).map(
		([, resource, operation, want]) => [
			OPERATIONS.some((one) => one.resource === resource && one.operation === operation),
			want === undefined || WANT_NAMES.some((one) => one === want),
		],
	);
	expect(named.length).toBeGreaterThan(2);
	expect(named.flat()).not.toContain(false);
});

it('the hint of an operation is on its option, because n8n refuses one on the property', () => {
	const options = PROPERTIES.filter(({ name }) => name === 'operation').flatMap((property) => {
		expect(property.builderHint).toBeUndefined();
		return property.options ?? [];
	});
	const hints = options.flatMap(({ builderHint }) => builderHint?.propertyHint ?? []);
	expect(hints.sort()).toEqual(OPERATIONS.flatMap(({ builderHint }) => builderHint ?? []).sort());
});
