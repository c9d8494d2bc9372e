import type { INodeProperties } from 'n8n-workflow';
import { quoted } from '../../api/identifiers/identifier';
import { isToolName } from '../../api/tools/anyTool';
import { doneRoute, type Route } from '../../run/lookup';

export const TOOL_NAME: INodeProperties = {
	displayName: 'Tool Name',
	name: 'toolName',
	type: 'string',
	default: '',
	placeholder: 'e.g. linkedin_to_business_email',
	description: 'Name of the tool: lower-case letters, digits and underscores. An empty value skips the row.',
};

/** Reads the name of a tool. @param text null for a value that is no text */
export function readToolName(text: string | null): { is: 'name'; value: string } | { is: 'refused'; route: Route } {
	if (text === '')
		return { is: 'refused', route: doneRoute({ is: 'skipped', why: 'Tool Name is empty', by: 'blank' }) };
	if (text !== null && isToolName(text)) return { is: 'name', value: text };
	const given = text === null ? 'Tool Name' : quoted(text);
	const why = `${given} is not the name of a tool: it may only contain a-z, 0-9 and _`;
	return { is: 'refused', route: doneRoute({ is: 'invalid', why }) };
}
