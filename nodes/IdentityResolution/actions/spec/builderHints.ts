import type { IBuilderHint, IParameterBuilderHint } from 'n8n-workflow';

/** What AI workflow builders read about the node when they search for one. */
export const NODE_HINT: IBuilderHint = {
	searchHint:
		'Enriches contacts, leads and prospects: finds work emails, personal emails, mobile phones, jobs ' +
		'and companies by LinkedIn URL, email or MD5. Pass all rows to one node, without Loop Over Items and ' +
		'Wait: it batches, deduplicates and obeys limits. It keeps the fields of each row and adds columns ' +
		'with the prefix enriched_, so its output can update the sheet or CRM that the rows come from. Before an ' +
		'update that must not blank cells, keep only rows with enriched_status found.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-base.googleSheets',
			relationHint: 'Reads the rows before, and updates them after this node by a key column',
		},
		{
			nodeType: 'n8n-nodes-identity-resolution.identityResolutionTrigger',
			relationHint: 'Starts a workflow when deferred rows can continue, or when the balance is low',
		},
	],
};

/** What AI workflow builders read about the trigger. */
export const TRIGGER_HINT: IBuilderHint = {
	searchHint:
		'Watches only the balance and Fair Use windows of the account. It does not return people. To enrich ' +
		'new rows, use the trigger of their sheet or CRM, and Identity Resolution after it.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-identity-resolution.identityResolution',
			relationHint: 'Looks people up; this trigger can restart its deferred rows',
		},
	],
};

/** What AI workflow builders read about a parameter with an identifier. @param column an example */
export const identifierHint = (column: string): IParameterBuilderHint => ({
	propertyHint:
		`In a workflow, an expression with the column of each row, such as {{ $json.${column} }}. ` +
		'As a tool of an agent, let the model fill it in with $fromAI. A fixed value looks up one person only',
});

/** What AI workflow builders read about parameters that are easily set wrong, by name. */
export const PARAMETER_HINTS = {
	want: {
		propertyHint:
			'Only what the user asks for, because each part may be charged: workEmail for work emails, ' +
			'mobilePhone for phones. The default is personalEmail',
	},
	knownAnswers: {
		propertyHint:
			'Adds a second input. Connect a node that reads stored output of this node, with its column ' +
			'enriched_resume, such as a data table; store the output there again after the node',
	},
	limit: {
		propertyHint:
			'Per row. Each result is charged. For a tool of an agent 5 is enough, because the agent reads every result',
	},
	maxTokens: { propertyHint: '0, the default, spends without a limit. For an agent, per call' },
	onLimit: {
		propertyHint: 'Leave it at keep, unless a branch handles deferred rows: output adds an output after Results',
	},
	onNotFound: {
		propertyHint:
			'Leave it at keep, unless a branch handles misses: output adds a last output for not_found alone. Rows ' +
			'that are skipped, invalid, failed or deferred stay on the first output, with their status',
	},
	output: {
		propertyHint:
			'selected adds only the chosen data columns, besides the columns about the status. The names start with ' +
			'the prefix, such as enriched_work_email',
	},
	skipWhen: {
		propertyHint:
			'For rows that may run again, such as a sheet: {{ ["found", "not_found"].includes($json.enriched_status) ' +
			'&& !$json.enriched_resume }}. Store both columns with the rows. With knownAnswers ' +
			'leave it off: known rows are free',
	},
} satisfies Record<string, IParameterBuilderHint>;
