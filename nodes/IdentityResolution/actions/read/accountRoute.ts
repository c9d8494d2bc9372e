import { readBody } from '../../api/identifiers/body';
import { USAGE_PERIODS } from '../../api/account/getUsage';
import { lookupOf, singleLookup, type Route } from '../../run/lookup';
import { ITEM_PER_DAY, PERIOD, SIMPLIFY } from '../spec/accountFields';
import type { AccountOperation } from '../spec/operation';
import { isTruthy } from '../spec/booleans';
import { invalidExpression } from './lookupRoute';
import type { RowReader } from './parameterReader';
import { readRowOption } from './rowOption';

/** Returns the routes of an operation about the account. */
export const routeForAccount =
	({ tool, fields }: AccountOperation) =>
	(readParameter: RowReader): Route => {
		for (const { name, displayName } of fields) {
			const reading = readParameter(name);
			if (reading.is === 'thrown') return invalidExpression(displayName, reading.why);
		}
		if (!fields.includes(PERIOD)) return singleLookup(lookupOf(tool, readBody({}), 'without'));
		const period = readRowOption(PERIOD.displayName, readParameter(PERIOD.name), USAGE_PERIODS);
		if (period.is === 'refused') return period.route;
		return singleLookup(lookupOf(tool, readBody({ period: period.value }), 'without'));
	};

/** How a row shows its record. */
export function formOf(readParameter: RowReader): 'raw' | 'rows' | 'total' {
	const isOn = (name: string): boolean => {
		const reading = readParameter(name);
		return reading.is === 'value' && isTruthy(reading.value);
	};
	if (!isOn(SIMPLIFY.name)) return 'raw';
	return isOn(ITEM_PER_DAY.name) ? 'rows' : 'total';
}
