import { findByLinkedin } from '../../../nodes/IdentityResolution/actions/businessProfile/findByLinkedin.operation';
import { searchProfilesByName } from '../../../nodes/IdentityResolution/actions/linkedinProfile/findByName.operation';
import { call } from '../../../nodes/IdentityResolution/actions/tool/call.operation';
import { LOOKUPS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { InputReader } from '../../../nodes/IdentityResolution/actions/read/inputReader';
import { readFields } from '../../../nodes/IdentityResolution/actions/read/parameterReader';
import type { ReadContext } from '../../../nodes/IdentityResolution/actions/read/readContext';
import { routerFor } from '../../../nodes/IdentityResolution/actions/read/router';
import { identifierFieldsOf, type LookupOperation } from '../../../nodes/IdentityResolution/actions/spec/operation';
import { Prices } from '../../../nodes/IdentityResolution/service/budget';
import { ROUTE_SETTINGS } from '../../support/actions/routeSettings';
import { businessProfile } from '../../support/run/lookups';

const ADA = 'https://www.linkedin.com/in/ada-example';
const NAMED = { fullName: 'Ada Example', company: 'Example Org' };
const ADA_AT_WORK = { firstName: 'Ada', lastName: 'Example', company: 'Example Org' };

/** The first step of a row with these values. */
const firstStep = (
	operation: LookupOperation,
	values: Record<string, unknown>,
	{ prices = new Prices(), ...settings }: Partial<ReadContext> & { prices?: Prices } = {},
) => {
	const inputs = new InputReader(identifierFieldsOf(operation), 'plain');
	return routerFor(operation, { ...ROUTE_SETTINGS, inputs, ...settings })({ values, failures: [] }, {})([], prices);
};

it.each([
	[true, 'with'],
	['yes', 'with'],
	[false, 'without'],
	['maybe', 'without'],
	[null, 'without'],
])(
	'the router of an identifier with Include Mobile Phone %j looks up a person %s the phone',
	(includeMobilePhone, phone) => {
		const values = { linkedinUrl: ` ${ADA}/ `, includeMobilePhone };
		expect(firstStep(findByLinkedin, values)).toMatchObject({
			lookup: { tool: businessProfile, identifier: { key: 'linkedin:ada-example' }, phone },
		});
	},
);

it.each<[string, unknown, object]>([
	['skips an empty cell', ' ', { is: 'skipped', why: 'LinkedIn URL is empty', by: 'blank' }],
	['rejects an unreadable cell', 'x@y.zz', { is: 'invalid', remedy: 'Use Person: Resolve' }],
])('the router of an identifier %s', (_what, linkedinUrl, outcome) => {
	expect(firstStep(findByLinkedin, { linkedinUrl })).toMatchObject({ outcome });
});

const FIELDS = LOOKUPS.flatMap((operation) =>
	operation.fields.map(({ name, displayName }) => ({ operation, name, label: displayName })),
).filter(({ operation }) => operation.by.is !== 'person');

it.each(FIELDS)('$operation.resource / $operation.operation rejects a row whose $name fails', (failing) => {
	const fields = readFields(failing.operation.fields, (name) =>
		name === failing.name ? { is: 'thrown', why: 'no such node' } : { is: 'value', value: ADA },
	);
	expect(routerFor(failing.operation, ROUTE_SETTINGS)(fields, {})([], new Prices())).toEqual({
		outcome: { is: 'invalid', why: `The expression in ${failing.label} could not be evaluated: no such node` },
	});
});

it.each<[string, object, object]>([
	['skips a row without any', {}, { is: 'skipped', why: 'Name and company are empty', by: 'blank' }],
	['skips a placeholder', { lastName: 'Na' }, { is: 'skipped', why: 'Name and company are empty', by: 'blank' }],
	[
		'rejects a cell that is no text',
		{ ...NAMED, company: { id: 1 } },
		{ is: 'invalid', why: 'Company is an object. Take one value of it' },
	],
])('the router of names %s', (_what, values, outcome) => {
	expect(firstStep(searchProfilesByName, { ...values })).toEqual({ outcome });
});

it.each(['Null', 'Na'])('the router of names accepts the last name %s', (lastName) => {
	const lookup = { identifier: { value: { first_name: 'Ada', last_name: lastName, company: 'Example Org' } } };
	expect(firstStep(searchProfilesByName, { ...ADA_AT_WORK, lastName })).toMatchObject({ lookup });
});

it.each([
	...['NULL', 'NaN', 'n/a'].map((lastName) => ({ lastName })),
	...['', 'Null'].map((firstName) => ({ firstName, lastName: 'Na' })),
	{ firstName: 'Null' },
	{ company: 'Null' },
])('the router of names takes a placeholder for nothing, as in %j', (values) => {
	expect(firstStep(searchProfilesByName, { ...ADA_AT_WORK, ...values })).toMatchObject({
		outcome: { is: 'invalid' },
	});
});

/** Tokens for a result of the search. */
const LISTED = new Map([['search_linkedin_profile', 2]]);

it.each([
	[24, new Prices(), 'A search may return 25 people. Set Max Tokens to 25 or more'],
	[25, new Prices(), undefined],
	[49, new Prices(LISTED), 'A search may return 25 people. Set Max Tokens to 50 or more'],
	[50, new Prices(LISTED), undefined],
])(
	'a search that Max Tokens %d could not pay for is refused, because it would be deferred forever',
	(maxTokens, prices, why) => {
		const next = firstStep(searchProfilesByName, NAMED, { maxTokens, prices });
		if (why === undefined) expect(next).toMatchObject({ lookup: { tool: { name: 'search_linkedin_profile' } } });
		else expect(next).toEqual({ outcome: { is: 'invalid', why, concerns: 'settings' } });
	},
);

it('a search without Max Tokens consults no price, because that would read the account', () => {
	const prices = new Prices();
	firstStep(searchProfilesByName, NAMED, { maxTokens: Infinity, prices });
	expect(prices.areConsulted).toBe(false);
});

it.each<[unknown, object]>([
	[{ email: 'ada@example.com' }, { email: 'ada@example.com' }],
	['{ "email": "ada@example.com" }', { email: 'ada@example.com' }],
	[{ at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
	['', {}],
	[null, {}],
])('a row of Custom Tool: Call sends %j as %j', (body, value) => {
	expect(firstStep(call, { toolName: ' some_tool_2 ', body })).toMatchObject({
		lookup: { tool: { name: 'some_tool_2' }, identifier: { kind: 'body', value }, phone: 'without' },
	});
});

const NO_NAME = 'is not the name of a tool: it may only contain a-z, 0-9 and _';
it.each<[string, unknown, unknown, string]>([
	['a name with other characters', '../get_account', {}, `"../get_account" ${NO_NAME}`],
	['a name that is not a text', {}, {}, `Tool Name ${NO_NAME}`],
	['a list as body', 'some_tool', [1], 'Body is not a JSON object'],
	['a number as body', 'some_tool', 5, 'Body is not a JSON object'],
	['broken JSON', 'some_tool', '{', 'Body is not a JSON object'],
	['a long number', 'a', '{"id":[9007199254740993]}', 'Body has a number with too many digits. Put it in quotes'],
	['a date as body', 'a', new Date(0), 'Body is not a JSON object'],
	['lists nested deeply', 'a', `{"a":${'['.repeat(3_000)}${']'.repeat(3_000)}}`, 'Body is not a JSON object'],
])('Custom Tool: Call rejects %s', (_what, toolName, body, why) => {
	const concerns = why.includes(NO_NAME) ? { concerns: 'settings' } : {};
	expect(firstStep(call, { toolName, body })).toEqual({ outcome: { is: 'invalid', why, ...concerns } });
});

it('Custom Tool: Call skips an empty name', () => {
	expect(firstStep(call, { toolName: ' ' })).toEqual({
		outcome: { is: 'skipped', why: 'Tool Name is empty', by: 'blank' },
	});
});
