import { executionEnded } from '../../../dev/n8n/instance/executions';
import { eventually } from '../../../dev/n8n/instance/eventually';
import { rowsWorkflow, START } from '../support/rowsWorkflow';
import { Canvas } from './canvas';
import { readUntil } from './readUntil';
import { startScene, type Scene } from './scene';

/** In ms. Twenty go at once, so that the rows take most of a minute. */
const LATENCY = 500;
const ROWS = 2_000;
/** The tool of the service that the rows are looked up with. */
const LOOKUP = 'linkedin_to_business_profile';

let scene: Scene;
let canvas: Canvas;

/** Stores a workflow in which made-up rows go through our node. @returns its id */
async function store(count: number, operation: Record<string, string>): Promise<string> {
	const { rest, credential } = scene.host;
	const rows = Array.from({ length: count }, (_, row) => ({ linkedin: `person-${row}` }));
	const parameters = { linkedinUrl: '={{ $json.linkedin }}', ...operation };
	return (await rest.createWorkflow(rowsWorkflow({ rows, parameters, behind: [] }, credential))).id;
}

const tools = () => scene.host.sandbox.ledger.requests().map(({ tool }) => tool);

beforeAll(async () => {
	scene = await startScene({ settings: { latency: LATENCY } });
	canvas = new Canvas(scene.page, scene.host.n8n.url);
	await canvas.open(await store(ROWS, { resource: 'businessProfile', operation: 'findByLinkedin' }));
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
	const look = await store(1, { resource: 'account', operation: 'get' });
	expect(await executionEnded(rest, await rest.run(look, START))).toMatchObject({ status: 'success' });
	expect(tools()).toEqual(['get_account']);
});

it('leaves the canvas ready for another run', async () => {
	expect(await readUntil(async () => await canvas.isRunning(), false)).toBe(false);
	scene.host.sandbox.ledger.clear();
	await canvas.execute();
	await eventually(
		'A lookup of the next run',
		async () => await Promise.resolve(tools().includes(LOOKUP) || undefined),
	);
	expect(await canvas.isRunning()).toBe(true);
	await canvas.stop();
	expect(await readUntil(async () => await canvas.isRunning(), false)).toBe(false);
});

it('makes n8n complain of nothing', () => {
	expect(scene.complaints()).toEqual([]);
});
