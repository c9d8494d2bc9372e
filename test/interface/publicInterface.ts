import { contentFor, RowShape } from '../../nodes/IdentityResolution/actions/write/rowShape';
import { REASONS, ruleOf } from '../../nodes/IdentityResolution/api/replies/refusals';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { IdentityResolutionApi } from '../../credentials/IdentityResolutionApi.credentials';
import { knownContent } from '../../nodes/IdentityResolution/actions/write/knownContent';
import { errorOf } from '../../nodes/IdentityResolution/actions/write/rowErrors';
import { ALL_CONTENT, type ContentSettings } from '../../nodes/IdentityResolution/actions/write/content';
import { CONTINUATION_COLUMNS } from '../../nodes/IdentityResolution/actions/spec/columns';
import { choosesWants, keepsAnswers } from '../../nodes/IdentityResolution/actions/spec/operation';
import { STATUS_COLUMNS } from '../../nodes/IdentityResolution/actions/spec/columns';
import { LOOKUPS, OPERATIONS } from '../../nodes/IdentityResolution/actions/panel/operations';
import { outputSchemas } from '../../nodes/IdentityResolution/actions/outputSchemas';
import { keysOf } from '../../nodes/IdentityResolution/actions/read/previousColumns';
import { readNextPage } from '../../nodes/IdentityResolution/actions/read/nextPage';
import type { TriggerEvent } from '../../nodes/IdentityResolution/actions/trigger/event';
import { EVENTS } from '../../nodes/IdentityResolution/actions/trigger/events';
import type { Identifier } from '../../nodes/IdentityResolution/api/identifiers/identifier';
import { WANTS, type WantName } from '../../nodes/IdentityResolution/api/person/wants';
import type { StoredAnswer } from '../../nodes/IdentityResolution/api/answersText';
import { signer } from '../../nodes/IdentityResolution/client/client';
import { IdentityResolution } from '../../nodes/IdentityResolution/IdentityResolution.node';
import { IdentityResolutionTrigger } from '../../nodes/IdentityResolution/IdentityResolutionTrigger.node';
import { AnswerStore } from '../../nodes/IdentityResolution/run/answerStore';
import { STATUSES } from '../../nodes/IdentityResolution/service/outcome';
import { businessProfile } from '../support/run/lookups';
import { ends } from '../support/actions/nodeEnds';
import { accountOf, Poller } from '../support/actions/polls';
import { hit } from '../support/api/replies';
import { answersText } from '../support/api/answersText';
import { MISS, rowOf, SETTINGS } from '../support/run/settledRows';

const parametersOf = (operation: (typeof OPERATIONS)[number]): string[] =>
	fieldsOf(new IdentityResolution().description.properties, isFor(operation));

/** The parameters that all lookups have. */
function commonParameters(): string[] {
	const [first, ...others] = LOOKUPS.map(parametersOf);
	return first.filter((field) => others.every((fields) => fields.includes(field)));
}

/**
 * What saved workflows, sheets and stores depend on, one fact per line: nodes, parameters with their defaults and
 * values, inputs and outputs, columns, statuses, codes, and the formats of texts that later runs read.
 */
export const publicInterface = async (): Promise<string[]> => [
	...[new IdentityResolution(), new IdentityResolutionTrigger()].map(({ description: { name, version } }) =>
		JSON.stringify({ node: name, version }),
	),
	`credential ${new IdentityResolutionApi().name}`,
	...fieldsOf(new IdentityResolutionApi().properties, () => true).map((field) => `credential: ${field}`),
	...commonParameters().map((field) => `every lookup: ${field}`),
	...OPERATIONS.flatMap((operation) => {
		const common = operation.kind === 'lookup' ? commonParameters() : [];
		const own = parametersOf(operation).filter((field) => !common.includes(field));
		return own.map((field) => `${nameOf(operation)}: ${field}`);
	}),
	...EVENTS.flatMap(({ event, fields }) => [
		`trigger ${event}`,
		...fieldsOf(fields, () => true).map((field) => `trigger ${event}: ${field}`),
	]),
	...ENDS.flatMap((options) => [
		`inputs with ${JSON.stringify(options)}: ${ends('inputs', { ...FIND_BEST, options }).join(', ')}`,
		`outputs with ${JSON.stringify(options)}: ${ends('outputs', { ...FIND_BEST, options }).join(', ')}`,
	]),
	...STATUS_COLUMNS.map((column) => `all rows: column ${column}`),
	...LOOKUPS.flatMap(columnsOf),
	...outputSchemas().flatMap(({ schema, ...operation }) =>
		operation.resource === 'account'
			? Object.keys((schema as { properties: object }).properties).map(
					(column) => `${nameOf(operation)}: column ${column}`,
				)
			: [],
	),
	...(
		await Promise.all(
			EVENTS.map(async (event) =>
				(await eventColumns(event)).map((column) => `trigger ${event.event}: column ${column}`),
			),
		)
	).flat(),
	...Object.keys(errorOf({ outcome: { is: 'invalid', why: '' }, steps: [] })).map((field) => `error: ${field}`),
	...CONTINUATION_COLUMNS.map((field) => `error: ${field}, if there is one`),
	...STATUSES.map((status) => `status ${status}`),
	...DEFERRALS.map((reason) => `reason ${reason}`),
	ANSWERS + answersText(KEPT_ANSWERS, await keptSign()),
	`next_page ${NEXT_PAGE} of ${JSON.stringify(FILTERS)} continues at ${readNextPage(NEXT_PAGE, FILTERS)}`,
	`person_key of ${PEOPLE.map(({ value }) => value).join(', ')}: ${keysOf(PEOPLE).join(' ')}`,
];

