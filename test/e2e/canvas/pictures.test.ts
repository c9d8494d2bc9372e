import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { NODE_TYPE, TRIGGER_TYPE, withCredential } from '../../../dev/n8n/instance/fill';
import { isFree } from '../../../dev/n8n/instance/ports';
import type { WorkflowFile, WorkflowNode } from '../../../dev/n8n/instance/rest';
import { OUTPUTS_NOTICE } from '../../../nodes/IdentityResolution/actions/notices';
import { quoted } from '../../support/editorPage';
import { EXAMPLES, importInto, readExample } from '../support/example';
import { rowsWorkflow } from '../support/rowsWorkflow';
import { VIEWPORT } from './browser';
import { Camera } from './camera';
import { Canvas } from './canvas';
import { CredentialForm } from './credentialForm';
import { Panel } from './panel';
import { readUntil } from './readUntil';
import { startScene, type Scene } from './scene';

const SHEET = 'contacts.csv';
/** As few as fit into a picture. */
const COLUMNS = ['id', 'name', 'linkedin'];
/** Room for the columns of the node beside them. */
const WIDE = { width: 2_040, height: 760 };
/** The port can be seen in a picture. */
const USUAL_PORT = 3460;
/** Room for the parameters of a node with options, and no more. */
const SMALL = { width: 1_280, height: 960 };
/** The trigger has few. */
const SHORT = { width: 1_280, height: 640 };
/** n8n gives hints a part of the height, and hides the rest. */
const TALL = { width: 1_500, height: 900 };
/** In bytes: a page with all of them is still quick. */
const MOST = 120_000;
const IN = 'https://www.linkedin.com/in';
/** One row of each kind that a user may wonder about: a hit, a miss, a blank, a typo, and one that the balance is too small for. */
const PROFILES = [`${IN}/test-found`, `${IN}/test-not-found`, '', 'Ada Example', `${IN}/test-insufficient-tokens`];

const TRIGGER: WorkflowNode = {
	id: 'balance',
	name: 'Balance Watch',
	type: TRIGGER_TYPE,
	typeVersion: 1,
	position: [0, 0],
	parameters: { event: 'lowBalance' },
};

let scene: Scene;
let canvas: Canvas;
let panel: Panel;
let camera: Camera;

beforeAll(async () => {
	const port = (await isFree(USUAL_PORT)) ? USUAL_PORT : 0;
	scene = await startScene({ port, settings: { hitRate: 0.8 } });
	canvas = new Canvas(scene.page, scene.host.n8n.url);
	panel = new Panel(scene.page);
	camera = new Camera(scene);
	const sheet = parse<Record<string, string>>(readFileSync(join(EXAMPLES, SHEET)), { columns: true });
	writeFileSync(join(scene.host.files, SHEET), stringify(sheet, { header: true, columns: COLUMNS }));
});

afterAll(async () => await scene?.stop());

const open = async (example: string) => await canvas.open(await importInto(scene.host, readExample(example)));
const store = async (workflow: WorkflowFile) => await canvas.open((await scene.host.rest.createWorkflow(workflow)).id);
const resize = async (size: { width: number; height: number }) => await scene.page.setViewportSize(size);

it('takes an example workflow after a run', async () => {
	await open('csv-in-csv-out.json');
	await canvas.execute();
	// n8n writes them a moment after it tells of the run's end.
	const counts = ['1 item', '1 item', '500 items', '500 items', '1 item'];
	expect(await readUntil(async () => await canvas.counts(), counts)).toEqual(counts);
	await canvas.zoomToFit();
	expect(await camera.take('workflow.png')).toBeLessThan(MOST);
});

it('takes the panel of the node, filled in, with a notice', async () => {
	await resize(SMALL);
	await open('deferred-wait-loop.json');
	await canvas.openPanel(NODE_TYPE);
	await panel.run();
	const branches = ['Results Branch (500 items)', 'Deferred Branch'];
	expect(await readUntil(async () => await panel.branches(), branches)).toEqual(branches);
	expect(await panel.fields()).toContain(OUTPUTS_NOTICE);
	await panel.comesTo('https://www.linkedin.com/in/ezra-juniperton-100');
	await panel.showSchema();
	expect(Math.max(...(await camera.takeBoth('panel', panel.whole)))).toBeLessThan(MOST);
});

it('takes the panel of the trigger, with a test event', async () => {
	await resize(SHORT);
	// Else n8n points out once, over the output, that it can be pinned.
	await scene.page.evaluate(`localStorage.setItem('N8N_PIN_DATA_DISCOVERY_NDV', 'true')`);
	await store(withCredential({ name: 'Balance', nodes: [TRIGGER], connections: {} }, scene.host.credential));
	await canvas.openPanel(TRIGGER_TYPE);
	await panel.run();
	await panel.showSchema();
	expect(Math.max(...(await camera.takeBoth('trigger', panel.whole)))).toBeLessThan(MOST);
});

it('takes the table of the output of a sheet', async () => {
	await open('csv-in-csv-out.json');
	await canvas.openPanel(NODE_TYPE);
	await panel.run();
	expect(await panel.branches()).toEqual([]);
	await resize(WIDE);
	await panel.widenOutput();
	await panel.showTable();
	expect(await camera.take('output.png', panel.output)).toBeLessThan(MOST);
});

it('takes the hints behind a run that needs some', async () => {
	await resize(TALL);
	const rows = PROFILES.map((linkedin, row) => ({ id: `C-000${row + 1}`, linkedin }));
	const parameters = { linkedinUrl: '={{ $json.linkedin }}' };
	await store(rowsWorkflow({ rows, parameters, settings: { retryOnFail: true }, behind: [] }, scene.host.credential));
	await canvas.openPanel(NODE_TYPE);
	await panel.run();
	await panel.showTable();
	const statuses = async () => (await panel.table()).map(({ enriched_status: status }) => status);
	const expected = ['found', 'not_found', 'skipped', 'invalid', 'deferred'];
	expect(await readUntil(statuses, expected)).toEqual(expected);
	expect(await panel.hints()).toEqual(quoted('hints').slice(0, 4));
	expect(Math.max(...(await camera.takeBoth('hints', panel.output)))).toBeLessThan(MOST);
});

it('takes the credential form after a test that passed, with the key masked', async () => {
	await resize(VIEWPORT);
	const form = new CredentialForm(scene.page);
	await form.openNew(scene.host.n8n.url, 'Identity Resolution API');
	await form.fill('baseUrl', scene.host.sandbox.url);
	await form.fill('apiKey', scene.host.sandbox.key);
	await form.save();
	await form.says('Connection tested successfully');
	expect(await form.inputType('apiKey')).toBe('password');
	expect(await camera.take('credential.png')).toBeLessThan(MOST);
});
