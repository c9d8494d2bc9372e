import type { INodeProperties } from 'n8n-workflow';
import { LOOKS_FAILED, type FlatRow } from '../../api/account/flatRow';
import { readBody } from '../../api/identifiers/body';
import { field, isObject, type JsonObject } from '../../api/json';
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
 * Returns the record as the service sent it. A record with an `error` field is wrapped, because the field would trigger
 * n8n's Retry On Fail.
 */
export const rawRecord = (results: unknown): JsonObject =>
	isObject(results) && (field(results, LOOKS_FAILED) ?? null) === null ? results : { results };

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
	items: (results, readParameter) => {
		const simplify = readParameter(SIMPLIFY.name);
		return [simplify.is === 'value' && isTruthy(simplify.value) ? rowOf(results) : rawRecord(results)];
	},
});