const FIND_BEST = { resource: 'personalEmail', operation: 'findBest' };

const ENDS = [
	{},
	{ knownAnswers: true },
	{ suppressionList: true },
	{ onLimit: 'output' },
	{ onNotFound: 'output' },
	{ onLimit: 'output', onNotFound: 'output' },
];

/** The codes of deferred rows. Other reasons only fail a row. */
const DEFERRALS = REASONS.filter((reason) => ruleOf(reason).ends !== 'lookup');

interface Named {
	resource: string;
	operation: string;
}

const nameOf = ({ resource, operation }: Named) => `${resource}/${operation}`;

type Conditions = Record<string, readonly unknown[] | undefined>;

/** The start of the line with a text of answers. */
export const ANSWERS = 'answers ';

/** The answers in that text, and the key that has signed them. */
export const keptSign = async () => await signer('secret_of_the_interface', 'https://api.example.com');
export const KEPT_ANSWERS: StoredAnswer[] = [
	{
		tool: 'any_tool',
		key: 'linkedin:ada-example',
		phone: 'with',
		found: true,
		at: 0,
		results: { email: 'ada@example.com' },
	},
	{ tool: 'any_tool', key: 'hem:x', phone: 'without', found: false, at: null, results: null },
	{ tool: 'any_tool', key: 'email:x', phone: 'without', found: false, at: 1, results: { email: null } },
];

const NEXT_PAGE = '25-99bfdb9b';
const FILTERS = { title: 'Engineer' };

const PEOPLE: Identifier[] = [
	{ kind: 'linkedin', key: 'linkedin:ada-example', value: 'https://www.linkedin.com/in/ada-example' },
	{ kind: 'email', key: 'email:ada@example.com', value: 'ada@example.com' },
];

/** Whether an operation shows a parameter. n8n writes the path from the root with a slash. */
const isFor =
	({ resource, operation }: Named) =>
	(conditions: Conditions): boolean =>
		[
			[conditions.resource ?? conditions['/resource'], resource],
			[conditions.operation ?? conditions['/operation'], operation],
		].every(([values, value]) => !Array.isArray(values) || values.includes(value));

const CHOICE = ['resource', '/resource', 'operation', '/operation'];

/** The parameters for which `isShown` holds, with their defaults, further conditions and values. */
function fieldsOf(
	properties: readonly INodeProperties[],
	isShown: (conditions: Conditions) => boolean,
	path = '',
): string[] {
	return properties.flatMap((property) => {
		const conditions: Conditions = property.displayOptions?.show ?? {};
		if (property.type === 'notice' || !isShown(conditions)) return [];
		const name = path + property.name;
		if (property.type === 'collection') return fieldsOf(property.options as INodeProperties[], isShown, `${name}.`);
		const further = Object.fromEntries(Object.entries(conditions).filter(([field]) => !CHOICE.includes(field)));
		const values = (property.options as INodePropertyOptions[] | undefined) ?? [];
		const about = JSON.stringify({
			type: property.type,
			default: property.default,
			...(property.noDataExpression === true && { noDataExpression: true }),
			...(Object.keys(further).length > 0 && { if: further }),
		});
		// The lines are named by the operation, so that its own list would only repeat them.
		return CHOICE.includes(name)
			? []
			: [`${name} ${about}`, ...values.map(({ value }) => `${name} = ${JSON.stringify(value)}`)];
	});
}

/** The columns of an operation, with *Output* and *Use Known Answers* as a user may set them. */
function columnsOf(operation: (typeof LOOKUPS)[number]): string[] {
	const all = contentFor(operation, ALL_CONTENT);
	const lines = (column: string, content = all, output: 'everything' | 'raw' = 'everything') =>
		new RowShape(content, { ...SETTINGS, output }, 'workflow').columns.map((name) => `${column} ${name}`);
	const simplified = (about: string, settings: Pick<Partial<ContentSettings>, 'wants' | 'phone'>) =>
		`simplified${about}: ${contentFor(operation, { ...ALL_CONTENT, ...settings }).simplified.join(', ')}`;
	const wants = choosesWants(operation) ? (Object.keys(WANTS) as WantName[]) : [];
	const known = keepsAnswers(operation) ? knownContent(all, new AnswerStore(null)) : all;
	const further = lines('column', known).filter((line) => !lines('column').includes(line));
	const details = all.details(rowOf(businessProfile, 'ada-example', MISS));
	return [
		...new Set([
			...lines('column'),
			...lines('raw column', all, 'raw'),
			simplified('', {}),
			...(operation.withPhone ? [simplified(' with the phone', { phone: 'with' })] : []),
			...further.map((line) => `with Use Known Answers, ${line}`),
			...wants.map((want) => simplified(` of ${want}`, { wants: [want] })),
			...Object.keys(details).map((name) => `lookup detail ${name}`),
		]),
	].flatMap((line) => (line.endsWith(': ') ? [] : [`${nameOf(operation)}: ${line}`]));
}

/** The columns of an example item. */
async function eventColumns({ event, fields }: TriggerEvent): Promise<string[]> {
	const defaults = Object.fromEntries(fields.map(({ name, default: value }) => [name, value]));
	const polled = await new Poller({ event, ...defaults }).fetchTestEvent(() => hit(accountOf()));
	if (polled.is === 'failed') throw polled.error;
	return Object.keys(polled.items?.[0] ?? {});
}
