import { ASSUMED_RESULTS } from '../../api/identifiers/body';
import { cellText, type Identifier } from '../../api/identifiers/identifier';
import { onlyEntry } from '../../api/identifiers/readCell';
import { readName } from '../../api/identifiers/name';
import { isPlaceholder, type JsonObject } from '../../api/json';
import type { Tool } from '../../api/tool';
import { doneRoute, lookupOf, singleLookup, type Route } from '../../run/lookup';
import type { Outcome } from '../../run/outcome';
import { searchRoute } from '../../run/searchRoute';
import { expressionProblem, type RowReader } from './parameterReader';
import { NAME_FIELDS } from '../spec/identifierFields';

/** A person by name and company, with the fields of the request, or the outcome of a row without one. */
type NameCellsReading =
	{ is: 'named'; identifier: Identifier; fields: JsonObject } | { is: 'refused'; outcome: Outcome };

/** Returns the routes of an operation that looks up a person by name and company. */
export const routeForName =
	(tool: Tool) =>
	(readParameter: RowReader): Route => {
		const reading = readNameCells(readParameter);
		return reading.is === 'refused'
			? doneRoute(reading.outcome)
			: singleLookup(lookupOf(tool, reading.identifier, 'without'));
	};

/** Returns the routes of an operation that searches for people by name and company. */
export const routeForNameSearch =
	(tool: Tool, { maxTokens }: { maxTokens: number }) =>
	(readParameter: RowReader): Route => {
		const reading = readNameCells(readParameter);
		if (reading.is === 'refused') return doneRoute(reading.outcome);
		const search = searchRoute({ tool, filters: reading.fields, limit: Infinity, offset: 0, maxTokens });
		if (maxTokens === Infinity) return search;
		return (steps, prices) => {
			const needed = Math.ceil(ASSUMED_RESULTS * (prices.consult(tool, 'without') ?? 1));
			return steps.length === 0 && maxTokens < needed ? { outcome: tooFewTokens(needed) } : search(steps, prices);
		};
	};

/** Such a search would be deferred in every run. */
const tooFewTokens = (needed: number): Outcome => ({
	is: 'invalid',
	why: `A search may return ${ASSUMED_RESULTS} people. Set Max Tokens to ${needed} or more`,
});

/** Reads the name and the company of a row. */
function readNameCells(readParameter: RowReader): NameCellsReading {
	const refused = (outcome: Outcome): NameCellsReading => ({ is: 'refused', outcome });
	const cells: Record<string, string> = {};
	for (const { name, displayName } of NAME_FIELDS) {
		const cell = readParameter(name);
		if (cell.is === 'thrown') return refused(expressionProblem(displayName, cell.why));
		const text = cellText(onlyEntry(cell.value));
		if (text === null) return refused({ is: 'invalid', why: `${displayName} is not text` });
		cells[name] = isPlaceholder(text) ? '' : text;
	}
	const { fullName: name, firstName, lastName, company, companyDomain } = cells;
	const reading = readName({ name, firstName, lastName, company, companyDomain });
	if (reading.is === 'blank') return refused({ is: 'skipped', why: 'Name and company are empty', by: 'blank' });
	if (reading.is === 'invalid') return refused({ is: 'invalid', why: reading.why });
	const { identifier } = reading;
	return { is: 'named', identifier, fields: typeof identifier.value === 'string' ? {} : identifier.value };
}
