import type { z } from 'zod/v4';
import type { Limits } from '../../service/environment';
import { canHashEmails, keepsAnswers, returnsGrades } from '../spec/operation';
import {
	choice,
	MAX_WAIT,
	NOT_FOR_AGENTS,
	number,
	SECOND,
	text,
	toggle,
	usualMaxRunTime,
	usualMaxWait,
	usualMinGrade,
	type Setting,
} from '../spec/setting';

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

export const OUTPUT = choice({
	...OUTPUT_TEXTS,
	options: {
		everything: ['Everything Found', 'All columns that this operation may fill'],
		raw: ['Raw', 'The results and the metadata as the service sent them'],
		selected: ['Selected Fields', 'The columns chosen below'],
		simplified: ['Simplified', 'The most useful columns'],
	},
});

export type Output = z.output<typeof OUTPUT.schema>;

export const INPUT_FIELDS = choice({
	displayName: 'Input Fields',
	default: 'all',
	noDataExpression: true,
	description: 'Which fields of the input row to keep beside the new columns',
	options: {
		all: ['All', 'Keep all fields'],
		none: ['None', 'Return only the columns of this node'],
		selected: ['Selected', 'Keep the fields named below'],
	},
	displayOptions: NOT_FOR_AGENTS,
});

export type InputFields = z.output<typeof INPUT_FIELDS.schema>;

export const SELECTED_INPUT_FIELDS = text({
	displayName: 'Selected Input Fields',
	default: '',
	placeholder: 'e.g. Record ID, Email',
	description: 'Names of the fields to keep, separated by commas. Drag them here from the input.',
	requiresDataPath: 'multiple',
	displayOptions: { ...NOT_FOR_AGENTS, show: { inputFields: ['selected'] } },
});

const TO_ERROR_OUTPUT = [
	'Send to Error Output',
	'Returned on the error output, if On Error is Continue (using error output); else kept in Results',
] as const;

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
		description:
			'Whether to hash email addresses on this machine, so that only their MD5 is sent',
		isFor: canHashEmails,
	}),
	includeLookupDetails: toggle({
		displayName: 'Include Lookup Details',
		description:
			'Whether to add an object with the request, its cost and the number of rows that share it',
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
		description:
			'Days for which an answer counts, before the row is looked up again: a known answer, or one that the row ' +
			'has. 0 means no limit.',
		hint: 'In days; 0 means no limit',
		displayOptions: NOT_FOR_AGENTS,
	}),
	maxRunTime: number({
		displayName: 'Max Run Time',
		default: 0,
		max: 525_600,
		unit: MINUTE,
		unset: usualMaxRunTime,
		description:
			'Minutes after which the rest is deferred. Without this option, the rest is deferred 30 seconds before the ' +
			'timeout of the workflow, if it has one.',
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
			'Seconds to wait for limits, since the last answer, before the rest is deferred. Without this option, the ' +
			'node waits 120 seconds, or 20 if an agent or a webhook waits for the result.',
		hint: 'In seconds',
	}),
	minGrade: choice({
		displayName: 'Minimum Grade',
		default: 'anyExceptD',
		noDataExpression: true,
		description:
			'The worst risk grade of an email that counts as found. A worse one is charged, and shown only with Output ' +
			'Everything Found or Raw. Without this option, all grades count, and in Resolve all except D.',
		options: {
			aOrB: ['A or B', 'Only emails of grade A or B'],
			any: ['Any', 'All emails, also of grade D'],
			anyExceptD: ['Any Except D', 'All emails but those of grade D, also without a grade'],
		},
		unset: usualMinGrade,
		isFor: returnsGrades,
	}),
	onLimit: choice({
		displayName: 'On Limit',
		default: 'keep',
		noDataExpression: true,
		builderHint:
			'Leave it at keep, unless a branch handles deferred rows: output adds an output after Results',
		description:
			'What to do with rows that a limit, the balance or a stop leaves without an answer, after Max Wait',
		options: {
			keep: ['Keep in Results', 'Returned with the status "deferred"'],
			output: ['Send to Own Output', 'Returned on a separate output named Deferred'],
			error: TO_ERROR_OUTPUT,
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
			error: TO_ERROR_OUTPUT,
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

export type RunSettings = {
	[Name in keyof typeof RUN_SETTINGS]: z.output<(typeof RUN_SETTINGS)[Name]['schema']>;
};

/** What to do with rows that an earlier run has answered. Each row may have its own value. */
export const ROWS_ANSWERED_BEFORE = choice({
	displayName: 'Rows Answered Before',
	default: 'skipFound',
	builderHint:
		'Leave it at skipFound for a sheet that runs again: store the columns with the prefix, such as ' +
		'enriched_status and enriched_person_key, with the rows',
	description:
		'What to do with rows that carry an answer of this node in their columns, because you stored its output. They ' +
		'keep their columns. Rows without such columns are looked up, and each hit is charged.',
	options: {
		lookUpAgain: ['Look Up Again', 'Looks up all rows, and each hit is charged again'],
		skipFound: ['Skip Found', 'Skips rows whose columns say found, for the same person'],
		skipAnswered: ['Skip Found and Not Found', 'Also skips rows whose columns say not_found'],
	},
	// A search has no key that shows whether its row was edited.
	isFor: keepsAnswers,
	displayOptions: NOT_FOR_AGENTS,
});

export type RowsAnsweredBefore = z.output<typeof ROWS_ANSWERED_BEFORE.schema>;

export const SETTINGS: Readonly<
	Record<keyof RunSettings | 'rowsAnsweredBefore', Setting<unknown>>
> = {
	...RUN_SETTINGS,
	rowsAnsweredBefore: ROWS_ANSWERED_BEFORE,
};

/** The limits of account requests besides *Max Wait*: no budget, because account tools are free. */
export const ACCOUNT_LIMITS: Omit<Limits, 'maxWait'> = {
	concurrency: 1,
	maxRunTime: Infinity,
	maxTokens: Infinity,
};
