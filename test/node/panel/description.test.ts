import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { OPERATIONS } from '../../../nodes/IdentityResolution/actions/panel/operations';
import { IdentityResolution } from '../../../nodes/IdentityResolution/IdentityResolution.node';
import { IdentityResolutionTrigger } from '../../../nodes/IdentityResolution/IdentityResolutionTrigger.node';
import { panelOf } from '../../support/actions/panel';
import { NODE_TYPE, packedFolder, packedTypes } from '../../support/node/nodeRun';
import { TRIGGER_TYPE } from '../../support/node/triggerRun';

const { description } = new IdentityResolution();
const trigger = new IdentityResolutionTrigger().description;

/** All properties with the names in their panel or collection. */
const withSiblings = (properties: INodeProperties[]): Array<{ property: INodeProperties; siblings: string[] }> =>
	properties.flatMap((property) => [
		{ property, siblings: properties.map(({ name }) => name) },
		...(property.type === 'collection' ? withSiblings(property.options as INodeProperties[]) : []),
	]);

const PROPERTIES = withSiblings(description.properties).map(({ property }) => property);
const optionsOf = (name: string) =>
	PROPERTIES.find((property) => property.name === name)?.options as INodeProperties[] & INodePropertyOptions[];

// test/interface compares all parameters and their defaults with the last release.
describe('the panel', () => {
	const LOOKUP = ['output', 'inputFields', 'options'];

	it.each([
		[{}, ['linkedinUrl', ...LOOKUP]],
		[{ resource: 'account', operation: 'getUsage' }, ['period', 'simplify', 'itemPerDay']],
		[
			{ resource: 'businessProfile', operation: 'findByHashedEmail' },
			['hashedEmail', 'includeMobilePhone', ...LOOKUP],
		],
		[{ resource: 'person', operation: 'resolve' }, ['linkedinUrl', 'email', 'want', ...LOOKUP]],
		[{ resource: 'tool', operation: 'call' }, ['toolName', 'body', ...LOOKUP.slice(1)]],
	])('of %j shows %j', (parameters, fields) => {
		const shown = panelOf(description, parameters);
		expect(Object.keys(shown).sort()).toEqual(['resource', 'operation', ...fields].sort());
		expect(shown).toMatchObject({ resource: 'personalEmail', operation: 'findBest', ...parameters });
	});

	it('offers a tool of an agent only what has a meaning for one answer per call', () => {
		const asTool = { ...description, name: `${description.name}Tool` };
		const root = { resource: 'person', operation: 'resolve' };
		const isShown = (entry: INodeProperties) => NodeHelpers.displayParameter(root, entry, null, asTool, root);
		expect(
			optionsOf('options')
				.filter(isShown)
				.map(({ name }) => name),
		).toEqual(['concurrency', 'dryRun', 'hashEmail', 'maxRunTime', 'maxTokens', 'maxWait', 'minGrade']);
		expect(PROPERTIES.filter(({ name }) => name === 'inputFields').some(isShown)).toBe(false);
	});

	it('of the trigger shows the fields of each event', () => {
		const windows = ['enrich_records_5h', 'enrich_records_1w', 'enrich_requests_5h'];
		expect(panelOf(trigger, {})).toEqual({ event: 'lowBalance', threshold: 1_000 });
		expect(panelOf(trigger, { event: 'windowLow' })).toEqual({ event: 'windowLow', windows, percent: 10 });
		expect(panelOf(trigger, { event: 'windowOpen' })).toEqual({ event: 'windowOpen', windows, minFree: 0 });
	});

	it.each([
		['node', description.properties],
		['trigger', trigger.properties],
	])(
		'of the %s has display conditions that every n8n can resolve: siblings, or paths from the root',
		(_which, all) => {
			for (const { property, siblings } of withSiblings(all)) {
				const { show = {}, hide = {} } = property.displayOptions ?? {};
				const conditions = [...Object.keys(show), ...Object.keys(hide)];
				// With any other name, n8n 2.8 and older do not run the node, and newer releases never show the field.
				expect(conditions.filter((name) => !siblings.includes(name) && !/^[/@]/.test(name))).toEqual([]);
			}
		},
	);
});

describe('the texts', () => {
	const lookups = OPERATIONS.filter(({ resource }) => resource !== 'account');

	it.each(lookups)(
		'of $resource / $operation describe input and output, mention charges, and have no price',
		(one) => {
			for (const words of [one.action, one.description]) expect(words).not.toMatch(/\d+ (token|credit)|[$€]/);
			expect(one.action).toMatch(/^(?:Find|Resolve|Look up|Search) .+ by |^Call /);
			expect(one.description).toMatch(/^(?:Find .+ by |Call ).*charged/);
		},
	);

	it('of the trigger begin with those of the node, because the search of n8n shows only them', () => {
		expect(trigger.description.startsWith(`${description.description}, and watch`)).toBe(true);
	});

	it('describe every field', () => {
		const fields = [...PROPERTIES, ...trigger.properties].filter(({ type }) =>
			['string', 'number', 'boolean', 'multiOptions'].includes(type),
		);
		expect(fields.filter(({ description: text }) => !text)).toEqual([]);
	});
});

describe('the packed node', () => {
	it.each([
		[NODE_TYPE, { usableAsTool: true }, 'prospect'],
		[TRIGGER_TYPE, { polling: true, inputs: [], group: ['trigger'] }, 'balance'],
	])('%s loads in n8n with its codex and icons', async (type, expected, alias) => {
		const node = (await packedTypes()).getByNameAndVersion(type).description;
		expect(node).toMatchObject({
			...expected,
			codex: {
				categories: expect.arrayContaining(['Sales']) as string[],
				alias: expect.arrayContaining([alias]) as string[],
			},
			iconUrl: {
				light: expect.stringContaining('.svg') as string,
				dark: expect.stringContaining('.dark.svg') as string,
			},
		});
		if (type === TRIGGER_TYPE) expect(node.properties.map(({ name }) => name)).toContain('pollTimes');
	});

	it.each(OPERATIONS)('has an output schema for $resource / $operation', ({ resource, operation }) => {
		const folder = join(packedFolder(), 'dist/nodes/IdentityResolution/__schema__/v1.0.0');
		const schema = JSON.parse(readFileSync(join(folder, resource, `${operation}.json`), 'utf8')) as {
			type: string;
			properties: Record<string, { type?: unknown }>;
		};
		expect(schema.type).toBe('object');
		// The editor shows the first type of a list, and treats a property without a type as text.
		for (const [name, { type }] of Object.entries(schema.properties))
			if (!/_(results|metadata)$/.test(name)) expect([name, type]).toEqual([name, expect.anything()]);
	});
});
