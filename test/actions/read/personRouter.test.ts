import { readFields, type ParameterReading } from '../../../nodes/IdentityResolution/actions/read/parameterReader';
import { InputReader } from '../../../nodes/IdentityResolution/actions/read/inputReader';
import { readIdentifiers, routerForPerson } from '../../../nodes/IdentityResolution/actions/read/router';
import { BY_EMAIL_OR_HASH, BY_LINKEDIN } from '../../../nodes/IdentityResolution/actions/spec/identifierFields';
import { Prices } from '../../../nodes/IdentityResolution/service/budget';
import type { Step } from '../../../nodes/IdentityResolution/run/route';
import { ROUTE_SETTINGS } from '../../support/actions/routeSettings';
import { businessProfile } from '../../support/run/lookups';
import { found, rowOf } from '../../support/run/settledRows';

const MD5 = '3e3417d7ef77d5932a6734b916515ed5';
const ADA = { plain: ['email:ada@example.com'], hem: [`hem:${MD5}`] };
const PROFILE = 'linkedin:ada-example';
const THROWN: ParameterReading = { is: 'thrown', why: 'no such node' };

/** The cells of the fields by name. */
interface Row {
	linkedinUrl?: unknown;
	email?: unknown;
}

const fieldsOf = (row: Row) =>
	readFields([BY_LINKEDIN.parameter, BY_EMAIL_OR_HASH.parameter], (name) => {
		const given = (row as Record<string, unknown>)[name];
		return given === THROWN ? THROWN : { is: 'value', value: given };
	});
const inputsOf = (emails: InputReader['emails'] = 'plain') => new InputReader([BY_LINKEDIN, BY_EMAIL_OR_HASH], emails);

function readRow(row: Row, emails: InputReader['emails'] = 'plain') {
	const { identifiers, problems } = readIdentifiers(fieldsOf(row), inputsOf(emails));
	const { linkedin, email, hem } = identifiers;
	const keys = [linkedin, email, hem].map((ofKind) => ofKind.map(({ key }) => key));
	return { identifiers, keys, problems: problems.map(({ why, remedy }) => [why, remedy].filter(Boolean).join('. ')) };
}

const NO_PROFILE = '"ask Ada" is not a LinkedIn address. Use an address such as linkedin.com/in/ada-example';
const NO_HEM = '"x" is neither an email address nor an MD5. Use an email address or its MD5 (32 hex digits)';
const NOT_PROFILE = '"ada@example.com" is an email address, not a LinkedIn profile. Use the field Email or MD5 Hash';
const thrown = (label: string) => `The expression in ${label} could not be evaluated: no such node`;

it.each<[Row, [string[], string[], string[]], string[]]>([
	[{}, [[], [], []], []],
	[{ linkedinUrl: ' ', email: '\u200b' }, [[], [], []], []],
	[{ linkedinUrl: 'https://uk.linkedin.com/in/Ada-Example/?trk=x' }, [[PROFILE], [], []], []],
	[{ email: ' mailto:Ada@Example.com ' }, [[], ADA.plain, ADA.hem], []],
	[{ email: MD5.toUpperCase() }, [[], [], ADA.hem], []],
	[{ linkedinUrl: 'in/ada-example', email: 'ada@example.com' }, [[PROFILE], ADA.plain, ADA.hem], []],
	[{ linkedinUrl: 'unknown' }, [[], [], []], []],
	[{ linkedinUrl: 'ada@example.com' }, [[], [], []], [NOT_PROFILE]],
	[{ linkedinUrl: 'ask Ada', email: 'x' }, [[], [], []], [NO_PROFILE, NO_HEM]],
	[{ linkedinUrl: 'ask Ada', email: 'ada@example.com' }, [[], ADA.plain, ADA.hem], [NO_PROFILE]],
	[{ linkedinUrl: 'in/ada-example', email: 'x' }, [[PROFILE], [], []], [NO_HEM]],
	[{ linkedinUrl: THROWN, email: MD5 }, [[], [], ADA.hem], [thrown('LinkedIn URL')]],
	[{ linkedinUrl: 'in/ada-example', email: THROWN }, [[PROFILE], [], []], [thrown('Email or MD5 Hash')]],
])('readIdentifiers reads %j, and reports what is invalid', (row, keys, problems) => {
	expect(readRow(row)).toMatchObject({ keys, problems });
});

it('readIdentifiers gives an email one spelling, for a tool that accepts it plain or as MD5', () => {
	const { email, hem } = readRow({ email: 'Ada@Example.com' }).identifiers;
	expect([...email, ...hem].map(({ kind, value }) => [kind, value])).toEqual(
		Array(2).fill(['email', 'Ada@example.com']),
	);
});

it.each(['Ada@Example.com', MD5])('readIdentifiers reads %s as MD5 alone if emails are hashed', (email) => {
	const { identifiers, keys } = readRow({ email }, 'hashed');
	expect(keys).toEqual([[], [], ADA.hem]);
	expect(JSON.stringify(identifiers).toLowerCase()).not.toContain('example.com');
});

describe('the route of a row', () => {
	const linkedinUrl = 'https://www.linkedin.com/in/ada-example';
	const ANSWERED = rowOf(businessProfile, 'ada-example', found({ business_email: 'ada@example.org' })).steps;

	/** What the route of a row with these cells returns after these steps. */
	const nextOf = (row: Row, steps: readonly Step[] = []) =>
		routerForPerson({ ...ROUTE_SETTINGS, wants: ['workEmail'], inputs: inputsOf() })(
			{ values: { ...row }, failures: [] },
			{},
		)(steps, new Prices());

	it('starts with a lookup, and ends without a remark if all cells are readable', () => {
		expect(nextOf({ linkedinUrl })).toHaveProperty('lookup.identifier.key', PROFILE);
		expect(nextOf({ linkedinUrl }, ANSWERED)).toMatchObject({ outcome: { is: 'found', person: [PROFILE] } });
		expect(nextOf({ linkedinUrl }, ANSWERED)).not.toHaveProperty('outcome.remark');
	});

	it.each<[string, Row, readonly Step[], object]>([
		[
			'skips a row without identifiers as blank',
			{ linkedinUrl: ' ' },
			[],
			{ is: 'skipped', why: 'LinkedIn URL and Email or MD5 Hash are empty', by: 'blank' },
		],
		['is invalid if no cell is readable', { email: 'ada' }, [], { is: 'invalid' }],
		[
			'ends with a remark about an unreadable cell, and the keys of the others',
			{ linkedinUrl, email: 'ada' },
			ANSWERED,
			{ is: 'found', person: [PROFILE], remark: 'Ignored: Email or MD5 Hash is plain text' },
		],
	])('%s', (_what, row, steps, outcome) => {
		expect(nextOf(row, steps)).toMatchObject({ outcome });
	});
});
