import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { IdentityResolution } from '../../../nodes/IdentityResolution/IdentityResolution.node';
import { NODE_TYPE, packedFolder, packedTypes } from '../../support/node/nodeRun';
import { panelOf } from '../../support/actions/panel';

const { description } = new IdentityResolution();

/** All properties, including those in collections. */
const flatten = (properties: INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) => [
		property,
		...(property.type === 'collection' ? flatten(property.options as INodeProperties[]) : []),
	]);

const PROPERTIES = flatten(description.properties);
const operations = description.properties.filter(({ name }) => name === 'operation');
const offered = operations.flatMap(({ displayOptions, options }) =>
	(options as INodePropertyOptions[]).map((option) => ({
		resource: String(displayOptions?.show?.resource?.[0]),
		...option,
	})),
);

/** The names of the fields that the panel shows for an operation. */
const shown = (resource: string, operation: string) => Object.keys(panelOf(description, { resource, operation }));

function collection(name: string, resource: string, operation: string): string[] {
	const entries = description.properties.find((property) => property.name === name)?.options as INodeProperties[];
	return entries
		.filter((entry) => NodeHelpers.displayParameter({}, entry, null, description, { resource, operation }))
		.map((entry) => entry.name);
}

describe('the public interface', () => {
	it('keeps the resources and operations of saved workflows', () => {
		expect(offered.map(({ resource, value }) => `${resource}/${value as string}`).sort()).toEqual([
			'account/get',
			'account/getBilling',
			'account/getUsage',
			'audience/findAdIds',
			'audience/hashByEmail',
			'audience/hashByLinkedin',
			'businessProfile/findByEmail',
			'businessProfile/findByHashedEmail',
			'businessProfile/findByLinkedin',
			'businessProfile/findByName',
			'company/findByIp',
			'company/search',
			'email/findBest',
			'linkedinProfile/findByEmail',
			'linkedinProfile/findByHashedEmail',
			'linkedinProfile/findByName',
			'mobilePhone/findByLinkedin',
			'person/resolve',
			'person/search',
			'personalEmail/findAny',
			'personalEmail/findBest',
			'tool/call',
			'workEmail/findByLinkedin',
			'workEmail/findByName',
		]);
		expect(panelOf(description, {})).toMatchObject({
			resource: 'personalEmail',
			operation: 'findBest',
			output: 'simplified',
			includeInputFields: true,
		});
	});

	const NAME = ['fullName', 'firstName', 'lastName', 'company', 'companyDomain'];
	const LOOKUP = ['output', 'includeInputFields', 'options'];

	it.each([
		['account', 'get', ['simplify']],
		['account', 'getBilling', ['simplify']],
		['audience', 'hashByLinkedin', ['linkedinUrl', ...LOOKUP]],
		['audience', 'hashByEmail', ['email', ...LOOKUP]],
		['audience', 'findAdIds', ['email', ...LOOKUP]],
		['workEmail', 'findByName', [...NAME, ...LOOKUP]],
		['businessProfile', 'findByName', [...NAME, ...LOOKUP]],
		['company', 'findByIp', ['ipAddress', ...LOOKUP]],
		['account', 'getUsage', ['period', 'simplify', 'itemPerDay']],
		['businessProfile', 'findByEmail', ['email', ...LOOKUP]],
		['businessProfile', 'findByHashedEmail', ['hashedEmail', 'includeMobilePhone', ...LOOKUP]],
		['businessProfile', 'findByLinkedin', ['linkedinUrl', 'includeMobilePhone', ...LOOKUP]],
		['person', 'resolve', ['linkedinUrl', 'email', 'want', ...LOOKUP]],
		['personalEmail', 'findBest', ['linkedinUrl', ...LOOKUP]],
		['personalEmail', 'findAny', ['linkedinUrl', ...LOOKUP]],
		['workEmail', 'findByLinkedin', ['linkedinUrl', ...LOOKUP]],
		['email', 'findBest', ['linkedinUrl', ...LOOKUP]],
		['mobilePhone', 'findByLinkedin', ['linkedinUrl', ...LOOKUP]],
		['linkedinProfile', 'findByEmail', ['email', ...LOOKUP]],
		['linkedinProfile', 'findByHashedEmail', ['hashedEmail', ...LOOKUP]],
		['tool', 'call', ['toolName', 'body', ...LOOKUP.slice(1)]],
	])('%s / %s shows %j', (resource, operation, fields) => {
		expect(shown(resource, operation).sort()).toEqual(['resource', 'operation', ...fields].sort());
	});

	const OPTIONS = [
		'columnPrefix',
		'concurrency',
		'dryRun',
		'includeLookupDetails',
		'knownAnswers',
		'maxRunTime',
		'maxTokens',
		'maxWait',
		'onLimit',
		'onNotFound',
		'skipWhen',
	];

	it.each([
		['personalEmail', 'findBest', OPTIONS],
		['linkedinProfile', 'findByHashedEmail', OPTIONS],
		['businessProfile', 'findByHashedEmail', [...OPTIONS, 'hashEmail']],
		['businessProfile', 'findByLinkedin', OPTIONS],
		['person', 'resolve', [...OPTIONS, 'hashEmail', 'minGrade']],
		['person', 'search', OPTIONS],
		['tool', 'call', OPTIONS],
	])('%s / %s offers its options', (resource, operation, options) => {
		expect(collection('options', resource, operation).sort()).toEqual([...options].sort());
	});

	it('offers a tool of an agent only what has a meaning for one answer per call', () => {
		const asTool = { ...description, name: `${description.name}Tool` };
		const root = { resource: 'person', operation: 'resolve' };
		const isShown = (entry: INodeProperties) => NodeHelpers.displayParameter(root, entry, null, asTool, root);
		const options = PROPERTIES.find(({ name }) => name === 'options')?.options as INodeProperties[];
		expect(options.filter(isShown).map(({ name }) => name)).toEqual([
			'concurrency',
			'dryRun',
			'hashEmail',
			'maxRunTime',
			'maxTokens',
			'maxWait',
			'minGrade',
		]);
		expect(PROPERTIES.filter(({ name }) => name === 'includeInputFields').some(isShown)).toBe(false);
	});

	it.each<[string, INodeParameters, boolean]>([
		['without Use Known Answers', {}, false],
		['with Use Known Answers off', { knownAnswers: false }, false],
		['with Use Known Answers on', { knownAnswers: true }, true],
	])('offers Max Age %s: %j', (_when, options, isOffered) => {
		const all = description.properties.find(({ name }) => name === 'options')?.options as INodeProperties[];
		const maxAge = all.find(({ name }) => name === 'maxAge') as INodeProperties;
		const root = { resource: 'personalEmail', operation: 'findBest', options };
		expect(NodeHelpers.displayParameter(options, maxAge, null, description, root)).toBe(isOffered);
	});

	it.each([
		['columnPrefix', 'enriched_'],
		['concurrency', 20],
		['dryRun', true],
		['hashEmail', true],
		['includeLookupDetails', true],
		['knownAnswers', true],
		['maxAge', 0],
		['maxRunTime', 0],
		['maxTokens', 0],
		['maxWait', 60],
		['minGrade', 'any'],
		['onLimit', 'keep'],
		['onNotFound', 'keep'],
		['skipWhen', false],
		['includeMobilePhone', false],
		['period', 'today'],
		['itemPerDay', true],
	])('%s is %p by default', (name, value) => {
		expect(PROPERTIES.find((property) => property.name === name)?.default).toBe(value);
	});

	it('accepts no expressions in options that decide its inputs and outputs', () => {
		for (const name of ['onNotFound', 'onLimit', 'knownAnswers']) {
			expect(PROPERTIES.find((property) => property.name === name)?.noDataExpression).toBe(true);
		}
	});
});

