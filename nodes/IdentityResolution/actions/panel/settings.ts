import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v4';
import type { Limits } from '../../run/environment';
import { switchField } from '../spec/identifierFields';
import { canHashEmails, choosesWants } from '../spec/operation';
import { COLUMNS, type Column } from '../../api/person/columns';
import { choice, NOT_FOR_AGENTS, number, text, toggle, type ChoiceOption, type Setting } from './setting';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 1_440 * MINUTE;

export const DEFAULT_PREFIX = 'enriched_';

export type Output = 'raw' | 'selected' | 'simplified' | 'everything';

const output = (simplified: string, further: ReadonlyArray<ChoiceOption<Output>> = []) =>
	choice<Output>({
		label: 'Output',
		default: 'simplified',
		description: 'Which columns to add to the row',
		builderHint:
			'selected adds only the chosen data columns, besides the columns about the status. The names start with ' +
			'the prefix, such as enriched_work_email',
		options: [
			...further,
			{ name: 'Raw', value: 'raw', description: 'The results and the metadata as the service sent them' },
			{
				name: 'Selected Fields',
				value: 'selected',
				description: 'The status columns and the data columns chosen below',
			},
			{ name: 'Simplified', value: 'simplified', description: simplified },
		],
	});

export const OUTPUT = output('Flat columns with the same names for every operation');

/** For operations whose tools can fill more columns than the wanted parts. */
export const OUTPUT_OF_WANTS = output('Flat columns for the parts chosen under Want', [
	{
		name: 'Everything Found',
		value: 'everything',
		description: 'Also what the tools return beside the parts chosen under Want',
	},
]);

export const selectedFields = (columns: readonly Column[]): INodeProperties => ({
	displayName: 'Fields',
	name: 'fields',
	type: 'multiOptions',
	default: [],
	displayOptions: { show: { output: ['selected'] } },
	description:
		'Data columns to add, if the operation returns them. The columns about the status and for later runs are ' +
		'always added.',
	options: columns
		.map((column) => ({ name: COLUMNS[column].title, value: column }))
		.sort((a, b) => a.name.localeCompare(b.name)),
});

export const INCLUDE_INPUT_FIELDS: INodeProperties = {
	...switchField(
		'includeInputFields',
		'Include Input Fields',
		'Whether to keep the fields of the input row beside the new columns',
	),
	default: true,
	displayOptions: NOT_FOR_AGENTS,
};

/** The options that have one value for a run. Times are ms, and Infinity is no limit. */
export const RUN_SETTINGS = {
	columnPrefix: text({
		label: 'Column Prefix',
		default: DEFAULT_PREFIX,
		placeholder: 'e.g. enriched_',
		description: 'Prefix of the added columns, so that they do not overwrite yours',
		forAgents: false,
	}),
	concurrency: number({
		label: 'Concurrency',
		default: 20,
		min: 1,
		max: 50,
		steps: 'whole',
		description: 'Max requests at the same time',
	}),
	dryRun: toggle({
		label: 'Dry Run',
		description:
			'Whether to only plan the run: nothing is looked up or charged, rows have the status "planned", and a ' +
			'hint says what the run can cost at most',
	}),
	hashEmail: toggle({
		label: 'Hash Email',
		description: 'Whether to hash email addresses on this machine, so that only their MD5 is sent',
		isFor: canHashEmails,
	}),
	includeLookupDetails: toggle({
		label: 'Include Lookup Details',
		description: 'Whether to add an object with the request, its cost and the number of rows that share it',
		forAgents: false,
	}),
	knownAnswers: toggle({
		label: 'Use Known Answers',
		noDataExpression: true,
		builderHint:
			'Adds a second input. Connect a node that reads stored output of this node, with its column ' +
			'enriched_resume, such as a data table; store the output there again after the node',
		description:
			'Whether to answer rows from earlier output, of any workflow, that arrives at the second input, Known. ' +
			'Rows there with a filled column suppressed name people who are never looked up.',
		forAgents: false,
	}),
	maxAge: number({
		label: 'Max Age',
		default: 0,
		max: 36_500,
		unit: DAY,
		description: 'Days for which a known answer counts, before it is looked up again. 0 means no limit.',
		hint: 'In days; 0 means no limit',
		displayOptions: { show: { knownAnswers: [true] } },
		forAgents: false,
	}),
	maxRunTime: number({
		label: 'Max Run Time',
		default: 0,
		max: 525_600,
		unit: MINUTE,
		description: 'Minutes after which the node sends no more requests and defers the rest. 0 means no limit.',
		hint: 'In minutes; 0 means no limit',
	}),
	maxTokens: number({
		label: 'Max Tokens',
		default: 0,
		steps: 'whole',
		builderHint: '0, the default, spends without a limit. For an agent, per call',
		description:
			'Tokens that one run may spend, phones included, before the rest is deferred. 0 means no limit. If the ' +
			'account lists no price for a tool, its first hit may exceed the limit.',
		hint: 'In tokens; 0 means no limit',
	}),
	maxWait: number({
		label: 'Max Wait',
		default: 60,
		max: 604_800,
		unit: SECOND,
		description: 'Seconds to wait for limits, in total since the last answer, before the rest is deferred',
		hint: 'In seconds',
	}),
	minGrade: choice({
		label: 'Minimum Grade',
		default: 'any',
		noDataExpression: true,
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
		isFor: choosesWants,
	}),
	onLimit: choice({
		label: 'On Limit',
		default: 'keep',
		noDataExpression: true,
		builderHint: 'Leave it at keep, unless a branch handles deferred rows: output adds an output after Results',
		description:
			'What to do with rows that a limit, the balance or a stop leaves without an answer, after Max Wait',
		options: [
			{ name: 'Keep in Results', value: 'keep', description: 'Returned with the status "deferred"' },
			{
				name: 'Send to Own Output',
				value: 'output',
				description: 'Returned on a separate output named Deferred',
			},
			{
				name: 'Treat as an Error',
				value: 'error',
				description: "Handle the row by the node's On Error setting",
			},
		],
		forAgents: false,
	}),
	onNotFound: choice({
		label: 'On Not Found',
		default: 'keep',
		noDataExpression: true,
		builderHint:
			'Leave it at keep, unless a branch handles misses: output adds a last output for not_found alone. Rows ' +
			'that are skipped, invalid, failed or deferred stay on the first output, with their status',
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
		forAgents: false,
	}),
};

export type RunSettings = { [Name in keyof typeof RUN_SETTINGS]: z.output<(typeof RUN_SETTINGS)[Name]['schema']> };

/** The settings in *Options*. */
export const SETTINGS: Readonly<Record<keyof RunSettings | 'skipWhen', Setting<unknown>>> = {
	...RUN_SETTINGS,
	skipWhen: toggle({
		added: 'off',
		label: 'Skip When',
		builderHint:
			'For rows that may run again, such as a sheet: {{ ["found", "not_found"].includes($json.enriched_status) ' +
			'&& !$json.enriched_resume }}. Store both columns with the rows. With knownAnswers ' +
			'leave it off: known rows are free',
		description:
			'Whether to skip a row and keep it unchanged. An expression is evaluated per row: ' +
			'{{ $json.enriched_found }} skips the rows that an earlier run found.',
		forAgents: false,
	}),
};

/** The limits of account requests: the default ones, without a budget, because account tools are free. */
export const ACCOUNT_LIMITS: Limits = {
	concurrency: 1,
	maxRunTime: Infinity,
	maxTokens: Infinity,
	maxWait: RUN_SETTINGS.maxWait.schema.parse(null),
};
