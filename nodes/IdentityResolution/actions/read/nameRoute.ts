import { ASSUMED_RESULTS } from '../../api/identifiers/body';
import { cellText, type Identifier } from '../../api/identifiers/identifier';
import { onlyEntry } from '../../api/identifiers/readCell';
import { readName } from '../../api/identifiers/name';
import { isObject, isPlaceholder } from '../../api/json';
import type { Tool } from '../../api/tool';
import { doneRoute, lookupOf, singleLookup, type Route } from '../../run/lookup';
import type { Outcome } from '../../run/outcome';
import { searchRoute } from '../../run/searchRoute';
import { expressionProblem, type RowReader } from './parameterReader';
import { NAME_FIELDS } from '../spec/identifierFields';

/** Returns the routes of an operation that looks up a person by name and company. */
export const routeForName =
	(tool: Tool) =>
	(readParameter: RowReader): Route => {
		const reading = readNameCells(readParameter);
		return 'outcome' in reading
			? doneRoute(reading.outcome)
			: singleLookup(lookupOf(tool, reading.identifier, 'without'));
	};

/** Returns the routes of an operation that searches for people by name and company. */
export const routeForNameSearch =
	(tool: Tool, { maxTokens }: { maxTokens: number }) =>
	(readParameter: RowReader): Route => {
		const reading = readNameCells(readParameter);
		if ('outcome' in reading) return doneRoute(reading.outcome);
		const { value } = reading.identifier;
		const filters = isObject(value) ? value : {};
		const search = searchRoute({ tool, filters, limit: Infinity, offset: 0, maxTokens });
		if (maxTokens === Infinity) return search;
		return (steps, prices) => {
			const needed = Math.ceil(ASSUMED_RESULTS * prices.listedOrAssumed(tool, 'without').tokens);
			return steps.length === 0 && maxTokens < needed ? { outcome: tooFewTokens(needed) } : search(steps, prices);
		};
	};

/** Such a search would be deferred in every run. */
const tooFewTokens = (needed: number): Outcome => ({
	is: 'invalid',
	why: `A search may return ${ASSUMED_RESULTS} people. Set Max Tokens to ${needed} or more`,
});

/** Reads the name and the company of a row. */
function readNameCells(readParameter: RowReader): { identifier: Identifier } | { outcome: Outcome } {
	const cells: Record<string, string> = {};
	for (const { name, displayName } of NAME_FIELDS) {
		const cell = readParameter(name);
		if (cell.is === 'thrown') return { outcome: expressionProblem(displayName, cell.why) };
		const text = cellText(onlyEntry(cell.value));
		if (text === null) return { outcome: { is: 'invalid', why: `${displayName} is not text` } };
		cells[name] = isPlaceholder(text) ? '' : text;
	}
	const { fullName: name, firstName, lastName, company, companyDomain } = cells;
	const reading = readName({ name, firstName, lastName, company, companyDomain });
	if (reading.is === 'blank') return { outcome: { is: 'skipped', why: 'Name and company are empty', by: 'blank' } };
	return reading.is === 'invalid' ? { outcome: reading } : reading;
}
