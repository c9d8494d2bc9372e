import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { isEmpty, toNumber } from '../../api/values/json';
import { isTruthy } from '../../api/values/yesNo';
import type { MinGrade } from '../../api/person/emails';
import { choosesWants, type LookupOperation } from './operation';

/** What the values of settings that are not set depend on. */
export interface Circumstances {
	/** Whether an agent or the sender of a webhook waits for the run. */
	isAwaited: boolean;
	/** The timeout of the workflow, ms; Infinity if it has none. */
	timeout: number;
}

/** ms. */
export const SECOND = 1_000;

/** Seconds. */
export const MAX_WAIT = 120;

/**
 * The limit of waits, ms, if the user sets none. An agent and the sender of a webhook give up
 * early.
 */
export const usualMaxWait = ({ isAwaited }: Circumstances): number =>
	(isAwaited ? 20 : MAX_WAIT) * SECOND;

/**
 * The limit of a run, ms, if the user sets none. At its timeout, n8n stops the workflow and
 * discards the answers.
 */
export const usualMaxRunTime = ({ timeout }: Circumstances): number =>
	Math.max(timeout - 30 * SECOND, SECOND);

/** The minimum grade if the user sets none. Resolve has other tools for an email of grade D. */
export const usualMinGrade = (
	_circumstances: Circumstances,
	operation: LookupOperation,
): MinGrade => (choosesWants(operation) ? 'anyExceptD' : 'any');

/** A setting of a lookup, declared once: its field in the panel, and the schema that reads it. */
export interface Setting<Value> {
	/** Without its name, which is its key among the settings. */
	field: Omit<INodeProperties, 'name'>;
	/**
	 * Reads what n8n returns for the field: null if it is not set. An issue is one sentence without
	 * a full stop.
	 */
	schema: z.ZodType<Value>;
	/** The value if the field is not set. Without this, it is the default that the panel shows. */
	unset?(circumstances: Circumstances, operation: LookupOperation): Value;
	/** Whether an operation has the setting. All have it without this. */
	isFor?(operation: LookupOperation): boolean;
}

/** What every kind of setting says. */
interface Texts extends Omit<
	Setting<unknown>['field'],
	'type' | 'default' | 'options' | 'builderHint'
> {
	/** What AI workflow builders read about a setting that is easily set wrong. */
	builderHint?: string;
	isFor?: Setting<unknown>['isFor'];
}

/**
 * Hides a field if the node is a tool of an agent, which gives one answer per call. n8n before 2.41
 * shows it.
 */
export const NOT_FOR_AGENTS: INodeProperties['displayOptions'] = { hide: { '@tool': [true] } };

const setting = <Value>(
	{ displayName, builderHint, isFor, unset, ...texts }: Texts & Pick<Setting<Value>, 'unset'>,
	field: Pick<INodeProperties, 'type' | 'default' | 'options' | 'typeOptions'>,
	schema: z.ZodType<Value>,
): Setting<Value> => ({
	field: {
		displayName,
		...field,
		...texts,
		...(builderHint !== undefined && { builderHint: { propertyHint: builderHint } }),
	},
	schema,
	unset,
	isFor,
});

export const isBlank = (value: unknown) =>
	isEmpty(typeof value === 'string' ? value.trim() : value);

/**
 * A switch, off until the user adds it. The default is how it is added: off for an expression per
 * row.
 */
export const toggle = ({
	default: preset = true,
	...texts
}: Texts & { default?: boolean }): Setting<boolean> =>
	setting(texts, { type: 'boolean', default: preset }, z.unknown().transform(isTruthy));

export const text = ({ default: preset, ...texts }: Texts & { default: string }): Setting<string> =>
	setting(
		texts,
		{ type: 'string', default: preset },
		z.preprocess(
			(value) => (typeof value === 'object' ? (value ?? preset) : String(value ?? preset)),
			z.string({ error: `${texts.displayName} must be text` }),
		),
	);

/** @param options name and description of each value, in display order */
export const choice = <T extends string>({
	default: preset,
	options,
	...texts
}: Texts & {
	default: NoInfer<T>;
	unset?: Setting<NoInfer<T>>['unset'];
	options: Readonly<Record<T, readonly [name: string, description: string]>>;
}) => {
	const values = Object.keys(options) as T[];
	return setting<T>(
		texts,
		{
			type: 'options',
			default: preset,
			options: values.map((value) => ({
				name: options[value][0],
				value,
				description: options[value][1],
			})),
		},
		z.preprocess(
			(value) => (isBlank(value) ? preset : value),
			z.enum(values, { error: `${texts.displayName} must be one of ${values.join(', ')}` }),
		),
	);
};

/** A number. An empty field counts as not set, because users clear it to reset it. */
export const number = ({
	default: preset,
	min = 0,
	max,
	steps,
	unit = 1,
	...texts
}: Texts & {
	/** 0 means no limit. */
	default: number;
	min?: number;
	/** Any number if absent. */
	max?: number;
	steps?: 'whole';
	/** What a run counts in, such as ms, for one unit of the field. */
	unit?: number;
	unset?: Setting<number>['unset'];
}): Setting<number> => {
	const isWhole = steps === 'whole';
	const range = max === undefined ? `of ${min} or more` : `from ${min} to ${max}`;
	const error = `${texts.displayName} must be a ${isWhole ? 'whole number' : 'number'} ${range}`;
	const inRange = (isWhole ? z.int({ error }) : z.number({ error }))
		.min(min, { error })
		.max(max ?? Number.MAX_SAFE_INTEGER, { error });
	return setting(
		texts,
		{
			type: 'number',
			default: preset,
			typeOptions: {
				minValue: min,
				...(max !== undefined && { maxValue: max }),
				...(isWhole && { numberPrecision: 0 }),
			},
		},
		z.preprocess(
			(value) => (isBlank(value) ? preset : toNumber(value)),
			inRange.transform((value) => (value === 0 && preset === 0 ? Infinity : value * unit)),
		),
	);
};
