import type { z } from 'zod/v4';
import type { Limits } from '../../run/environment';
import { canHashEmails, choosesWants } from '../spec/operation';
import { choice, NOT_FOR_AGENTS, number, text, toggle, type Circumstances, type Setting } from '../spec/setting';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 1_440 * MINUTE;

export const DEFAULT_PREFIX = 'enriched_';

const OUTPUT_TEXTS = {
	displayName: 'Output',
	default: 'simplified',
	description: 'Which columns to add to the row',
	builderHint:
		'selected adds only the chosen data columns, besides the columns about the status. The names start with ' +
		'the prefix, such as enriched_work_email',
} as const;

const OUTPUTS = {
	raw: ['Raw', 'The results and the metadata as the service sent them'],
	selected: ['Selected Fields', 'The status columns and the data columns chosen below'],
	simplified: ['Simplified', 'Flat columns with the same names for every operation'],
} as const;

export const OUTPUT = choice({ ...OUTPUT_TEXTS, options: OUTPUTS });

/** For operations whose tools can fill more columns than the wanted parts. */
export const OUTPUT_OF_WANTS = choice({
	...OUTPUT_TEXTS,
	options: {
		everything: ['Everything Found', 'Also what the tools return beside the parts chosen under Want'],
		...OUTPUTS,
		simplified: ['Simplified', 'Flat columns for the parts chosen under Want'],
	},
});

export type Output = z.output<typeof OUTPUT_OF_WANTS.schema>;

export const INCLUDE_INPUT_FIELDS = toggle({
	displayName: 'Include Input Fields',
	description: 'Whether to keep the fields of the input row beside the new columns',
	displayOptions: NOT_FOR_AGENTS,
});

const AS_ERROR = ['Treat as an Error', "Handle the row by the node's On Error setting"] as const;

const MAX_WAIT = 120;

/** The limit of waits, ms, if the user sets none. An agent and the sender of a webhook give up early. */
export const usualMaxWait = ({ isAwaited }: Circumstances): number => (isAwaited ? 20 : MAX_WAIT) * SECOND;

