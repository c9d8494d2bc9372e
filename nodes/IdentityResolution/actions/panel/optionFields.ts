import type { INodeProperties } from 'n8n-workflow';
import { PARAMETER_HINTS } from './builderHints';
import { MAX_AGE, numberField } from './limitFields';

export const DEFAULT_PREFIX = 'enriched_';

export const OPTION_FIELDS: INodeProperties[] = [
	{
		displayName: 'Column Prefix',
		name: 'columnPrefix',
		type: 'string',
		default: DEFAULT_PREFIX,
		placeholder: 'e.g. enriched_',
		description: 'Prefix of the added columns, so that they do not overwrite yours',
	},
	{
		displayName: 'Deferred Rows',
		name: 'deferredRows',
		type: 'options',
		noDataExpression: true,
		default: 'keep',
		builderHint: PARAMETER_HINTS.deferredRows,
		description: 'The output of rows that were deferred because of a limit, the balance or a stop',
		options: [
			{ name: 'Keep in Results', value: 'keep', description: 'Returned with the status "deferred"' },
			{
				name: 'Send to Own Output',
				value: 'output',
				description: 'Returned on a separate output named Deferred',
			},
		],
	},
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		// On as soon as the user adds it; off without it.
		default: true,
		description:
			'Whether to only plan the run: nothing is looked up or charged, and rows have the status "planned"',
	},
	{
		displayName: 'Hash Email',
		name: 'hashEmail',
		type: 'boolean',
		default: true,
		description: 'Whether to hash email addresses on this machine, so that only their MD5 is sent',
	},
	{
		displayName: 'Include Lookup Details',
		name: 'includeLookupDetails',
		type: 'boolean',
		default: false,
		description: 'Whether to add an object with the request, its cost and the number of rows that share it',
	},
	{ ...numberField(MAX_AGE), displayOptions: { show: { knownAnswers: [true] } } },
	{
		displayName: 'Minimum Grade',
		name: 'minGrade',
		type: 'options',
		noDataExpression: true,
		default: 'any',
		description:
			'The worst risk grade of an email that counts as found. If it is worse, the node keeps it and tries other ' +
			'tools.',
		options: [
			{ name: 'A', value: 'A', description: 'A reply, an open or a click is known' },
			{ name: 'B', value: 'B', description: 'Grade A, or a message was delivered without a bounce' },
			{ name: 'C', value: 'C', description: 'Grade A or B, or the domain accepts every address' },
			{
				name: 'Any Except D',
				value: 'any',
				description: 'Also emails without a grade. Grade D does not accept mail.',
			},
		],
	},
	{
		displayName: 'On Not Found',
		name: 'onNotFound',
		type: 'options',
		noDataExpression: true,
		default: 'keep',
		builderHint: PARAMETER_HINTS.onNotFound,
		description:
			'What to do with rows without the wanted data. A miss is free, but Resolve may have paid for other data.',
		options: [
			{
				name: 'Drop the Row',
				value: 'drop',
				description: 'Removes the row. With Resolve, this may discard paid data other than the wanted parts.',
			},
			{ name: 'Keep in Results', value: 'keep', description: 'Returned with the status "not_found"' },
			{
				name: 'Send to Own Output',
				value: 'output',
				description: 'Returned on a separate output named Not Found',
			},
			{
				name: 'Treat as an Error',
				value: 'error',
				description: "Handle the row by the node's On Error setting",
			},
		],
	},
	{
		displayName: 'Skip When',
		name: 'skipWhen',
		type: 'boolean',
		default: false,
		builderHint: PARAMETER_HINTS.skipWhen,
		description:
			'Whether to skip a row and keep it unchanged. An expression is evaluated per row: ' +
			'{{ $json.enriched_found }} skips the rows that an earlier run found.',
	},
	{
		displayName: 'Try Every Tool',
		name: 'tryEveryTool',
		type: 'boolean',
		default: true,
		description:
			'Whether to try other tools if the one made for the wanted data finds nothing. Off sends far fewer ' +
			'requests.',
	},
	{
		displayName: 'Use Known Answers',
		name: 'knownAnswers',
		type: 'boolean',
		// On as soon as the user adds it; off without it.
		default: true,
		noDataExpression: true,
		builderHint: PARAMETER_HINTS.knownAnswers,
		description:
			'Whether to answer rows from earlier output, of any workflow, that arrives at the second input, Known. ' +
			'Rows there with a filled column suppressed name people who are never looked up.',
	},
];
