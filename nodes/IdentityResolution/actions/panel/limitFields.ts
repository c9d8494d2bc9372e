import type { INodeProperties } from 'n8n-workflow';

/** A number in the Limits and Budget collection. */
export interface NumberLimit {
	name: 'batchSize' | 'concurrency' | 'maxRunTime' | 'maxTokens' | 'maxWait' | 'reserve' | 'retries' | 'timeout';
	label: string;
	default: number;
	min: number;
	max: number;
	/** Whether fractions make sense. */
	steps: 'whole' | 'fractions';
	description: string;
	/** Its unit, shown below the field, because descriptions are only shown on hover. */
	hint?: string;
}

export const NUMBER_LIMITS: readonly NumberLimit[] = [
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
		description: 'Max requests under way at the same time',
	},
	{
		name: 'maxRunTime',
		label: 'Max Run Time',
		default: 0,
		min: 0,
		max: 525_600,
		steps: 'fractions',
		description: 'Minutes after which no request is sent and the rest is deferred. 0 means no bound.',
		hint: 'In minutes; 0 means no bound',
	},
	{
		name: 'maxTokens',
		label: 'Max Tokens',
		default: 0,
		min: 0,
		max: Number.MAX_SAFE_INTEGER,
		steps: 'whole',
		description:
			'The most tokens for one run, before the rest is deferred. 0 means no bound. If prices are reported, ' +
			'the first hit alone may cost more; otherwise a hit counts as one token.',
		hint: 'In tokens; 0 means no bound',
	},
	{
		name: 'maxWait',
		label: 'Max Wait',
		default: 60,
		min: 0,
		max: 604_800,
		steps: 'fractions',
		description: 'Seconds to wait for a limit, in sum since the last answer, before the rest is deferred',
		hint: 'In seconds',
	},
	{
		name: 'reserve',
		label: 'Reserve',
		default: 0,
		min: 0,
		max: Number.MAX_SAFE_INTEGER,
		steps: 'whole',
		description: 'Records of the 5-hour Fair Use window to leave for others',
		hint: 'In records',
	},
	{
		name: 'retries',
		label: 'Retries',
		default: 3,
		min: 0,
		max: 10,
		steps: 'whole',
		description: 'Retries of a failed request, if nothing can have been charged',
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

const CHOICES: INodeProperties[] = [
	{
		displayName: 'On Limit',
		name: 'onLimit',
		type: 'options',
		default: 'wait',
		description: 'What to do when the service refuses because of a rate limit, a Fair Use window or the plan',
		options: [
			{ name: 'Defer at Once', value: 'defer', description: 'Send nothing more and put the rest off' },
			{
				name: 'Treat as an Error',
				value: 'error',
				description: "Send nothing more and treat the rest as the node's On Error setting says",
			},
			{
				name: 'Wait and Retry',
				value: 'wait',
				description: 'Wait as long as the service requires, up to Max Wait, then defer the rest',
			},
		],
	},
	{
		displayName: 'On Lost Answer',
		name: 'onLostAnswer',
		type: 'options',
		default: 'retry',
		description: 'What to do when a request was sent but its answer never came, so that it may have been charged',
		options: [
			{ name: 'Ask Again Once', value: 'retry', description: 'The lookup may be charged twice' },
			{ name: 'Fail', value: 'fail', description: 'The lookup is never charged twice' },
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
				name: 'Ask Without Phone',
				value: 'withoutPhone',
				description: 'Look the row up without the phone, and say so in its reason',
			},
			{ name: 'Defer', value: 'defer', description: 'Put off the rows that want a phone' },
		],
	},
];

const numberField = ({
	name,
	label,
	default: value,
	min,
	max,
	steps,
	description,
	hint,
}: NumberLimit): INodeProperties => ({
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
});

/** The Limits and Budget collection, by label. */
export const LIMIT_FIELDS: INodeProperties[] = [...NUMBER_LIMITS.map(numberField), ...CHOICES].sort((a, b) =>
	a.displayName.localeCompare(b.displayName),
);
