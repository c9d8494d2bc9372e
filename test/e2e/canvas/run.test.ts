import { NODE_TYPE } from '../../../dev/n8n/instance/fill';
import { OPERATIONS } from '../../../nodes/IdentityResolution/actions/operations';
import { OUTPUTS_NOTICE } from '../../../nodes/IdentityResolution/actions/notices';
import { Canvas } from './canvas';
import { Panel } from './panel';
import { readUntil } from './readUntil';
import { startScene, type Scene } from './scene';

const [FIND_BEST] = OPERATIONS.filter(({ operation }) => operation === 'findBest');
const PROFILE = 'https://www.linkedin.com/in/';

let scene: Scene;
let canvas: Canvas;
let panel: Panel;

/** Runs the node, and reads its table once this status is in it: n8n fills the table a moment after it tells of the run's end. */
async function runUntil(status: string): Promise<Array<Record<string, string>>> {
	await panel.run();
	await readUntil(async () => (await panel.table()).map(({ enriched_status }) => enriched_status), [status]);
	return await panel.table();
}

const ourNode = () => canvas.nodeOf(NODE_TYPE);

beforeAll(async () => {
	scene = await startScene();
	canvas = new Canvas(scene.page, scene.host.n8n.url);
	panel = new Panel(scene.page);
	await canvas.searchInNewWorkflow('identity resolution');
	await canvas.showTriggers('Identity Resolution');
	await canvas.showActions();
	await canvas.addAction(FIND_BEST.action);
});

afterAll(async () => await scene?.stop());

it('shows a hit in the table of its output', async () => {
	await panel.fill('linkedinUrl', `${PROFILE}test-found`);
	expect(await runUntil('found')).toEqual([
		expect.objectContaining({
			enriched_status: 'found',
			enriched_found: 'true',
			enriched_personal_email: 'test-found@example.com',
		}),
	]);
	expect(await panel.hints()).toEqual([expect.stringContaining('1 found.')]);
});

it('shows a miss as a row too', async () => {
	await panel.fill('linkedinUrl', `${PROFILE}test-not-found`);
	expect(await runUntil('not_found')).toEqual([
		expect.objectContaining({
			enriched_status: 'not_found',
			enriched_found: 'false',
			enriched_personal_email: 'null',
		}),
	]);
});

it('has one output on the canvas, without a name, its picture, and its operation under its name', async () => {
	await panel.close();
	expect(await canvas.outputLabels()).toEqual(['']);
	expect(await ourNode().innerText()).toContain('Personal Email: Find Best');
	const picture = ourNode().locator('img');
	const source = new URL((await picture.getAttribute('src')) ?? '', scene.host.n8n.url);
	const answer = await scene.page.request.get(source.href);
	expect(answer.headers()['content-type']).toContain('image/svg+xml');
});

describe('with an output of their own for deferred rows', () => {
	beforeAll(async () => {
		await canvas.openPanel(NODE_TYPE);
		await panel.add('Options', 'Deferred Rows');
		await panel.choose('deferredRows', 'Send to Own Output');
	});

	it('says what that does to the outputs', async () => {
		expect(await panel.fields()).toContain(OUTPUTS_NOTICE);
	});

	it('has a second output on the canvas', async () => {
		await panel.close();
		const outputs = ['Results', 'Deferred'];
		expect(await readUntil(async () => await canvas.outputLabels(), outputs)).toEqual(outputs);
	});

	it('shows a row under Deferred once the window is used up', async () => {
		const { limits } = scene.host.sandbox.settings();
		scene.host.sandbox.configure({ spent: { enrich: { records: limits.enrich.records['5h'] } } });
		await canvas.openPanel(NODE_TYPE);
		await panel.fill('linkedinUrl', `${PROFILE}ada-example`);
		await panel.run();
		const branches = ['Results Branch', 'Deferred Branch (1 item)'];
		expect(await readUntil(async () => await panel.branches(), branches)).toEqual(branches);
		await panel.showBranch(1);
		expect(await panel.table()).toEqual([
			expect.objectContaining({
				enriched_status: 'deferred',
				enriched_reason: expect.stringContaining('fair_use_records') as string,
			}),
		]);
	});
});

it('makes n8n complain of nothing', () => {
	expect(scene.complaints()).toEqual([]);
});
