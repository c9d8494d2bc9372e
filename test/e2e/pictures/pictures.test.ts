import { readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { Locator, Page } from 'playwright-core';
import {
	NODE_TYPE,
	TRIGGER_TYPE,
	withCredential,
	type WorkflowFile,
	workflowNode,
} from '../../../dev/n8n/instance/workflow';
import { OUTPUTS_NOTICE } from '../../../nodes/IdentityResolution/actions/panel/properties';
import { EXAMPLES_BY_USE } from '../../../dev/n8n/instance/examples';
import { EXAMPLES, importExample, SHEET, withParameters } from '../support/example';
import { rowsWorkflow } from '../support/rowsWorkflow';
import { expectSoon, testId } from '../canvas/browser';
import { useScenario } from '../canvas/editor';
import { movingPicture, type Picture } from './movingPicture';

const PROJECT = join(EXAMPLES, '..');
const FOLDER = join(PROJECT, 'docs', 'images');
const STICKY_NOTE = 'n8n-nodes-base.stickyNote';
/** The columns that fit into a picture. */
const COLUMNS = ['id', 'name', 'linkedin'];
/** One row for each status: a hit, a miss, a blank, a typo, and a balance that is too small. */
const ROWS = ['test-found', 'test-not-found', '', 'Ada Example', 'test-insufficient-tokens'].map((who, row) => ({
	id: `C-000${row + 1}`,
	linkedin: who.startsWith('test-') ? `https://www.linkedin.com/in/${who}` : who,
}));

/** Hides n8n's messages and its shortcuts to neighbour nodes. */
const STYLE = '.el-notification, [data-test-id="floating-nodes"] { display: none !important }';
/** Hides the buttons over the canvas, which cover nodes. */
const WITHOUT_BUTTONS =
	'[data-test-id="execute-workflow-button"], [data-test-id="canvas-controls"] { visibility: hidden !important }';
/** n8n shows eight entries of a list; the others are scrolled to. */
const WHOLE_LISTS = '.el-select-dropdown__wrap { max-height: none !important }';
/** The text of the page and of its fields, except masked ones. */
const READABLE = `[document.body.innerText, ...[...document.querySelectorAll('input, textarea')].filter(({ type }) => type !== 'password').map(({ value }) => value)].join('\\n')`;
/** The theme of each of our icons. */
const ICONS = `[...document.querySelectorAll('img[src*="identityResolution"]')].map(({ src }) => (src.includes('.dark.') ? 'dark' : 'light'))`;

// A picture shows the sandbox's port.
const scenario = useScenario({ port: 3460, settings: { hitRate: 0.8 } });
const { host } = scenario;

/** Takes a picture, and fails if the page shows a secret or a path of this machine. */
async function shoot(what: Locator | Page = scenario.page): Promise<Buffer> {
	const readable = await scenario.page.evaluate<string>(READABLE);
	expect(readable).not.toBe('');
	for (const secret of [host.sandbox.key, host.files, PROJECT, homedir(), tmpdir()])
		expect(readable).not.toContain(secret);
	return await what.screenshot({ animations: 'disabled', caret: 'hide', style: STYLE });
}

/** Writes a picture without the mouse. */
async function take(name: string, what?: Locator): Promise<void> {
	await scenario.page.mouse.move(0, 0);
	writeFileSync(join(FOLDER, name), await shoot(what));
}

/** Takes a picture in n8n's dark theme and in its light theme, which follow the browser's. */
async function takeBoth(name: string, what: Locator): Promise<void> {
	for (const [colorScheme, suffix] of [['dark', '-dark'] as const, ['light', ''] as const]) {
		await scenario.page.emulateMedia({ colorScheme });
		await expectSoon(async () => [...new Set(await scenario.page.evaluate<string[]>(ICONS))], [colorScheme]);
		await take(`${name}${suffix}.png`, what);
	}
}

async function openExample(file: string, change?: (workflow: WorkflowFile) => WorkflowFile): Promise<void> {
	const id = await importExample(host, file, change);
	const sheet = parse<Record<string, string>>(readFileSync(join(EXAMPLES, SHEET)), { columns: true });
	writeFileSync(join(host.files, SHEET), stringify(sheet, { header: true, columns: COLUMNS }));
	await scenario.editor.openWorkflow(id);
}

const open = async (workflow: WorkflowFile) =>
	await scenario.editor.openWorkflow((await host.rest.createWorkflow(workflow)).id);

const resize = async (width: number, height: number) => await scenario.page.setViewportSize({ width, height });

const WIDTH = 1_200;

/** Moves the parameters to the side, which gives the output more room. @param x in pixels */
async function dragPanel(x: number): Promise<void> {
	const { mouse } = scenario.page;
	await scenario.page.locator(testId('panel-drag-button')).hover();
	await mouse.down();
	await mouse.move(x, 0, { steps: 10 });
	await mouse.up();
}

const withoutNote = (workflow: WorkflowFile): WorkflowFile => ({
	...workflow,
	nodes: workflow.nodes.filter(({ type }) => type !== STICKY_NOTE),
});

it('takes a moving picture of the first run', async () => {
	const { editor, page } = scenario;
	await resize(WIDTH, 640);
	const pictures: Picture[] = [];
	const add = async (seconds: number) => pictures.push({ png: await shoot(), seconds });
	host.sandbox.configure({ latency: 1_500 });
	await editor.openWorkflow(await importExample(host, 'start-here.json', withoutNote));
	await editor.click('zoom-to-fit');
	await add(1.5);
	await page.locator(testId('execute-workflow-button')).hover();
	await add(0.7);
	await editor.click('execute-workflow-button');
	await page.locator('[data-test-id="canvas-node"] [data-icon="refresh-cw"], .running').first().waitFor();
	await add(0.8);
	await expectSoon(
		async () => await page.locator(testId('edge-label')).allInnerTexts(),
		['1 item', '5 items', '5 items'],
	);
	await add(1.5);
	await editor.openPanel(NODE_TYPE);
	await editor.showAs('Table');
	await add(2);
	await dragPanel(0);
	await add(4);
	// n8n keeps the place of the panel for the next picture.
	await dragPanel(WIDTH / 2);
	host.sandbox.configure({ latency: 0 });
	writeFileSync(join(FOLDER, 'first-run.gif'), await movingPicture(pictures));
});

it('takes the results of three searches for the node', async () => {
	const { editor, page } = scenario;
	await resize(1_200, 640);
	await editor.openNodeList();
	for (const words of ['find email', 'mobile', 'prospect']) {
		await editor.search(words);
		await expectSoon(async () => (await editor.listed()).includes('Identity Resolution'), true);
		await take(`search-${words.replace(' ', '-')}.png`, page.locator(testId('node-creator')));
	}
});

const canvasOf = async (file: string, height: number, change?: typeof withoutNote) => {
	const { editor, page } = scenario;
	await resize(1_400, height);
	await editor.openWorkflow(await importExample(host, file, change));
	await editor.click('zoom-to-fit');
	await page.locator(testId('canvas-node')).first().waitFor();
	await page.addStyleTag({ content: WITHOUT_BUTTONS });
	return page.locator(testId('canvas-wrapper'));
};

it('takes both inputs of a node with known answers', async () => {
	const canvas = await canvasOf('known-people-table.json', 500, withoutNote);
	await expectSoon(async () => (await canvas.innerText()).includes('Known'), true);
	await take('known-answers.png', canvas);
});

it.each(EXAMPLES_BY_USE)('takes the canvas of %s', async (file) => {
	await take(`templates/${file.replace('.json', '.png')}`, await canvasOf(file, 700));
});

it('takes the panel of the node with a notice', async () => {
	const { editor } = scenario;
	await resize(1_280, 960);
	const ownOutput = { 'Find personal emails': { options: { onNotFound: 'output' } } };
	await openExample('csv-in-csv-out.json', withParameters(ownOutput));
	await editor.openPanel(NODE_TYPE);
	await editor.run();
	await expectSoon(
		async () => await editor.branches(),
		['Results Branch (396 items)', 'Not Found Branch (104 items)'],
	);
	expect(await editor.fields()).toContain(OUTPUTS_NOTICE);
	await editor.waitForValue('https://www.linkedin.com/in/ezra-juniperton-100');
	await editor.showAs('Schema');
	await takeBoth('panel', editor.panel);
});

it('takes the lists of resources and operations', async () => {
	const { editor, page } = scenario;
	await resize(1_280, 760);
	const node = workflowNode('Identity Resolution', NODE_TYPE, 1, { resource: 'linkedinProfile' });
	await open(withCredential({ name: 'Lists', nodes: [node], connections: {} }, host.credential));
	await editor.openPanel(NODE_TYPE);
	await page.addStyleTag({ content: WHOLE_LISTS });
	for (const field of ['resource', 'operation']) {
		await editor.openList(field);
		await takeBoth(`${field}s`, editor.panel);
		await editor.closeList(field);
	}
});

it('takes the panel of the trigger with a test event', async () => {
	const { editor, page } = scenario;
	await resize(1_280, 640);
	// Suppresses n8n's one-time hint that an output can be pinned.
	await page.evaluate(`localStorage.setItem('N8N_PIN_DATA_DISCOVERY_NDV', 'true')`);
	const trigger = workflowNode('Balance Watch', TRIGGER_TYPE, 1, { event: 'lowBalance' });
	await open(withCredential({ name: 'Balance', nodes: [trigger], connections: {} }, host.credential));
	await editor.openPanel(TRIGGER_TYPE);
	await editor.run();
	await editor.showAs('Schema');
	await takeBoth('trigger', editor.panel);
});

it('takes the hints after a run', async () => {
	const { editor } = scenario;
	// n8n gives hints a share of the height and hides the rest.
	await resize(1_500, 900);
	const parameters = { linkedinUrl: '={{ $json.linkedin }}' };
	await open(rowsWorkflow({ rows: ROWS, parameters, settings: { retryOnFail: true }, behind: [] }, host.credential));
	await editor.openPanel(NODE_TYPE);
	await editor.run();
	const statuses = async () => (await editor.table()).map(({ enriched_status: status }) => status);
	await expectSoon(statuses, ['found', 'not_found', 'skipped', 'invalid', 'deferred']);
	expect(await editor.hints()).toHaveLength(4);
	await takeBoth('hints', editor.output);
});
