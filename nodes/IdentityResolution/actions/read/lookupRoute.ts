import type { Tool } from '../../api/tool';
import { doneRoute, lookupOf, type Route, singleLookup } from '../../run/lookup';
import type { Outcome } from '../../run/outcome';
import { type IdentifierField, INCLUDE_MOBILE_PHONE } from '../spec/identifierFields';
import type { InputReader } from './inputReader';
import type { RowReader } from './parameterReader';
import { isExplicitYes } from '../../api/json';

/** Returns the routes of an operation with one tool and one identifier per row. */
export const routeForCell =
	(tool: Tool, field: IdentifierField, { inputs }: { inputs: InputReader }) =>
	(readParameter: RowReader): Route => {
		const reading = inputs.read(readParameter, field);
		const label = field.parameter.displayName;
		if (reading.is === 'thrown') return invalidExpression(label, reading.why);
		if (reading.is === 'blank') return doneRoute({ is: 'skipped', why: `${label} is empty`, by: 'blank' });
		if (reading.is === 'invalid') return inputs.invalid([inputs.problemOf(field, reading)]);
		if (tool.onlyPhone) return singleLookup(lookupOf(tool, reading.identifier, 'with'));
		if (tool.phoneFlag === undefined) return singleLookup(lookupOf(tool, reading.identifier, 'without'));
		const phone = readParameter(INCLUDE_MOBILE_PHONE.name);
		if (phone.is === 'thrown') return invalidExpression(INCLUDE_MOBILE_PHONE.displayName, phone.why);
		return singleLookup(lookupOf(tool, reading.identifier, isExplicitYes(phone.value) ? 'with' : 'without'));
	};

export const invalidRoute = (why: string): Route => doneRoute({ is: 'invalid', why });

/** Returns the route of a row with an expression that fails. */
export const invalidExpression = (label: string, why: string): Route => doneRoute(expressionProblem(label, why));

export const expressionProblem = (label: string, why: string): Outcome => ({
	is: 'invalid',
	why: `The expression in ${label} could not be evaluated: ${why}`,
});
