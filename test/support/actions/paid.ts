import type { StoredAnswer } from '../../../nodes/IdentityResolution/api/answersText';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { lookupFor } from '../run/lookups';
import { NOON } from '../run/settledRows';

/** What a tool answered an earlier run. @param results null for a miss */
export const paid = (
	tool: Tool,
	identifier: string,
	results: object | null = null,
	at: number | null = NOON,
): StoredAnswer => ({
	tool: tool.name,
	key: lookupFor(tool, identifier).identifier.key,
	phone: 'without',
	found: results !== null,
	results,
	at,
});