describe('the texts', () => {
	it.each(offered.filter(({ resource }) => resource !== 'account').map((option) => [option.value, option] as const))(
		'%s describes its input and output, mentions charges, and contains no price',
		(_value, { action = '', description: text = '' }) => {
			for (const words of [action, text]) expect(words).not.toMatch(/\d+ (token|credit)|[$€]/);
			expect(action).toMatch(/^(?:Find|Resolve|Look up|Search) .+ by |^Call /);
			expect(text).toMatch(/^(?:Find .+ by |Call )/);
			expect(text).toMatch(/charged/);
		},
	);

	it.each(
		PROPERTIES.filter(({ type }) => type === 'string' || type === 'number').map(
			(one) => [one.displayName, one] as const,
		),
	)(
		'%s has a description, and a placeholder if it is a text field',
		(_name, { type, placeholder, description: text }) => {
			expect(text).toBeTruthy();
			if (type === 'string') expect(placeholder).toMatch(/^e\.g\. /);
		},
	);

	it.each(PROPERTIES.filter(({ type }) => type === 'boolean').map((one) => [one.displayName, one] as const))(
		'%s starts its description with Whether',
		(_name, { description: text }) => expect(text).toMatch(/^Whether /),
	);

	it('sorts collections and lists alphabetically', () => {
		for (const { options, type } of PROPERTIES) {
			if (type !== 'collection' && type !== 'multiOptions') continue;
			const names = (options ?? []).map((option) => ('displayName' in option ? option.displayName : option.name));
			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })));
		}
	});
});

