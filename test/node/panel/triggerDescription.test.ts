import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { EVENTS } from '../../../nodes/IdentityResolution/actions/trigger/events';
import { IdentityResolutionTrigger } from '../../../nodes/IdentityResolution/IdentityResolutionTrigger.node';
import { packedTypes } from '../../support/node/nodeRun';
import { panelOf } from '../../support/actions/panel';
import { TRIGGER_TYPE } from '../../support/node/triggerRun';

const { description } = new IdentityResolutionTrigger();
const [event, ...fields] = description.properties;

/** The fields that the panel shows for an event, with their defaults. */
const shown = (parameters: INodeParameters) => panelOf(description, parameters);

const options = ({ options: of }: INodeProperties) => of as INodePropertyOptions[];

describe('the public interface', () => {
	const ENRICHMENT = ['enrich_records_5h', 'enrich_records_1w', 'enrich_requests_5h'];

	it.each([
		[{ event: 'lowBalance' }, { threshold: 1_000 }],
		[{ event: 'windowLow' }, { windows: ENRICHMENT, percent: 10 }],
		[{ event: 'windowOpen' }, { windows: ENRICHMENT }],
	])('%j has the parameters and defaults that saved workflows rely on', (parameters, defaults) => {
		expect(shown(parameters)).toEqual({ ...parameters, ...defaults });
	});

	it('has exactly these events, and lowBalance is the default', () => {
		expect(options(event).map(({ value }) => value)).toEqual(['lowBalance', 'windowLow', 'windowOpen']);
		expect(shown({})).toMatchObject({ event: 'lowBalance' });
		expect(event.noDataExpression).toBe(true);
	});

	it('offers exactly the windows of an account', () => {
		const offered = fields
			.filter(({ type }) => type === 'multiOptions')
			.map((field) => [field.name, options(field).map(({ value }) => value)]);
		const windows = [...ENRICHMENT, 'search_records_5h', 'search_records_1w', 'search_requests_5h'];
		expect(offered).toEqual([
			['windows', windows],
			['windows', windows],
		]);
	});
});

describe('the texts', () => {
	it.each(EVENTS.map((one) => [one.name, one] as const))(
		'%s is in Title Case and has a description',
		(name, { description: text }) => {
			expect(name).toMatch(/^([A-Z][a-z]+ )+[A-Z][a-z]+$/);
			expect(text).toMatch(/^[A-Z].*[a-z.]$/);
		},
	);

	it.each(description.properties.map((one) => [one.displayName, one] as const))(
		'%s has a description',
		(_name, { description: text }) => {
			expect(text).toBeTruthy();
		},
	);

	it('sorts lists alphabetically', () => {
		for (const property of [event, ...fields.filter(({ type }) => type === 'multiOptions')]) {
			const names = options(property).map(({ name }) => name);
			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
		}
	});

	it('say what the trigger watches', () => {
		expect(description.description).toBe('Watches the token balance and the Fair Use windows of your account');
	});
});

it('loads in n8n as a polling trigger, with its codex, icons and poll times', async () => {
	const node = (await packedTypes()).getByNameAndVersion(TRIGGER_TYPE).description;
	expect(node).toMatchObject({ polling: true, inputs: [], group: ['trigger'], name: 'identityResolutionTrigger' });
	expect(node.usableAsTool).toBeUndefined();
	expect(node.properties.map(({ name }) => name)).toContain('pollTimes');
	expect(node.codex).toMatchObject({
		categories: expect.arrayContaining(['Sales']) as string[],
		alias: expect.arrayContaining(['balance']) as string[],
	});
	expect(node.iconUrl).toEqual({
		light: expect.stringContaining('.svg') as string,
		dark: expect.stringContaining('.dark.svg') as string,
	});
});

it('display conditions use only siblings, which every n8n can resolve', () => {
	const siblings = description.properties.map(({ name }) => name);
	for (const { displayOptions } of fields)
		expect(siblings).toEqual(expect.arrayContaining(Object.keys(displayOptions?.show ?? {})));
});
