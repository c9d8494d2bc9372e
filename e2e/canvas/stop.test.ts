import { executionEnded } from '../../host/executions';
import { eventually } from '../support/eventually';
import { Canvas } from './canvas';
import { readUntil } from './readUntil';
import { storeRowsWorkflow } from './rows';
import { startScene, type Scene } from './scene';

/** In ms. Twenty go at once, so that the rows take most of a minute. */
const LATENCY = 500;
const ROWS = 2_000;

let scene: Scene;
let canvas: Canvas;

const tools = () => scene.host.sandbox.ledger.requests().map(({ tool }) => tool);

beforeAll(async () => {
	scene = await startScene({ settings: { latency: LATENCY } });
	canvas = new Canvas(scene.page, scene.host.n8n.url);
	await canvas.open(await storeRowsWorkflow(scene.host, ROWS, { resource: 'businessProfile', operation: 'findByLinkedin' }));
});

afterAll(async () => await scene?.stop());

it('runs a sheet until Stop is pressed', async () => {
	await canvas.execute();
	await eventually('the middle of the run', async () => await Promise.resolve(tools().length > 60 || undefined));
	expect(await canvas.isRunning()).toBe(true);
	await canvas.stop();
	await canvas.tells('Execution stopped');
	expect(tools().length).toBeLessThan(ROWS / 2);
});

it('sends nothing more after Stop', async () => {
	const { rest, sandbox } = scene.host;
	sandbox.ledger.clear();
	// Another run, long enough for every sender of the stopped one to send again.
	sandbox.configure({ latency: 4 * LATENCY });
	const look = await storeRowsWorkflow(scene.host, 1, { resource: 'account', operation: 'get' });
	expect(await executionEnded(rest, await rest.run(look, 'Start'))).toMatchObject({ status: 'success' });
	expect(tools()).toEqual(['get_account']);
});

it('leaves the canvas ready for another run', async () => {
	expect(await readUntil(async () => await canvas.isRunning(), false)).toBe(false);
});

it('makes n8n complain of nothing', () => {
	expect(scene.complaints()).toEqual([]);
});