describe('the packed node', () => {
	it('loads in n8n with its codex, icons and tool variant', async () => {
		const types = await packedTypes();
		const node = types.getByNameAndVersion(NODE_TYPE).description;
		expect(node.codex).toMatchObject({
			categories: expect.arrayContaining(['Sales']) as string[],
			alias: expect.arrayContaining(['LinkedIn', 'email finder', 'prospect']) as string[],
		});
		expect(node.usableAsTool).toBe(true);
		expect(node.iconUrl).toEqual({
			light: expect.stringContaining('.svg') as string,
			dark: expect.stringContaining('.dark.svg') as string,
		});
	});

	it.each(offered.map(({ resource, value }) => [resource, value as string]))(
		'has an output schema for %s / %s',
		(resource, operation) => {
			const file = join(
				packedFolder(),
				'dist/nodes/IdentityResolution/__schema__/v1.0.0',
				resource,
				`${operation}.json`,
			);
			expect(existsSync(file)).toBe(true);
			const schema = JSON.parse(readFileSync(file, 'utf8')) as {
				type: string;
				properties: Record<string, { type?: unknown }>;
			};
			expect(schema.type).toBe('object');
			// The editor shows the first type of a list, and treats a property without a type as text.
			for (const [name, { type }] of Object.entries(schema.properties)) {
				if (!/_(results|metadata)$/.test(name)) expect([name, type]).toEqual([name, expect.anything()]);
			}
		},
	);
});

/** Every property with the names in its panel or collection. */
const withSiblings = (properties: INodeProperties[]): Array<{ property: INodeProperties; siblings: string[] }> => {
	const siblings = properties.map(({ name }) => name);
	return properties.flatMap((property) => [
		{ property, siblings },
		...(property.type === 'collection' ? withSiblings(property.options as INodeProperties[]) : []),
	]);
};

it('display conditions use only siblings or paths from the root, which every n8n can resolve', () => {
	for (const { property, siblings } of withSiblings(description.properties)) {
		const { show = {}, hide = {} } = property.displayOptions ?? {};
		const conditions = [...Object.keys(show), ...Object.keys(hide)];
		// With any other name, n8n 2.8 and older do not run the node, and newer releases never show the field.
		expect(conditions.filter((name) => !siblings.includes(name) && !/^[/@]/.test(name))).toEqual([]);
	}
});
