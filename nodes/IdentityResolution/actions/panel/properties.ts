import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { INCLUDE_MOBILE_PHONE, WANT } from '../spec/identifierFields';
import { COLUMNS } from '../../api/person/columns';
import { choosesWants, columnsOf } from '../spec/operation';
import { LOOKUPS, OPERATIONS, RESOURCES, type ListedOperation, type Resource } from './operations';
import { INPUT_FIELDS, OUTPUT, SELECTED_INPUT_FIELDS, SETTINGS } from './settings';
import { RETURN_ALL } from '../spec/searchFields';

const OUTPUTS_NOTICE =
	'Order of the outputs: Results, Deferred, Not Found, Error. A new output moves the later ones: check their ' +
	'connections.';

const DRY_RUN_NOTICE =
	'Dry Run is on: nothing is looked up, and rows are returned as planned. Switch it off for a real run.';

const RETURN_ALL_NOTICE =
	'Every match may be charged. To limit the cost, set Max Tokens under Options.';

const PHONE_NOTICE =
	'A phone may be charged extra if one is found, and may need phone tokens. Rows with the same person share one ' +
	'lookup, with the phone if any of them requests it.';

/** @param root of paths inside a collection */
const show = (
	{ displayOptions, ...property }: INodeProperties,
	operations: readonly ListedOperation[],
	root: '' | '/' = '',
): INodeProperties => ({
	...property,
	displayOptions: {
		...displayOptions,
		show: {
			[`${root}resource`]: [...new Set(operations.map(({ resource }) => resource))],
			[`${root}operation`]: [...new Set(operations.map(({ operation }) => operation))],
			...displayOptions?.show,
		},
	},
});

/**
 * Sorted by display name, because n8n's lint rules require it. Each shows only in the operations
 * that have it.
 */
const OPTIONS = Object.entries(SETTINGS)
	.map(([name, { field, isFor }]): INodeProperties => {
		const property = { ...field, name };
		return isFor === undefined ? property : show(property, LOOKUPS.filter(isFor), '/');
	})
	.sort((a, b) => a.displayName.localeCompare(b.displayName));

const operationField = ({
	value,
	operations,
	operations: [{ operation: first }],
}: Resource): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	default: first,
	displayOptions: { show: { resource: [value] } },
	options: operations.map((one): INodePropertyOptions => ({
		name: one.name,
		value: one.operation,
		action: one.action,
		description: one.description,
		// On the option, because n8n does not load a node with a hint on the property itself.
		...(one.builderHint === undefined
			? {}
			: { builderHint: { propertyHint: one.builderHint } }),
	})),
});

const having = (field: INodeProperties) =>
	OPERATIONS.filter(({ fields }) => fields.includes(field));

/**
 * The last place of a parameter in any operation. Sorted by it, the parameters of each operation
 * keep their order.
 */
const placeOf = (field: INodeProperties) =>
	Math.max(...OPERATIONS.map(({ fields }) => fields.indexOf(field)));

/**
 * The parameters of each operation. One that several have is declared once, because n8n's editor
 * loads them all.
 */
const OWN_FIELDS = [...new Set(OPERATIONS.flatMap(({ fields }) => fields))]
	.sort((a, b) => placeOf(a) - placeOf(b))
	.map((field) => show(field, having(field)));

const WITH_COLUMNS = LOOKUPS.filter(({ tools }) => tools.length > 0);

/**
 * The columns that any operation of a resource can fill, so that a choice stays when the operation
 * changes.
 */
function fieldsOfResource({ value }: Resource): INodeProperties[] {
	const operations = WITH_COLUMNS.filter(({ resource }) => resource === value);
	const filled = new Set(operations.flatMap(columnsOf));
	const fields: INodeProperties = {
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		default: [],
		displayOptions: { show: { output: ['selected'] } },
		description:
			'Data columns to add, if the operation returns them. The columns about the status and for later runs are ' +
			'always added.',
		options: [...filled]
			.map((column) => ({ name: COLUMNS[column].title, value: column }))
			.sort((a, b) => a.name.localeCompare(b.name)),
	};
	return filled.size === 0 ? [] : [show(fields, operations)];
}

const notice = (
	name: string,
	displayName: string,
	operations: readonly ListedOperation[],
	displayOptions: IDisplayOptions,
) => show({ displayName, name, type: 'notice', default: '', displayOptions }, operations);

const WITH_WANTS = LOOKUPS.filter(choosesWants);
const DEFERRED_OUTPUT_ON = { '/options.onLimit': ['output'] };

export const PROPERTIES: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		default: 'personalEmail',
		options: RESOURCES.map(({ name, value }) => ({ name, value })),
	},
	...RESOURCES.map(operationField),
	...OWN_FIELDS,
	show(WANT, WITH_WANTS),
	notice('phoneNotice', PHONE_NOTICE, having(INCLUDE_MOBILE_PHONE), {
		show: { includeMobilePhone: [true] },
	}),
	notice('wantedPhoneNotice', PHONE_NOTICE, WITH_WANTS, { show: { want: ['mobilePhone'] } }),
	notice('returnAllNotice', RETURN_ALL_NOTICE, having(RETURN_ALL), {
		show: { returnAll: [true] },
	}),
	show({ ...OUTPUT.field, name: 'output' }, WITH_COLUMNS),
	...RESOURCES.flatMap(fieldsOfResource),
	show({ ...INPUT_FIELDS.field, name: 'inputFields' }, LOOKUPS),
	show({ ...SELECTED_INPUT_FIELDS.field, name: 'selectedInputFields' }, LOOKUPS),
	notice('deferredNotice', OUTPUTS_NOTICE, LOOKUPS, { show: DEFERRED_OUTPUT_ON }),
	notice('notFoundNotice', OUTPUTS_NOTICE, LOOKUPS, {
		show: { '/options.onNotFound': ['output'] },
		hide: DEFERRED_OUTPUT_ON,
	}),
	notice('dryRunNotice', DRY_RUN_NOTICE, LOOKUPS, { show: { '/options.dryRun': [true] } }),
	show(
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: OPTIONS,
		},
		LOOKUPS,
	),
];
