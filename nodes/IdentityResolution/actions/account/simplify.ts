import type { INodeProperties } from 'n8n-workflow';
import { LOOKS_FAILED } from '../../api/flatRow';
import { field, isObject, type JsonObject } from '../../api/json';

export const SIMPLIFY: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** A record as it came; wrapped, if n8n's Retry On Fail would take it for a failure. */
export const rawRecord = (results: unknown): JsonObject =>
	isObject(results) && (field(results, LOOKS_FAILED) ?? null) === null ? results : { results };
