import { ASSUMED_RESULTS } from '../../api/identifiers/body';
import { searchLinkedinProfile as tool } from '../../api/tools/search/searchLinkedinProfile';
import { doneRoute, type Route } from '../../run/lookup';
import type { Outcome } from '../../run/outcome';
import { searchRoute } from '../../run/search/searchRoute';
import type { LookupOperation } from '../operation';
import { NAME_FIELDS } from '../panel/identifierFields';
import { readNameCells } from '../parameters/nameRoute';
import type { RowReader } from '../parameters/parameterReader';
import { searchContent } from '../search/searchContent';

export const searchProfilesByName: LookupOperation = {
	kind: 'lookup',
	resource: 'linkedinProfile',
	operation: 'findByName',
	name: 'Find by Name',
	action: 'Find LinkedIn profiles by name',
	description:
		"Find a person's LinkedIn profiles by name and company or domain. Each result is charged and is its own item.",
	builderHint: 'Several people may have the name: check the company of each result',
	tools: [tool],
	contentMapper: () => searchContent(tool),
	keepsAnswers: 'never',
	fields: NAME_FIELDS,
	identifiers: [],
	createRouter:
		({ maxTokens }) =>
		(readParameter) =>
			routeOf(readParameter, maxTokens),
};

function routeOf(readParameter: RowReader, maxTokens: number): Route {
	const reading = readNameCells(readParameter);
	if (reading.is === 'refused') return doneRoute(reading.outcome);
	const search = searchRoute({ tool, filters: reading.fields, limit: Infinity, offset: 0, maxTokens });
	if (maxTokens === Infinity) return search;
	return (steps, prices) => {
		const needed = Math.ceil(ASSUMED_RESULTS * (prices.consult(tool, 'without') ?? 1));
		return steps.length === 0 && maxTokens < needed ? { outcome: tooFewTokens(needed) } : search(steps, prices);
	};
}

/** Such a search would be deferred in every run. */
const tooFewTokens = (needed: number): Outcome => ({
	is: 'invalid',
	why: `A search may return ${ASSUMED_RESULTS} people. Set Max Tokens to ${needed} or more`,
});
