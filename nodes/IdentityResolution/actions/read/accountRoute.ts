import type { INodeProperties } from 'n8n-workflow';
import { readBody } from '../../api/identifiers/body';
import { USAGE_PERIODS } from '../../api/account/usage';
import { lookupOf, type Route, singleLookup } from '../../run/lookup';
import { ITEM_PER_DAY, PERIOD, SIMPLIFY } from '../spec/accountFields';
import type { AccountOperation } from '../spec/operation';
import { isTruthy } from '../../api/json';
import { invalidExpression, invalidRoute, type RowReader } from './parameterReader';
import { cellText, quoted } from '../../api/identifiers/identifier';

/** Returns the routes of an operation about the account. */
export const routeForAccount =
	({ tool, fields }: AccountOperation) =>
	(readParameter: RowReader): Route => {
		for (const { name, displayName } of fields) {
			const reading = readParameter(name);
			if (reading.is === 'thrown') return invalidExpression(displayName, reading.why);
		}
		if (!fields.includes(PERIOD)) return singleLookup(lookupOf(tool, readBody({}), 'without'));
		const given = valueOf(readParameter, PERIOD);
		const period = USAGE_PERIODS.find((one) => one === given);
		return period === undefined
			? invalidRoute(`Period must be one of ${USAGE_PERIODS.join(', ')}, ${differs(cellText(given))}`)
			: singleLookup(lookupOf(tool, readBody({ period }), 'without'));
	};

function differs(value: string | null): string {
	if (value === null) return 'not an object or a list';
	return value === '' ? 'and it is empty' : `not ${quoted(value)}`;
}

/** How a row shows its record. */
export function formOf(readParameter: RowReader): 'raw' | 'rows' | 'total' {
	if (!isTruthy(valueOf(readParameter, SIMPLIFY))) return 'raw';
	return isTruthy(valueOf(readParameter, ITEM_PER_DAY)) ? 'rows' : 'total';
}

/** The value of a parameter; undefined if its expression fails. */
function valueOf(readParameter: RowReader, { name }: INodeProperties): unknown {
	const reading = readParameter(name);
	return reading.is === 'value' ? reading.value : undefined;
}
