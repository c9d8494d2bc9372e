import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v4';
import { canHashEmails, choosesWants } from '../spec/operation';
import { PARAMETER_HINTS } from '../spec/builderHints';
import { choice, notForAgents, number, perRow, switchedOn, text, type Setting } from './setting';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 1_440 * MINUTE;

export const DEFAULT_PREFIX = 'enriched_';

/** The settings that have one value for a run. Times are ms, and Infinity is no limit. */
export const RUN_SETTINGS = {
	columnPrefix: notForAgents(
		text({
			label: 'Column Prefix',
			default: DEFAULT_PREFIX,
			placeholder: 'e.g. enriched_',
			description: 'Prefix of the added columns, so that they do not overwrite yours',
		}),
	),
	concurrency: number({
		label: 'Concurrency',
		default: 20,
		min: 1,
		max: 50,
		steps: 'whole',
		description: 'Max requests at the same time',
	}),
	dryRun: switchedOn({
		label: 'Dry Run',
		description:
			'Whether to only plan the run: nothing is looked up or charged, rows have the status "planned", and a ' +
			'hint says what the run can cost at most',
	}),
	hashEmail: {
		...switchedOn({
			label: 'Hash Email',
			description: 'Whether to hash email addresses on this machine, so that only their MD5 is sent',
		}),
		isFor: canHashEmails,
	},
	includeLookupDetails: notForAgents(
		switchedOn({
			label: 'Include Lookup Details',
			description: 'Whether to add an object with the request, its cost and the number of rows that share it',
		}),
	),
	knownAnswers: notForAgents(
		switchedOn({
			label: 'Use Known Answers',
			noDataExpression: true,
			builderHint: PARAMETER_HINTS.knownAnswers,
			description:
				'Whether to answer rows from earlier output, of any workflow, that arrives at the second input, Known. ' +
				'Rows there with a filled column suppressed name people who are never looked up.',
		}),
	),
	maxAge: notForAgents(
		number({
			label: 'Max Age',
			default: 0,
			min: 0,
			max: 36_500,
			steps: 'fractions',
			unit: DAY,
			zero: 'no limit',
			description: 'Days for which a known answer counts, before it is looked up again. 0 means no limit.',
			hint: 'In days; 0 means no limit',
			displayOptions: { show: { knownAnswers: [true] } },
		}),
	),
	maxRunTime: number({
		label: 'Max Run Time',
		default: 0,
		min: 0,
		max: 525_600,
		steps: 'fractions',
		unit: MINUTE,
		zero: 'no limit',
		description: 'Minutes after which the node sends no more requests and defers the rest. 0 means no limit.',
		hint: 'In minutes; 0 means no limit',
	}),
	maxTokens: number({
		label: 'Max Tokens',
		default: 0,
		min: 0,
		max: Number.MAX_SAFE_INTEGER,
		steps: 'whole',
		zero: 'no limit',
		builderHint: PARAMETER_HINTS.maxTokens,
		description:
			'Tokens that one run may spend, phones included, before the rest is deferred. 0 means no limit. If the ' +
			'account lists no price for a tool, its first hit may exceed the limit.',
		hint: 'In tokens; 0 means no limit',
	}),
	maxWait: number({
		label: 'Max Wait',
		default: 60,
		min: 0,
		max: 604_800,
		steps: 'fractions',
		unit: SECOND,
		description: 'Seconds to wait for limits, in total since the last answer, before the rest is deferred',
		hint: 'In seconds',
	}),
	minGrade: {
		...choice({
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
		}),
		isFor: choosesWants,
	},
	onLimit: notForAgents(
		choice({
			label: 'On Limit',
			default: 'keep',
			noDataExpression: true,
			builderHint: PARAMETER_HINTS.onLimit,
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
		}),
	),
	onNotFound: notForAgents(
		choice({
			label: 'On Not Found',
			default: 'keep',
			noDataExpression: true,
			builderHint: PARAMETER_HINTS.onNotFound,
			description:
				'What to do with rows without the wanted data. A miss is free, but Resolve may have paid for other data.',
			options: [
				{
					name: 'Drop the Row',
					value: 'drop',
					description:
						'Removes the row. With Resolve, this may discard paid data other than the wanted parts.',
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
		}),
	),
};

export type RunSettings = { [Name in keyof typeof RUN_SETTINGS]: z.output<(typeof RUN_SETTINGS)[Name]['schema']> };
export type RunSettingName = keyof RunSettings;

/** The settings in *Options*. */
export const SETTINGS: Readonly<Record<RunSettingName | 'skipWhen', Setting<unknown>>> = {
	...RUN_SETTINGS,
	skipWhen: notForAgents(
		perRow({
			label: 'Skip When',
			builderHint: PARAMETER_HINTS.skipWhen,
			description:
				'Whether to skip a row and keep it unchanged. An expression is evaluated per row: ' +
				'{{ $json.enriched_found }} skips the rows that an earlier run found.',
		}),
	),
};

/** Sorted by display name, because n8n's lint rules require it. */
export const OPTION_FIELDS: readonly INodeProperties[] = Object.entries(SETTINGS)
	.map(([name, { field }]) => ({ ...field, name }))
	.sort((a, b) => a.displayName.localeCompare(b.displayName));

/** The value of a setting that the user did not add. */
export const defaultOf = <Name extends RunSettingName>(name: Name): RunSettings[Name] =>
	RUN_SETTINGS[name].schema.parse(null) as RunSettings[Name];
