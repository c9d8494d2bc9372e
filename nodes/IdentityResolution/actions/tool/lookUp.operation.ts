import type { INodeProperties } from 'n8n-workflow';
import { flatten } from '../../api/flatten';
import { cellText } from '../../api/identifiers/identifier';
import type { CellKind } from '../../api/identifiers/readCell';
import { isObject } from '../../api/json';
import type { Tool } from '../../api/tool';
import { describedTool, isToolName } from '../../api/tools/anyTool';
import { doneRoute, lookupOf, singleLookup, type Route } from '../../run/lookup';
import type { LookupOperation, RouteSettings } from '../operation';
import { identifierHint } from '../panel/builderHints';
import { readRowOption } from '../parameters/rowOption';
import { KIND_TITLES, type IdentifierField } from '../parameters/inputReader';
import { invalidExpression, invalidRoute } from '../parameters/lookupRoute';
import type { RowReader } from '../parameters/parameterReader';
import { oneTool, personColumn } from '../rows/content';
import { PERSON_KEY } from '../rows/personKey';
import { OCCASIONAL_COLUMNS, STATUS_COLUMNS } from '../rows/rowShape';
import { readToolName, TOOL_NAME } from './toolName';

/** With Retry On Fail, n8n would run the node again for a column `error`. */
const RESERVED: ReadonlySet<string> = new Set([
	...STATUS_COLUMNS,
	...OCCASIONAL_COLUMNS,
	PERSON_KEY,
	'resume',
	'error',
]);

/** Removes what a batch adds to its rows, so that the columns do not depend on the size of a request. */
const withoutEnvelope = (results: unknown): unknown =>
	isObject(results)
		? Object.fromEntries(
				Object.entries(results).filter(
					([name, value]) => name !== 'input' && !(name === 'status' && ROW_STATUSES.has(value)),
				),
			)
		: results;

const ROW_STATUSES: ReadonlySet<unknown> = new Set(['ok', 'not_found']);

const KINDS = Object.keys(KIND_TITLES) as CellKind[];

/** The usual request fields. */
const USUAL_FIELDS: Readonly<Record<CellKind, string>> = {
	email: 'email',
	hem: 'md5',
	ip: 'ip_address',
	linkedin: 'linkedin_url',
};

const IDENTIFIER_KIND: INodeProperties = {
	displayName: 'Identifier Kind',
	name: 'identifierKind',
	type: 'options',
	noDataExpression: true,
	default: 'linkedin',
	description: 'What the identifier is. Equal identifiers are looked up once, and other values are not sent.',
	options: KINDS.map((value) => ({ name: KIND_TITLES[value], value })),
};

const IDENTIFIER: INodeProperties = {
	displayName: 'Identifier',
	name: 'identifier',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://www.linkedin.com/in/ada-example',
	description: 'What to look up. Empty values are skipped.',
	builderHint: identifierHint('linkedin'),
};

const REQUEST_FIELD: INodeProperties = {
	displayName: 'Request Field',
	name: 'requestField',
	type: 'string',
	default: '',
	placeholder: 'e.g. linkedin_url',
	description: 'Field of the request for the identifier. Empty for linkedin_url, email, md5 or ip_address.',
};

const BATCH_FIELD: INodeProperties = {
	displayName: 'Batch Field',
	name: 'batchField',
	type: 'string',
	default: '',
	placeholder: 'e.g. linkedin_urls',
	description: 'Field of the request for up to 100 identifiers. Empty if the tool accepts only one.',
};

const FIELDS: Readonly<Record<CellKind, IdentifierField>> = {
	email: { kind: 'email', parameter: IDENTIFIER },
	hem: { kind: 'hem', parameter: IDENTIFIER },
	ip: { kind: 'ip', parameter: IDENTIFIER },
	linkedin: { kind: 'linkedin', parameter: IDENTIFIER },
};

export const lookUp: LookupOperation = {
	kind: 'lookup',
	resource: 'tool',
	operation: 'lookUp',
	name: 'Look Up',
	action: 'Look up identifier by any tool name',
	description:
		'Find the results of a tool without an operation by an identifier, as flat columns. A hit may be charged.',
	builderHint: 'For a tool of the service without an operation of its own that accepts one identifier',
	tools: [],
	flatResults: true,
	contentMapper: () => {
		const mapper = oneTool(null);
		return {
			...mapper,
			own: [PERSON_KEY],
			hasOpenColumns: true,
			read: (row, context) => {
				const content = mapper.read(row, context);
				const { results } = content.raw();
				const cells = row.outcome.is === 'found' ? flatten(withoutEnvelope(results), RESERVED) : {};
				return { ...content, own: { ...cells, ...personColumn(row, context) } };
			},
		};
	},
	fields: [TOOL_NAME, IDENTIFIER_KIND, IDENTIFIER, REQUEST_FIELD, BATCH_FIELD],
	identifiers: Object.values(FIELDS),
	createRouter: (settings) => {
		const tools = new Map<string, Tool>();
		return (readParameter) => routeOf(readParameter, settings, tools);
	},
};

/** @param tools of earlier rows, by name: a tool has the same fields in all rows */
function routeOf(readParameter: RowReader, { inputs }: RouteSettings, tools: Map<string, Tool>): Route {
	const texts: Array<string | null> = [];
	for (const { name, displayName } of [TOOL_NAME, REQUEST_FIELD, BATCH_FIELD]) {
		const cell = readParameter(name);
		if (cell.is === 'thrown') return invalidExpression(displayName, cell.why);
		texts.push(cellText(cell.value));
	}
	const [toolName, requestField, batchField] = texts;
	const name = readToolName(toolName);
	if (name.is === 'refused') return name.route;
	const chosen = readRowOption(IDENTIFIER_KIND.displayName, readParameter(IDENTIFIER_KIND.name), KINDS);
	if (chosen.is === 'refused') return chosen.route;
	const kind = chosen.value;
	if (requestField === null || batchField === null || ![requestField, batchField].every(isFieldName))
		return invalidRoute('Request Field and Batch Field may only contain letters, digits and _');
	const tool = describedTool(name.value, kind, requestField || USUAL_FIELDS[kind], batchField);
	const first = tools.get(tool.name) ?? tool;
	tools.set(tool.name, first);
	if (fieldsOf(first) !== fieldsOf(tool))
		return invalidRoute('Request Field or Batch Field differs between rows. Use one node for each');
	const reading = inputs.read(readParameter, FIELDS[kind]);
	if (reading.is === 'thrown') return invalidExpression(IDENTIFIER.displayName, reading.why);
	if (reading.is === 'blank') return doneRoute({ is: 'skipped', why: 'Identifier is empty', by: 'blank' });
	if (reading.is === 'invalid') return inputs.invalid([inputs.problemOf(FIELDS[kind], reading)]);
	return singleLookup(lookupOf(first, reading.identifier, 'without'));
}

/** Empty for the default. Field names have the characters of tool names, in either case. */
const isFieldName = (text: string) => text === '' || isToolName(text.toLowerCase());

const fieldsOf = ({ requestFields, batch }: Tool) => JSON.stringify([requestFields, batch?.field]);
