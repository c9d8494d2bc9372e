import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { INCLUDE_MOBILE_PHONE, WANT } from '../spec/identifierFields';
import { COLUMN_NAMES } from '../../api/person/columns';
import { choosesWants, columnsOf, fieldsOf, type LookupOperation, type Operation } from '../spec/operation';
import { LOOKUPS, OPERATIONS, RESOURCES } from './operations';
import { INCLUDE_INPUT_FIELDS, OUTPUT, OUTPUT_OF_WANTS, selectedFields, SETTINGS } from './settings';
import { RETURN_ALL } from '../spec/searchFields';

export const OUTPUTS_NOTICE =
	'Order of the outputs: Results, Deferred, Not Found, Error. A new output moves the later ones: check their ' +
	'connections.';

export const DRY_RUN_NOTICE =
	'Dry Run is on: nothing is looked up, and rows are returned as planned. Switch it off for a real run.';

export const RETURN_ALL_NOTICE = 'Every match is charged. To limit the cost, set Max Tokens under Options.';

export const PHONE_NOTICE =
	'A phone is charged extra if one is found, and may need phone tokens. Rows with the same person share one ' +
	'lookup, with the phone if any of them requests it.';

type Show = NonNullable<IDisplayOptions['show']>;

/** @param root of paths inside a collection */
const shownFor = (operations: readonly Operation[], root: '' | '/' = ''): Show => ({
	[`${root}resource`]: [...new Set(operations.map(({ resource }) => resource))],
	[`${root}operation`]: [...new Set(operations.map(({ operation }) => operation))],
});

const show = (
	property: INodeProperties,
	operations: readonly Operation[],
	also: Show = {},
	hide: Show | undefined = property.displayOptions?.hide,
): INodeProperties => ({
	...property,
	displayOptions: {
		show: { ...shownFor(operations), ...property.displayOptions?.show, ...also },
		...(hide && { hide }),
	},
});

/** Sorted by display name, because n8n's lint rules require it. Each shows only in the operations that have it. */
export const OPTIONS = Object.entries(SETTINGS)
	.map(([name, { field, isFor }]): INodeProperties => {
		const shown = isFor && { ...field.displayOptions, show: shownFor(LOOKUPS.filter(isFor), '/') };
		return { ...field, name, ...(shown && { displayOptions: shown }) };
	})
	.sort((a, b) => a.displayName.localeCompare(b.displayName));

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

/** The columns that any operation of a resource can fill, so that a choice stays when the operation changes. */
function fieldsOfResource(operations: readonly LookupOperation[]): INodeProperties[] {
	const filled = new Set(operations.flatMap(columnsOf));
	if (filled.size === 0) return [];
	const fields = selectedFields(COLUMN_NAMES.filter((column) => filled.has(column)));
	return [show(fields, operations, { output: ['selected'] })];
}

/** The parameters of each operation. One that several have is declared once, because n8n's editor loads them all. */
const ownFields = (): INodeProperties[] =>
	shared(
		OPERATIONS.flatMap((operation) =>
			fieldsOf(operation).map((property): [INodeProperties, Operation] => [
				isOnlyIdentifier(property, operation) ? { ...property, required: true } : property,
				operation,
			]),
		),
	).map(([property, operations]) => show(property, operations));

/** Empty, it is red before a run. n8n refuses to run then, so that rows with several identifiers may lack each. */
const isOnlyIdentifier = (property: INodeProperties, operation: Operation): boolean =>
	operation.kind === 'lookup' && operation.by.is === 'identifier' && operation.by.field.parameter === property;

/**
 * Joins equal properties if no other operation has both a resource and an operation of theirs, and if those of each
 * operation keep their order.
 */
function shared(properties: ReadonlyArray<[INodeProperties, Operation]>): Array<[INodeProperties, Operation[]]> {
	const groups: Array<[INodeProperties, Operation[]]> = [];
	const lastOf = new Map<Operation, number>();
	for (const [property, operation] of properties) {
		const joined = groups.findIndex(
			([other, operations], place) =>
				place > (lastOf.get(operation) ?? -1) &&
				isEqual(other, property) &&
				areAlone([...operations, operation]),
		);
		if (joined < 0) groups.push([property, [operation]]);
		else groups[joined][1].push(operation);
		lastOf.set(operation, joined < 0 ? groups.length - 1 : joined);
	}
	return groups;
}

const isEqual = (one: INodeProperties, other: INodeProperties) => JSON.stringify(one) === JSON.stringify(other);

function areAlone(operations: readonly Operation[]): boolean {
	const { resource = [], operation = [] } = shownFor(operations);
	const shown = OPERATIONS.filter((one) => resource.includes(one.resource) && operation.includes(one.operation));
	return shown.every((one) => operations.includes(one));
}

const notice = (
	name: string,
	displayName: string,
	operations: readonly Operation[],
	also: Show,
	hide?: Show,
): INodeProperties => show({ displayName, name, type: 'notice', default: '' }, operations, also, hide);

const having = (field: INodeProperties) => LOOKUPS.filter((one) => fieldsOf(one).includes(field));
const WITH_WANTS = LOOKUPS.filter(choosesWants);
/** Hides the second notice if both outputs are on. */
const DEFERRED_OUTPUT_ON: Show = { '/options.onLimit': ['output'] };

export const PROPERTIES: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		default: 'personalEmail',
		options: RESOURCES.map((one) => ({ ...one })),
	},
	...RESOURCES.map(({ value }) => operationsOf(value)),
	...ownFields(),
	show(WANT, WITH_WANTS),
	notice('phoneNotice', PHONE_NOTICE, having(INCLUDE_MOBILE_PHONE), { includeMobilePhone: [true] }),
	notice('wantedPhoneNotice', PHONE_NOTICE, WITH_WANTS, { want: ['mobilePhone'] }),
	notice('returnAllNotice', RETURN_ALL_NOTICE, having(RETURN_ALL), { returnAll: [true] }),
	show(
		{ ...OUTPUT.field, name: 'output' },
		withColumns.filter((one) => !choosesWants(one)),
	),
	show({ ...OUTPUT_OF_WANTS.field, name: 'output' }, WITH_WANTS),
	...RESOURCES.flatMap(({ value }) => fieldsOfResource(withColumns.filter((one) => one.resource === value))),
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
			options: OPTIONS,
		},
		LOOKUPS,
	),
];
