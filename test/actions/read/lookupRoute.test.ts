import { BY_LINKEDIN } from '../../../nodes/IdentityResolution/actions/spec/identifierFields';
import { InputReader } from '../../../nodes/IdentityResolution/actions/read/inputReader';
import { routeForCell } from '../../../nodes/IdentityResolution/actions/read/router';
import type { ParameterReading } from '../../../nodes/IdentityResolution/actions/read/parameterReader';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { Prices } from '../../../nodes/IdentityResolution/run/budget/budget';
import { businessProfile, personalEmail } from '../../support/run/lookups';

const ADA = 'https://www.linkedin.com/in/ada-example';
const value = (given: unknown): ParameterReading => ({ is: 'value', value: given });
const THROWN: ParameterReading = { is: 'thrown', why: 'no such node' };

/** The first step of a row with these parameters. */
function firstStep(tool: Tool, parameters: Record<string, ParameterReading>) {
	const inputs = new InputReader([BY_LINKEDIN], 'plain');
	const route = routeForCell(tool, BY_LINKEDIN, { inputs });
	return route((parameter) => parameters[parameter])([], new Prices());
}

describe('routeForCell', () => {
	it('looks up the identifier with the tool', () => {
		expect(firstStep(personalEmail, { linkedinUrl: value(` ${ADA}/ `) })).toMatchObject({
			lookup: { tool: personalEmail, identifier: { key: 'linkedin:ada-example' }, phone: 'without' },
		});
	});

	it.each([
		[true, 'with'],
		['yes', 'with'],
		[false, 'without'],
		['maybe', 'without'],
		[null, 'without'],
	])('with Include Mobile Phone %j requests a person %s the phone', (includeMobilePhone, phone) => {
		const parameters = { linkedinUrl: value(ADA), includeMobilePhone: value(includeMobilePhone) };
		expect(firstStep(businessProfile, parameters)).toMatchObject({ lookup: { phone } });
	});

	it.each<[string, Record<string, ParameterReading>, object]>([
		[
			'skips an empty cell',
			{ linkedinUrl: value(' ') },
			{ is: 'skipped', why: 'LinkedIn URL is empty', by: 'blank' },
		],
		[
			'rejects an unreadable cell',
			{ linkedinUrl: value('ada@example.com') },
			{ is: 'invalid', remedy: 'Use Business Profile: Find by Email' },
		],
		[
			'reports a failing expression',
			{ linkedinUrl: THROWN },
			{ is: 'invalid', why: 'The expression in LinkedIn URL could not be evaluated: no such node' },
		],
		[
			'reports a failing expression for the phone',
			{ linkedinUrl: value(ADA), includeMobilePhone: THROWN },
			{ is: 'invalid', why: 'The expression in Include Mobile Phone could not be evaluated: no such node' },
		],
	])('%s', (_what, parameters, outcome) => {
		expect(firstStep(businessProfile, parameters)).toMatchObject({ outcome });
	});
});
