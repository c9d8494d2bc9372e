import { cellText } from '../../api/identifiers/identifier';
import { isPlaceholder } from '../../api/identifiers/readCell';
import { readName } from '../../api/identifiers/name';
import type { Tool } from '../../api/tool';
import { doneRoute, lookupOf, singleLookup, type Route } from '../../run/lookup';
import type { RowReader } from './parameterReader';
import { invalidExpression } from './lookupRoute';
import { NAME_FIELDS } from '../panel/identifierFields';

/** Returns the routes of an operation that looks up a person by name and company. */
export const routeForName =
	(tool: Tool) =>
	() =>
	(readParameter: RowReader): Route => {
		const cells: Record<string, string> = {};
		for (const { name, displayName } of NAME_FIELDS) {
			const cell = readParameter(name);
			if (cell.is === 'thrown') return invalidExpression(displayName, cell.why);
			const text = cellText(cell.value);
			if (text === null) return doneRoute({ is: 'invalid', why: `${displayName} is not text` });
			cells[name] = isPlaceholder(text) ? '' : text;
		}
		const { fullName: name, firstName, lastName, company, companyDomain } = cells;
		const reading = readName({ name, firstName, lastName, company, companyDomain });
		if (reading.is === 'blank') return doneRoute({ is: 'skipped', why: 'Name and company are empty', by: 'blank' });
		if (reading.is === 'invalid') return doneRoute({ is: 'invalid', why: reading.why });
		return singleLookup(lookupOf(tool, reading.identifier, 'without'));
	};
