import type { INodeProperties } from 'n8n-workflow';
import { LOOKS_FAILED, type FlatRow } from '../../api/account/flatRow';
import { readBody } from '../../api/identifiers/body';
import { containsData, field, isObject, type JsonObject } from '../../api/json';
import type { Answer } from '../../api/replies/reading';
import type { Tool } from '../../api/tool';
import { lookupOf, singleLookup } from '../../run/lookup';
import type { AccountOperation } from '../operation';
import { isTruthy } from '../parameters/booleans';
import { invalidExpression } from '../parameters/lookupRoute';

export const SIMPLIFY: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/**
 * Returns the record as the service sent it, with the metadata of the reply. A record with an `error` field is wrapped,
 * because the field would trigger n8n's Retry On Fail.
 */
export function rawRecord({ results, metadata }: Answer): JsonObject {
	const record = isObject(results) && (field(results, LOOKS_FAILED) ?? null) === null ? results : { results };
	return containsData(metadata) ? { metadata, ...record } : record;
}

/** The parts of an operation that returns one record of the account: as a flat row, or unchanged without Simplify. */
export const oneRecord = (
	tool: Tool,
	rowOf: (results: unknown) => FlatRow,
): Pick<AccountOperation, 'tool' | 'fields' | 'route' | 'items'> => ({
	tool,
	fields: [SIMPLIFY],
	route: (readParameter) => {
		const simplify = readParameter(SIMPLIFY.name);
		return simplify.is === 'thrown'
			? invalidExpression(SIMPLIFY.displayName, simplify.why)
			: singleLookup(lookupOf(tool, readBody({}), 'without'));
	},
	items: (answer, readParameter) => {
		const simplify = readParameter(SIMPLIFY.name);
		return [simplify.is === 'value' && isTruthy(simplify.value) ? rowOf(answer.results) : rawRecord(answer)];
	},
});
