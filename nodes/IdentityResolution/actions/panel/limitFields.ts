import type { INodeProperties } from 'n8n-workflow';
import { PARAMETER_HINTS } from './builderHints';

export interface NumberSetting {
	name:
		| 'batchSize'
		| 'concurrency'
		| 'maxAge'
		| 'maxRunTime'
		| 'maxTokens'
		| 'maxWait'
		| 'reserve'
		| 'retries'
		| 'timeout';
	label: string;
	default: number;
	min: number;
	max: number;
	steps: 'whole' | 'fractions';
	description: string;
	/** The unit. n8n shows it below the field, but descriptions only on hover. */
	hint?: string;
}

export const NUMBER_LIMITS: readonly NumberSetting[] = [
	{
		name: 'batchSize',
		label: 'Batch Size',
		default: 100,
		min: 1,
		max: 100,
		steps: 'whole',
		description: 'Max lookups in one request',
	},
	{
		name: 'concurrency',
		label: 'Concurrency',
		default: 20,
		min: 1,
		max: 50,
		steps: 'whole',
		description: 'Max requests at the same time',
	},
	{
		name: 'maxRunTime',
		label: 'Max Run Time',
		default: 0,
		min: 0,
		max: 525_600,
		steps: 'fractions',
		description: 'Minutes after which the node sends no more requests and defers the rest. 0 means no limit.',
		hint: 'In minutes; 0 means no limit',
	},
	{
		name: 'maxTokens',
		label: 'Max Tokens',
		default: 0,
		min: 0,
		max: Number.MAX_SAFE_INTEGER,
		steps: 'whole',
		description:
			'Tokens that one run may spend, phones included, before the rest is deferred. 0 means no limit. If the ' +
			'account lists no price for a tool, its first hit may exceed the limit.',
		hint: 'In tokens; 0 means no limit',
	},
	{
		name: 'maxWait',
		label: 'Max Wait',
		default: 60,
		min: 0,
		max: 604_800,
		steps: 'fractions',
		description: 'Seconds to wait for limits, in total since the last answer, before the rest is deferred',
		hint: 'In seconds',
	},
	{
		name: 'reserve',
		label: 'Reserve',
		default: 0,
		min: 0,
		max: Number.MAX_SAFE_INTEGER,
		steps: 'whole',
		description: 'Records of the 5-hour Fair Use window to leave unused',
		hint: 'In records',
	},
	{
		name: 'retries',
		label: 'Retries',
		default: 3,
		min: 0,
		max: 10,
		steps: 'whole',
		description: 'How often to retry a failed request that cannot have been charged',
	},
	{
		name: 'timeout',
		label: 'Timeout',
		default: 60,
		min: 1,
		max: 3_600,
		steps: 'fractions',
		description: 'Seconds to wait for the answer to one request',
		hint: 'In seconds',
	},
];

/** An option, not a limit. */
export const MAX_AGE: NumberSetting = {
	name: 'maxAge',
	label: 'Max Age',
	default: 0,
	min: 0,
	max: 36_500,
	steps: 'fractions',
	description: 'Days for which a known answer counts, before it is looked up again. 0 means no limit.',
	hint: 'In days; 0 means no limit',
};

const CHOICES: INodeProperties[] = [
	{
		displayName: 'On Limit',
		name: 'onLimit',
		type: 'options',
		default: 'wait',
		description:
			'What to do when the service refuses because of a rate limit, a Fair Use window, the plan or the balance',
		options: [
			{ name: 'Defer at Once', value: 'defer', description: 'Send no more requests and defer the rest' },
			{
				name: 'Treat as an Error',
				value: 'error',
				description: "Send no more requests and handle the rest by the node's On Error setting",
			},
			{
				name: 'Wait and Retry',
				value: 'wait',
				description: 'Wait for the time that the service requires, up to Max Wait, then defer the rest',
			},
		],
	},
	{
		displayName: 'On Phone Tokens Used Up',
		name: 'onPhoneTokens',
		type: 'options',
		default: 'withoutPhone',
		description: 'What to do when the account has no phone tokens left',
		options: [
			{
				name: 'Look Up Without Phone',
				value: 'withoutPhone',
				description: 'Look up the row without the phone and note it in the reason column',
			},
			{ name: 'Defer', value: 'defer', description: 'Defer rows that request a phone' },
		],
	},
];

export const numberField = ({
	name,
	label,
	default: value,
	min,
	max,
	steps,
	description,
	hint,
}: NumberSetting): INodeProperties => ({
	displayName: label,
	name,
	type: 'number',
	default: value,
	typeOptions: {
		minValue: min,
		...(max < Number.MAX_SAFE_INTEGER ? { maxValue: max } : {}),
		...(steps === 'whole' ? { numberPrecision: 0 } : {}),
	},
	description,
	...(hint === undefined ? {} : { hint }),
	...(name === 'maxTokens' ? { builderHint: PARAMETER_HINTS.maxTokens } : {}),
});

/** Sorted by display name, because n8n's lint rules require it. */
export const LIMIT_FIELDS: INodeProperties[] = [...NUMBER_LIMITS.map(numberField), ...CHOICES].sort((a, b) =>
	a.displayName.localeCompare(b.displayName),
);
