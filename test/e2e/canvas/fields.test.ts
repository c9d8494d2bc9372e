import { EVENTS } from '../../../nodes/IdentityResolution/actions/events/events';
import { OPERATIONS, RESOURCES } from '../../../nodes/IdentityResolution/actions/operations';
import { Canvas } from './canvas';
import { Panel } from './panel';
import { readUntil } from './readUntil';
import { startScene, type Scene } from './scene';
import { shownColumns, shownEntries, shownFields, type Chosen } from './shown';

const ACTIONS = OPERATIONS.map(({ action }) => action).sort();
/** n8n makes their names of those of the events. */
const TRIGGERS = EVENTS.map(({ name }) => `On ${name.toLowerCase()}`);
const COLLECTIONS = ['Options', 'Limits and Budget'] as const;

let scene: Scene;
let canvas: Canvas;
let panel: Panel;

beforeAll(async () => {
	scene = await startScene();
	canvas = new Canvas(scene.page, scene.host.n8n.url);
	panel = new Panel(scene.page);
});

afterAll(async () => await scene?.stop());

it('is found in the list of nodes by its name', async () => {
	await canvas.searchInNewWorkflow('identity resolution');
	expect(await readUntil(async () => await canvas.listed(), ['Identity Resolution'])).toEqual([
		'Identity Resolution',
	]);
});

it('offers every event as a trigger', async () => {
	await canvas.showTriggers('Identity Resolution');
	expect(await readUntil(async () => await canvas.listed(), TRIGGERS)).toEqual(TRIGGERS);
});

it('offers every operation as an action', async () => {
	await canvas.showActions();
	const actions = async () => (await canvas.listed()).filter((name) => !TRIGGERS.includes(name)).sort();
	expect(await readUntil(actions, ACTIONS)).toEqual(ACTIONS);
});

it('opens on the operation whose action was picked, with the credential chosen', async () => {
	const [{ action, resource, operation }] = OPERATIONS.filter(({ resource }) => resource === 'businessProfile');
	await canvas.addAction(action);
	const expected = shownFields({ resource, operation, output: 'simplified' });
	expect(await readUntil(async () => await panel.fields(), expected)).toEqual(expected);
	expect(await panel.credential()).toBe(scene.host.credential.name);
});

describe.each(OPERATIONS)('$resource: $operation', ({ resource, operation, name }) => {
	const label = RESOURCES.find(({ value }) => value === resource)?.name ?? '';
	const chosen: Chosen = { resource, operation, output: 'simplified' };
	const fields = shownFields(chosen);

	it('shows exactly its own fields', async () => {
		await panel.choose('resource', label);
		await panel.choose('operation', name);
		expect(await readUntil(async () => await panel.fields(), fields)).toEqual(fields);
	});

	it('says all that it has to say of itself and its neighbours', async () => {
		expect(await panel.cutShort('operation')).toEqual([]);
	});

	for (const collection of COLLECTIONS.filter((one) => fields.includes(one))) {
		it(`offers exactly its own entries under ${collection}`, async () => {
			expect(await panel.offered(collection)).toEqual(shownEntries(collection, chosen));
		});
	}

	if (fields.includes('Output')) {
		it('offers the columns that it can fill where fields are selected', async () => {
			const selecting: Chosen = { ...chosen, output: 'selected' };
			await panel.choose('output', 'Selected Fields');
			const expected = shownFields(selecting);
			expect(await readUntil(async () => await panel.fields(), expected)).toEqual(expected);
			expect(await panel.choices('fields')).toEqual(shownColumns(selecting));
			await panel.choose('output', 'Simplified');
		});
	}
});

it('offers the periods of the contract and no other', async () => {
	await panel.choose('resource', 'Account');
	await panel.choose('operation', 'Get Usage');
	expect(await panel.choices('period')).toEqual(['Billing Cycle', 'Month', 'Today', 'Week']);
});

it('makes n8n complain of nothing', () => {
	expect(scene.complaints()).toEqual([]);
});