/** The options that have one value for a run. Times are ms, and Infinity is no limit. */
export const RUN_SETTINGS = {
	columnPrefix: text({
		displayName: 'Column Prefix',
		default: DEFAULT_PREFIX,
		placeholder: 'e.g. enriched_',
		description: 'Prefix of the added columns, so that they do not overwrite yours',
		displayOptions: NOT_FOR_AGENTS,
	}),
	concurrency: number({
		displayName: 'Concurrency',
		default: 20,
		min: 1,
		max: 50,
		steps: 'whole',
		description: 'Max requests at the same time',
	}),
	dryRun: toggle({
		displayName: 'Dry Run',
		description:
			'Whether to only plan the run: nothing is looked up or charged, rows have the status "planned", and a ' +
			'hint says what the run can cost at most',
	}),
	hashEmail: toggle({
		displayName: 'Hash Email',
		description: 'Whether to hash email addresses on this machine, so that only their MD5 is sent',
		isFor: canHashEmails,
	}),
	includeLookupDetails: toggle({
		displayName: 'Include Lookup Details',
		description: 'Whether to add an object with the request, its cost and the number of rows that share it',
		displayOptions: NOT_FOR_AGENTS,
	}),
	knownAnswers: toggle({
		displayName: 'Use Known Answers',
		noDataExpression: true,
		builderHint:
			'Adds two inputs. Connect a node that reads stored output of this node, with its column ' +
			'enriched_answers, such as a data table, to the third, Known; store the output there again after the node',
		description:
			'Whether to answer rows from earlier output, of any workflow, that arrives at the third input, Known',
		displayOptions: NOT_FOR_AGENTS,
	}),
	maxAge: number({
		displayName: 'Max Age',
		default: 0,
		max: 36_500,
		unit: DAY,
		description: 'Days for which a known answer counts, before it is looked up again. 0 means no limit.',
		hint: 'In days; 0 means no limit',
		displayOptions: { ...NOT_FOR_AGENTS, show: { knownAnswers: [true] } },
	}),
	maxRunTime: number({
		displayName: 'Max Run Time',
		default: 0,
		max: 525_600,
		unit: MINUTE,
		// At its timeout, n8n stops the workflow and discards the answers.
		unset: ({ timeout }) => Math.max(timeout - 30 * SECOND, SECOND),
		description:
			'Minutes after which the node sends no more requests and defers the rest. 0 means no limit. Without this ' +
			'option, the limit is the timeout in the settings of the workflow, if it has one, less 30 seconds.',
		hint: 'In minutes; 0 means no limit',
	}),
	maxTokens: number({
		displayName: 'Max Tokens',
		default: 0,
		steps: 'whole',
		builderHint: '0, the default, spends without a limit. For an agent, per call',
		description:
			'Tokens that one run may spend, phones included, before the rest is deferred. 0 means no limit. If the ' +
			'account lists no price for a tool, its first hit may exceed the limit.',
		hint: 'In tokens; 0 means no limit',
	}),
	maxWait: number({
		displayName: 'Max Wait',
		default: MAX_WAIT,
		max: 604_800,
		unit: SECOND,
		unset: usualMaxWait,
		description:
			'Seconds to wait for limits, in total since the last answer, before the rest is deferred. Without this ' +
			'option, 120, or 20 as a tool of an agent and in a workflow that a webhook started.',
		hint: 'In seconds',
	}),
	minGrade: choice({
		displayName: 'Minimum Grade',
		default: 'any',
		noDataExpression: true,
		description:
			'The worst risk grade of an email that counts as found. If it is worse, the node keeps it and tries other ' +
			'tools.',
		options: {
			A: ['A', 'Only grade A'],
			B: ['B', 'Grade A or B'],
			C: ['C', 'Grade A, B or C'],
			any: ['Any Except D', 'Also other grades, and emails without one'],
		},
		isFor: choosesWants,
	}),
	onLimit: choice({
		displayName: 'On Limit',
		default: 'keep',
		noDataExpression: true,
		builderHint: 'Leave it at keep, unless a branch handles deferred rows: output adds an output after Results',
		description:
			'What to do with rows that a limit, the balance or a stop leaves without an answer, after Max Wait',
		options: {
			keep: ['Keep in Results', 'Returned with the status "deferred"'],
			output: ['Send to Own Output', 'Returned on a separate output named Deferred'],
			error: [AS_ERROR[0], `${AS_ERROR[1]}, but keep rows that an option or a stop leaves`],
		},
		displayOptions: NOT_FOR_AGENTS,
	}),
	onNotFound: choice({
		displayName: 'On Not Found',
		default: 'keep',
		noDataExpression: true,
		builderHint:
			'Leave it at keep, unless a branch handles misses: output adds a last output for not_found alone. Rows ' +
			'that are skipped, invalid, failed or deferred stay on the first output, with their status',
		description:
			'What to do with rows without the wanted data. A miss is free, but Resolve may have paid for other data.',
		options: {
			drop: [
				'Drop the Row',
				'Removes the row. With Resolve, this may discard paid data other than the wanted parts.',
			],
			keep: ['Keep in Results', 'Returned with the status "not_found"'],
			output: ['Send to Own Output', 'Returned on a separate output named Not Found'],
			error: AS_ERROR,
		},
		displayOptions: NOT_FOR_AGENTS,
	}),
	suppressionList: toggle({
		displayName: 'Suppression List',
		noDataExpression: true,
		builderHint:
			'Adds two inputs. Connect a node that reads the people who must not be contacted to the second, ' +
			'Suppressed, with Always Output Data on',
		description:
			'Whether to never look up or show the people whom the rows at the second input, Suppressed, name by ' +
			'LinkedIn address, email or hash, whatever their columns are called',
		displayOptions: NOT_FOR_AGENTS,
	}),
};

export type RunSettings = { [Name in keyof typeof RUN_SETTINGS]: z.output<(typeof RUN_SETTINGS)[Name]['schema']> };

export const SETTINGS: Readonly<Record<keyof RunSettings | 'skipWhen', Setting<unknown>>> = {
	...RUN_SETTINGS,
	skipWhen: toggle({
		default: false,
		displayName: 'Skip When',
		builderHint:
			'For rows that may run again, such as a sheet: {{ ["found", "not_found"].includes($json.enriched_status) }}. ' +
			'Store the column with the rows. With knownAnswers leave it off: known rows are free',
		description:
			'Whether to skip a row and keep it unchanged. An expression is evaluated per row: ' +
			'{{ $json.enriched_status === "found" }} skips the rows that an earlier run found.',
		displayOptions: NOT_FOR_AGENTS,
	}),
};

/** The limits of account requests besides *Max Wait*: no budget, because account tools are free. */
export const ACCOUNT_LIMITS: Omit<Limits, 'maxWait'> = { concurrency: 1, maxRunTime: Infinity, maxTokens: Infinity };
