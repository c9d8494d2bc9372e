import { z } from 'zod/v4';
import { columnsFrom } from '../../api/person/results';
import type { Tool } from '../../api/tool';
import { textField } from '../spec/identifierFields';
import type { LookupOperation } from '../spec/operation';

/** Whether a text is a possible tool name, which can't change the path of the URL. */
export const isToolName = (name: string) => /^[a-z0-9_]+$/.test(name);

/** A tool without data in this package. Its body and results are passed through. */
export const customTool = (name: string): Tool => ({
	name,
	family: 'unknown',
	requestFields: {},
	result: z.unknown(),
	columns: columnsFrom({}),
});

/** One expression: in text with expressions in it, a cell can end its quotes and add fields. */
const BODY_EXAMPLE = '{{ { "linkedin_url": $json.linkedin } }}';

export const call: LookupOperation = {
	kind: 'lookup',
	operation: 'call',
	name: 'Call',
	action: 'Call any service tool by name',
	description:
		'Call a tool that has no operation, with a JSON body. Returns its answer unchanged. A hit may be charged.',
	builderHint:
		'Only for a tool of the service without an operation of its own. It adds no columns',
	tools: [],
	by: { is: 'body' },
	fields: [
		textField(
			'toolName',
			'Tool Name',
			'linkedin_to_business_email',
			'Name of the tool: lower-case letters, digits and underscores. An empty value skips the row.',
		),
		{
			displayName: 'Body',
			name: 'body',
			type: 'json',
			default: '{}',
			placeholder: `e.g. ${BODY_EXAMPLE}`,
			// The default hides the placeholder.
			hint: `For columns, use one expression, e.g. ${BODY_EXAMPLE}`,
			description: 'What to send to the tool, as a JSON object',
		},
	],
};
