import type { INodeProperties } from 'n8n-workflow';

export const DEFAULT_PREFIX = 'enriched_';

/** The Options collection, by label. */
export const OPTION_FIELDS: INodeProperties[] = [
	{
		displayName: 'Accept Bare Slugs',
		name: 'acceptSlugs',
		type: 'boolean',
		default: false,
		description:
			'Whether a single word such as ada-example counts as a profile. Any word is then looked up, even one ' +
			'from a wrong column.',
	},
	{
		displayName: 'Column Prefix',
		name: 'columnPrefix',
		type: 'string',
		default: DEFAULT_PREFIX,
		placeholder: 'e.g. enriched_',
		description: 'What the names of the added columns start with, so that none of your own is overwritten',
	},
	{
		displayName: 'Deferred Rows',
		name: 'deferredRows',
		type: 'options',
		noDataExpression: true,
		default: 'keep',
		description: 'The output of rows that were deferred because of a limit, the balance or a stop',
		options: [
			{ name: 'Keep in Results', value: 'keep', description: 'Returned with the status "deferred"' },
			{
				name: 'Send to Own Output',
				value: 'output',
				description: 'They leave on an output of their own, named Deferred',
			},
		],
	},
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description:
			'Whether to only plan the run: nothing is looked up or charged, and rows have the status "planned"',
	},
	{
		displayName: 'Hash Email',
		name: 'hashEmail',
		type: 'boolean',
		default: false,
		description: 'Whether to hash e-mail addresses on this machine, so that only their MD5 is sent',
	},
	{
		displayName: 'Include Lookup Details',
		name: 'includeLookupDetails',
		type: 'boolean',
		default: false,
		description: 'Whether to add an object that says what was sent, what it cost, and how many rows share it',
	},
	{
		displayName: 'On Not Found',
		name: 'onNotFound',
		type: 'options',
		noDataExpression: true,
		default: 'keep',
		description: 'What to do with rows for which the service has nothing. A miss is free.',
		options: [
			{
				name: 'Drop the Row',
				value: 'drop',
				description:
					'Not returned. With Resolve, this may discard paid parts that are not among the wanted ones.',
			},
			{ name: 'Keep in Results', value: 'keep', description: 'Returned with the status "not_found"' },
			{
				name: 'Send to Own Output',
				value: 'output',
				description: 'They leave on an output of their own, named Not Found',
			},
			{
				name: 'Treat as an Error',
				value: 'error',
				description: "Treat them as the node's On Error setting says",
			},
		],
	},
	{
		displayName: 'Skip When',
		name: 'skipWhen',
		type: 'boolean',
		default: false,
		description:
			'Whether to skip a row and keep it unchanged. As an expression it is evaluated per row: use the found ' +
			'column of an earlier run to look up only the rest.',
	},
];
