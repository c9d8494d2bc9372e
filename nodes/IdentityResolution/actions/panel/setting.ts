import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod/v4';
import { isTruthy, toNumber } from '../../api/json';
import type { LookupOperation } from '../spec/operation';

/** A setting of a lookup, declared once: its field in the panel, and the schema that reads it. */
export interface Setting<Value> {
	/** Without its name, which is its key among the settings. */
	field: Omit<INodeProperties, 'name'>;
	/** Reads what n8n returns for the field: null if it is not set. An issue is one sentence without a full stop. */
	schema: z.ZodType<Value>;
	/** Whether an operation has the setting. All have it without this. */
	isFor?(operation: LookupOperation): boolean;
}

/** What every kind of setting says. */
interface Texts extends Pick<
	INodeProperties,
	'description' | 'placeholder' | 'hint' | 'displayOptions' | 'noDataExpression'
> {
	label: string;
	/** What AI workflow builders read about a setting that is easily set wrong. */
	builderHint?: string;
	/** Whether the node shows it as a tool of an agent, which gives one answer per call. n8n before 2.41 shows it. */
	forAgents?: false;
	isFor?(operation: LookupOperation): boolean;
}

export interface ChoiceOption<T extends string> extends INodePropertyOptions {
	value: T;
}

export const NOT_FOR_AGENTS: INodeProperties['displayOptions'] = { hide: { '@tool': [true] } };

const setting = <Value>(
	{ label, builderHint, forAgents, isFor, ...texts }: Texts,
	field: Pick<INodeProperties, 'type' | 'default' | 'options' | 'typeOptions'>,
	schema: z.ZodType<Value>,
): Setting<Value> => ({
	field: {
		displayName: label,
		...field,
		...texts,
		...(builderHint === undefined ? {} : { builderHint: { propertyHint: builderHint } }),
		...(forAgents === false ? { displayOptions: { ...texts.displayOptions, ...NOT_FOR_AGENTS } } : {}),
	},
	schema,
	isFor,
});

export const isBlank = (value: unknown) =>
	value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** A switch, off until the user adds it. It is added as on, or as off for an expression per row. */
export const toggle = ({ added = 'on', ...texts }: Texts & { added?: 'on' | 'off' }): Setting<boolean> =>
	setting(texts, { type: 'boolean', default: added === 'on' }, z.unknown().transform(isTruthy));

export const text = ({ default: preset, ...texts }: Texts & { default: string }): Setting<string> =>
	setting(
		texts,
		{ type: 'string', default: preset },
		z.preprocess(
			(value) => (typeof value === 'object' ? (value ?? preset) : String(value ?? preset)),
			z.string({ error: `${texts.label} must be text` }),
		),
	);

export const choice = <const T extends string>({
	default: preset,
	options,
	...texts
}: Texts & { default: NoInfer<T>; options: ReadonlyArray<ChoiceOption<T>> }): Setting<T> => {
	const values = options.map(({ value }) => value);
	return setting(
		texts,
		{ type: 'options', default: preset, options: [...options] },
		z.preprocess(
			(value) => (isBlank(value) ? preset : value),
			z.enum(values, { error: `${texts.label} must be one of ${values.join(', ')}` }),
		),
	);
};

interface NumberTexts extends Texts {
	/** 0 means no limit. */
	default: number;
	min?: number;
	/** Any number if absent. */
	max?: number;
	steps?: 'whole';
	/** What a run counts in, such as ms, for one unit of the field. */
	unit?: number;
}

/** A number. An empty field means the default, because users clear it to reset it. */
export const number = ({ default: preset, min = 0, max, steps, unit = 1, ...texts }: NumberTexts): Setting<number> => {
	const kind = steps === 'whole' ? 'whole number' : 'number';
	const range = max === undefined ? `of ${min} or more` : `from ${min} to ${max}`;
	const error = `${texts.label} must be a ${kind} ${range}`;
	const bounded = z
		.number({ error })
		.min(min, { error })
		.max(max ?? Number.MAX_SAFE_INTEGER, { error });
	return setting(
		texts,
		{
			type: 'number',
			default: preset,
			typeOptions: {
				minValue: min,
				...(max === undefined ? {} : { maxValue: max }),
				...(steps === 'whole' ? { numberPrecision: 0 } : {}),
			},
		},
		z.preprocess(
			(value) => (isBlank(value) ? preset : (toNumber(value) ?? NaN)),
			(steps === 'whole' ? bounded.multipleOf(1, { error }) : bounded).transform((value) =>
				value === 0 && preset === 0 ? Infinity : value * unit,
			),
		),
	);
};
