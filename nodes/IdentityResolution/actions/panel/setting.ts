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

/** What the field of every kind of setting says. */
interface Texts extends Pick<
	INodeProperties,
	'description' | 'placeholder' | 'hint' | 'builderHint' | 'displayOptions' | 'noDataExpression'
> {
	label: string;
}

/** A choice of the user, with its value as the type. */
export interface ChoiceOption<T extends string> extends INodePropertyOptions {
	value: T;
}

/** Hides a field in the node as a tool of an agent, which gives one answer per call. n8n before 2.41 shows it. */
const NOT_FOR_AGENTS: INodeProperties['displayOptions'] = { hide: { '@tool': [true] } };

export const notForAgents = <T>(setting: Setting<T>): Setting<T> => ({
	...setting,
	field: { ...setting.field, displayOptions: { ...setting.field.displayOptions, ...NOT_FOR_AGENTS } },
});

export const isBlank = (value: unknown) =>
	value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** A switch that is off until the user adds it. */
export const switchedOn = ({ label, ...texts }: Texts): Setting<boolean> => ({
	field: { displayName: label, type: 'boolean', default: true, ...texts },
	schema: z.unknown().transform(isTruthy),
});

/** A switch with an expression per row. */
export const perRow = ({ label, ...texts }: Texts): Setting<boolean> => ({
	...switchedOn({ label, ...texts }),
	field: { displayName: label, type: 'boolean', default: false, ...texts },
});

export const text = ({ label, default: preset, ...texts }: Texts & { default: string }): Setting<string> => ({
	field: { displayName: label, type: 'string', default: preset, ...texts },
	schema: z.preprocess(
		(value) => (typeof value === 'object' ? (value ?? preset) : String(value ?? preset)),
		z.string({ error: `${label} must be text` }),
	),
});

/** One of some values. */
export const choice = <const T extends string>({
	label,
	default: preset,
	options,
	...texts
}: Texts & { default: NoInfer<T>; options: ReadonlyArray<ChoiceOption<T>> }): Setting<T> => {
	const values = options.map(({ value }) => value);
	return {
		field: {
			displayName: label,
			type: 'options',
			default: preset,
			...texts,
			options: [...options],
		},
		schema: z.preprocess(
			(value) => (isBlank(value) ? preset : value),
			z.enum(values, { error: `${label} must be one of ${values.join(', ')}` }),
		),
	};
};

interface NumberTexts extends Texts {
	default: number;
	min: number;
	max: number;
	steps: 'whole' | 'fractions';
	/** What a run counts in, such as ms, for one unit of the field. */
	unit?: number;
	/** What 0 means. */
	zero?: 'no limit';
}

/** A number. An empty field means the default, because users clear it to reset it. */
export const number = ({
	label,
	default: preset,
	min,
	max,
	steps,
	unit = 1,
	zero,
	...texts
}: NumberTexts): Setting<number> => {
	const kind = steps === 'whole' ? 'whole number' : 'number';
	const range = max < Number.MAX_SAFE_INTEGER ? `from ${min} to ${max}` : `of ${min} or more`;
	const error = `${label} must be a ${kind} ${range}`;
	const bounded = z.number({ error }).min(min, { error }).max(max, { error });
	return {
		field: {
			displayName: label,
			type: 'number',
			default: preset,
			typeOptions: {
				minValue: min,
				...(max < Number.MAX_SAFE_INTEGER ? { maxValue: max } : {}),
				...(steps === 'whole' ? { numberPrecision: 0 } : {}),
			},
			...texts,
		},
		schema: z.preprocess(
			(value) => (isBlank(value) ? preset : (toNumber(value) ?? NaN)),
			(steps === 'whole' ? bounded.multipleOf(1, { error }) : bounded).transform((value) =>
				value === 0 && zero === 'no limit' ? Infinity : value * unit,
			),
		),
	};
};
