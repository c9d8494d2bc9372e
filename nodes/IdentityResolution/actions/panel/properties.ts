import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { INCLUDE_MOBILE_PHONE, WANT } from './identifierFields';
import { LIMIT_FIELDS } from './limitFields';
import { ALL_CONTENT, type LookupOperation, type Operation } from '../operation';
import { LOOKUPS, OPERATIONS, RESOURCES } from '../operations';
import { OPTION_FIELDS } from './optionFields';
import { DRY_RUN_NOTICE, OUTPUTS_NOTICE, PHONE_NOTICE, RETURN_ALL_NOTICE } from './notices';
import { RETURN_ALL } from '../search/searchFields';
import { fieldsOf, INCLUDE_INPUT_FIELDS, OUTPUT, OUTPUT_OF_WANTS } from './outputFields';

type Show = NonNullable<IDisplayOptions['show']>;

const shownFor = (operations: readonly Operation[]): Show => ({
	resource: [...new Set(operations.map(({ resource }) => resource))],
	operation: [...new Set(operations.map(({ operation }) => operation))],
});

/** The same condition inside a collection, with paths from the root. */
const shownInCollection = (operations: readonly Operation[]): IDisplayOptions => {
	const { resource, operation } = shownFor(operations);
	return { show: { '/resource': resource, '/operation': operation } };
};

const show = (
	property: INodeProperties,
	operations: readonly Operation[],
	also: Show = {},
	hide?: Show,
): INodeProperties => ({
	...property,
	displayOptions: {
		show: { ...shownFor(operations), ...property.displayOptions?.show, ...also },
		...(hide ? { hide } : {}),
	},
});

const only = (
	properties: INodeProperties[],
	rules: Record<string, (operation: LookupOperation) => boolean | undefined>,
) =>
	properties.map((property): INodeProperties => {
		const rule = rules[property.name];
		return rule ? { ...property, displayOptions: shownInCollection(LOOKUPS.filter(rule)) } : property;
	});

const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: 'personalEmail',
	options: RESOURCES.map((one) => ({ ...one })),
};

const operationsOf = (name: string): INodeProperties => {
	const offered = OPERATIONS.filter((one) => one.resource === name);
	const [{ operation: first }] = offered;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: first,
		displayOptions: { show: { resource: [name] } },
		options: offered.map((one): INodePropertyOptions => ({
			name: one.name,
			value: one.operation,
			action: one.action,
			description: one.description,
			// On the option, because n8n does not load a node with a hint on the property itself.
			...(one.builderHint === undefined ? {} : { builderHint: { propertyHint: one.builderHint } }),
		})),
	};
};

const withColumns = LOOKUPS.filter(({ tools }) => tools.length > 0);

const notice = (
	name: string,
	text: string,
	operations: readonly Operation[],
	condition: Show,
	hide?: Show,
): INodeProperties => show({ displayName: text, name, type: 'notice', default: '' }, operations, condition, hide);

const phoneNotices = [
	notice(
		'phoneNotice',
		PHONE_NOTICE,
		LOOKUPS.filter(({ fields }) => fields.includes(INCLUDE_MOBILE_PHONE)),
		{ includeMobilePhone: [true] },
	),
	notice(
		'wantedPhoneNotice',
		PHONE_NOTICE,
		LOOKUPS.filter(({ fields }) => fields.includes(WANT)),
		{ want: ['mobilePhone'] },
	),
];

const returnAllNotice = notice(
	'returnAllNotice',
	RETURN_ALL_NOTICE,
	LOOKUPS.filter(({ fields }) => fields.includes(RETURN_ALL)),
	{ returnAll: [true] },
);

/** Hides the second notice if both outputs are on. */
const DEFERRED_OUTPUT_ON: Show = { '/options.deferredRows': ['output'] };

export const PROPERTIES: INodeProperties[] = [
	resource,
	...RESOURCES.map(({ value }) => operationsOf(value)),
	...OPERATIONS.flatMap((operation) => operation.fields.map((property) => show(property, [operation]))),
	...phoneNotices,
	returnAllNotice,
	show(
		OUTPUT,
		withColumns.filter(({ choosesWants }) => !choosesWants),
	),
	show(
		OUTPUT_OF_WANTS,
		LOOKUPS.filter(({ choosesWants }) => choosesWants),
	),
	...withColumns.map((operation) =>
		show(fieldsOf(operation.contentMapper(ALL_CONTENT).columns), [operation], { output: ['selected'] }),
	),
	show(INCLUDE_INPUT_FIELDS, LOOKUPS),
	notice('deferredNotice', OUTPUTS_NOTICE, LOOKUPS, DEFERRED_OUTPUT_ON),
	notice('notFoundNotice', OUTPUTS_NOTICE, LOOKUPS, { '/options.onNotFound': ['output'] }, DEFERRED_OUTPUT_ON),
	notice('dryRunNotice', DRY_RUN_NOTICE, LOOKUPS, { '/options.dryRun': [true] }),
	show(
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: only(OPTION_FIELDS, {
				hashEmail: ({ hashesEmail }) => hashesEmail === true,
				minGrade: ({ choosesWants }) => choosesWants,
				tryEveryTool: ({ choosesWants }) => choosesWants,
			}),
		},
		LOOKUPS,
	),
	show(
		{
			displayName: 'Limits and Budget',
			name: 'limits',
			type: 'collection',
			placeholder: 'Add limit',
			default: {},
			options: only(LIMIT_FIELDS, {
				batchSize: ({ tools }) => tools.some(({ batch }) => batch !== undefined),
				onPhoneTokens: ({ tools }) => tools.some(({ phoneFlag }) => phoneFlag !== undefined),
			}),
		},
		LOOKUPS,
	),
];
