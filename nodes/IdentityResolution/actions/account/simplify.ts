import type { INodeProperties } from 'n8n-workflow';
import { LOOKS_FAILED } from '../../api/account/flatRow';
import { field, isObject, type JsonObject } from '../../api/json';

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
