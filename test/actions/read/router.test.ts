import { BY_LINKEDIN } from '../../../nodes/IdentityResolution/actions/spec/identifierFields';
import { InputReader } from '../../../nodes/IdentityResolution/actions/read/inputReader';
import { routeForCell } from '../../../nodes/IdentityResolution/actions/read/router';
import type { ParameterReading } from '../../../nodes/IdentityResolution/actions/read/parameterReader';
import { Prices } from '../../../nodes/IdentityResolution/run/budget';
import { businessProfile } from '../../support/run/lookups';

const ADA = 'https://www.linkedin.com/in/ada-example';
const THROWN: ParameterReading = { is: 'thrown', why: 'no such node' };
const failed = (label: string) => `The expression in ${label} could not be evaluated: no such node`;

/** The first step of a row with these parameters. */
function firstStep(linkedinUrl: unknown, includeMobilePhone?: unknown) {
	const given: Record<string, unknown> = { linkedinUrl, includeMobilePhone };
	const route = routeForCell(businessProfile, BY_LINKEDIN, { inputs: new InputReader([BY_LINKEDIN], 'plain') });
	const read = (name: string): ParameterReading =>
		given[name] === THROWN ? THROWN : { is: 'value', value: given[name] };
	return route(read)([], new Prices());
}

it.each([
	[true, 'with'],
	['yes', 'with'],
	[false, 'without'],
	['maybe', 'without'],
	[null, 'without'],
])('routeForCell with Include Mobile Phone %j looks up a person %s the phone', (includeMobilePhone, phone) => {
	expect(firstStep(` ${ADA}/ `, includeMobilePhone)).toMatchObject({
		lookup: { tool: businessProfile, identifier: { key: 'linkedin:ada-example' }, phone },
	});
});

it.each<[string, unknown, unknown, object]>([
	['skips an empty cell', ' ', true, { is: 'skipped', why: 'LinkedIn URL is empty', by: 'blank' }],
	['rejects an unreadable cell', 'x@y.z', true, { is: 'invalid', remedy: 'Use Business Profile: Find by Email' }],
	['reports a failing cell', THROWN, true, { is: 'invalid', why: failed('LinkedIn URL') }],
	['reports a failing phone', ADA, THROWN, { is: 'invalid', why: failed('Include Mobile Phone') }],
])('routeForCell %s', (_what, linkedinUrl, includeMobilePhone, outcome) => {
	expect(firstStep(linkedinUrl, includeMobilePhone)).toMatchObject({ outcome });
});
