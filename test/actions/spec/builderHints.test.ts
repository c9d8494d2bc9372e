import { OPERATIONS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { PROPERTIES } from '../../../nodes/IdentityResolution/actions/panel/properties';
import { IdentityResolution } from '../../../nodes/IdentityResolution/IdentityResolution.node';
import { IdentityResolutionTrigger } from '../../../nodes/IdentityResolution/IdentityResolutionTrigger.node';
import { WANT_NAMES } from '../../../nodes/IdentityResolution/api/person/wants';

const HINTS = [
	...[new IdentityResolution(), new IdentityResolutionTrigger()].flatMap(
		({ description }) => description.builderHint?.searchHint ?? [],
	),
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
