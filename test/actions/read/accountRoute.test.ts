import { get } from '../../../nodes/IdentityResolution/actions/account/get.operation';
import { getUsageReport } from '../../../nodes/IdentityResolution/actions/account/getUsage.operation';
import { formOf, routeForAccount } from '../../../nodes/IdentityResolution/actions/read/accountRoute';
import type { ParameterReading, RowReader } from '../../../nodes/IdentityResolution/actions/read/parameterReader';
import { Prices } from '../../../nodes/IdentityResolution/run/budget';

const THROWN: ParameterReading = { is: 'thrown', why: 'no such node' };

/** Parameters with these values; `THROWN` is an expression that fails. */
const reader =
	(parameters: Record<string, unknown>): RowReader =>
	(name) =>
		parameters[name] === THROWN ? THROWN : { is: 'value', value: parameters[name] };
const SHOWN = { simplify: true, itemPerDay: true };
const CHOICES = 'Period must be one of today, week, month, billing_cycle';

it.each([
	[get, SHOWN, 'get_account', {}],
	[getUsageReport, { ...SHOWN, period: 'week' }, 'get_usage', { period: 'week' }],
])('routeForAccount sends %j', (operation, parameters, name, value) => {
	expect(routeForAccount(operation)(reader(parameters))([], new Prices())).toMatchObject({
		lookup: { tool: { name }, identifier: { value }, phone: 'without' },
	});
});

it.each([
	[{ period: 'year' }, `${CHOICES}, not "year"`],
	[{ period: null }, `${CHOICES}, and it is empty`],
	[{ period: ['week'] }, `${CHOICES}, not an object or a list`],
	...['Simplify', 'Item per Day', 'Period'].map((label, index): [object, string] => [
		{ period: 'week', [['simplify', 'itemPerDay', 'period'][index]]: THROWN },
		`The expression in ${label} could not be evaluated: no such node`,
	]),
])('routeForAccount refuses %j', (parameters, why) => {
	expect(routeForAccount(getUsageReport)(reader({ ...SHOWN, ...parameters }))([], new Prices())).toEqual({
		outcome: { is: 'invalid', why },
	});
});

it.each([
	[SHOWN, 'rows'],
	[{ simplify: true, itemPerDay: false }, 'total'],
	[{ simplify: false, itemPerDay: true }, 'raw'],
	[{ simplify: THROWN }, 'raw'],
])('formOf reads %j as %s', (parameters, form) => {
	expect(formOf(reader(parameters))).toBe(form);
});
