import { findByLinkedin } from '../../../nodes/IdentityResolution/actions/businessProfile/findByLinkedin.operation';
import { BY_LINKEDIN } from '../../../nodes/IdentityResolution/actions/spec/identifierFields';
import { fieldsOf } from '../../../nodes/IdentityResolution/actions/spec/operation';
import { LOOKUPS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { InputReader } from '../../../nodes/IdentityResolution/actions/read/inputReader';
import { readFields } from '../../../nodes/IdentityResolution/actions/read/parameterReader';
import { routerFor } from '../../../nodes/IdentityResolution/actions/read/router';
import { Prices } from '../../../nodes/IdentityResolution/run/budget';
import { ROUTE_SETTINGS, rowWith } from '../../support/actions/routeSettings';
import { businessProfile } from '../../support/run/lookups';

const ADA = 'https://www.linkedin.com/in/ada-example';

/** The first step of a row with these parameters. */
function firstStep(linkedinUrl: unknown, includeMobilePhone?: unknown) {
	const settings = { ...ROUTE_SETTINGS, inputs: new InputReader([BY_LINKEDIN], 'plain') };
	return routerFor(findByLinkedin, settings)(rowWith({ linkedinUrl, includeMobilePhone }))([], new Prices());
}

it.each([
	[true, 'with'],
	['yes', 'with'],
	[false, 'without'],
	['maybe', 'without'],
	[null, 'without'],
])(
	'the router of an identifier with Include Mobile Phone %j looks up a person %s the phone',
	(includeMobilePhone, phone) => {
		expect(firstStep(` ${ADA}/ `, includeMobilePhone)).toMatchObject({
			lookup: { tool: businessProfile, identifier: { key: 'linkedin:ada-example' }, phone },
		});
	},
);

it.each<[string, unknown, unknown, object]>([
	['skips an empty cell', ' ', true, { is: 'skipped', why: 'LinkedIn URL is empty', by: 'blank' }],
	['rejects an unreadable cell', 'x@y.z', true, { is: 'invalid', remedy: 'Use Business Profile: Find by Email' }],
])('the router of an identifier %s', (_what, linkedinUrl, includeMobilePhone, outcome) => {
	expect(firstStep(linkedinUrl, includeMobilePhone)).toMatchObject({ outcome });
});

const FIELDS = LOOKUPS.flatMap((operation) =>
	fieldsOf(operation).map(({ name, displayName }) => ({ operation, name, label: displayName })),
).filter(({ operation }) => operation.by.is !== 'person');

it.each(FIELDS)('$operation.resource / $operation.operation rejects a row whose $name fails', (failing) => {
	const { values, failures } = readFields(fieldsOf(failing.operation), (name) =>
		name === failing.name ? { is: 'thrown', why: 'no such node' } : { is: 'value', value: ADA },
	);
	expect(routerFor(failing.operation, ROUTE_SETTINGS)(rowWith(values, failures))([], new Prices())).toEqual({
		outcome: { is: 'invalid', why: `The expression in ${failing.label} could not be evaluated: no such node` },
	});
});
