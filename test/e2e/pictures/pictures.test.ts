import { readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { Locator } from 'playwright-core';
import {
	NODE_TYPE,
	TRIGGER_TYPE,
	withCredential,
	type WorkflowFile,
	workflowNode,
} from '../../../dev/n8n/instance/workflow';
import { OUTPUTS_NOTICE } from '../../../nodes/IdentityResolution/actions/panel/properties';
import { canvasOf, readExamples } from '../../../dev/n8n/instance/examples';
import { connect, EXAMPLES, importExample, SHEET, withParameters } from '../support/example';
import { rowsWorkflow } from '../support/rowsWorkflow';
import { expectSoon, testId } from '../canvas/browser';
import { useScenario } from '../canvas/editor';
import { GOOGLE, GoogleSheet, SPREADSHEET } from '../examples/standIns/googleSheets';
import { useStandIns } from '../examples/standIns/standIns';
import { movingPicture, type Picture } from './movingPicture';

const PROJECT = join(EXAMPLES, '..');
const FOLDER = join(PROJECT, 'docs', 'images');
/** The text that each picture shows, by its name without theme and format. */
const TEXTS = join(FOLDER, 'texts.json');
/** `npm run pictures` sets it; otherwise the tests compare the texts. */
const IS_RENEWAL = process.env.RENEW_PICTURES === 'yes';
/** The columns that fit into a picture. */
const COLUMNS = ['id', 'name', 'linkedin'];
/** One row for each status: a hit, a miss, a blank, a typo, and a balance that is too small. */
const ROWS = ['test-found', 'test-not-found', '', 'Ada Example', 'test-insufficient-tokens'].map((who, row) => ({
	id: `C-000${row + 1}`,
	linkedin: who.startsWith('test-') ? `https://www.linkedin.com/in/${who}` : who,
}));

/** Hides n8n's messages and its shortcuts to neighbor nodes, and shows empty cells in gray instead of red. */
const STYLE = `.el-notification, [data-test-id="floating-nodes"] { display: none !important }
	td [class*="_empty_"] { color: #8d8d8d !important }`;
/** Hides what covers the nodes on the canvas, except for the button that starts the workflow. */
const WITHOUT_CONTROLS = `.tab-bar-container { display: none !important }
	.vue-flow__panel, [class*="_nodeButtonsWrapper"] { visibility: hidden !important }
	[data-test-id^="execute-workflow-button-"] { visibility: hidden !important }`;
/** Hides that button, too, and the warnings of nodes whose credential is not chosen yet. */
const NODES_ONLY = `${WITHOUT_CONTROLS}
	[class*="_executionButtons"], [data-test-id="node-issues"] { visibility: hidden !important }`;
const FIELDS = 'input:not([type="password"], [type="checkbox"], [type="radio"]), textarea';
/** Dates, times and durations, which differ from run to run. */
const TIMES = /\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-][\d:]+))?|\b[\d.]+m?s\b/g;
/** The theme of each of our icons. */
const ICONS = `[...document.querySelectorAll('img[src*="identityResolution"]')].map(({ src }) => (src.includes('.dark.') ? 'dark' : 'light'))`;

// A picture shows the sandbox's port.
const scenario = useScenario({ port: 3460, settings: { hitRate: 0.8 } });
const { host } = scenario;
const sheet = new GoogleSheet();
useStandIns(sheet);

const texts = JSON.parse(readFileSync(TEXTS, 'utf8')) as Record<string, string>;

afterAll(() => {
	if (IS_RENEWAL) writeFileSync(TEXTS, `${JSON.stringify(texts, null, '\t')}\n`);
});

/** The text of an element and of its fields, except masked ones. */
async function textOf(what: Locator): Promise<string> {
	const fields = await what.locator(FIELDS).all();
	const shown = [await what.innerText(), ...(await Promise.all(fields.map((field) => field.inputValue())))];
	return shown
		.flatMap((text) => text.replace(TIMES, '...').split(/\s*[\n\t]\s*/))
		.filter((line) => line !== '')
		.join('\n');
}

/** Takes a picture, and fails if it shows a secret or a path of this machine. */
async function shoot(what: Locator): Promise<Buffer> {
	const text = await textOf(what);
	expect(text).not.toBe('');
	for (const secret of [host.sandbox.key, host.files, PROJECT, homedir(), tmpdir()])
		expect(text).not.toContain(secret);
	return await what.screenshot({ animations: 'disabled', caret: 'hide', style: STYLE });
}

/** Expects the text that the picture in the project shows, or replaces that picture. */
async function compare(file: string, what: Locator, picture = async () => await shoot(what)): Promise<void> {
	const name = file.replace(/(?:-dark)?\.\w+$/, '');
	await scenario.page.mouse.move(0, 0);
	if (IS_RENEWAL) {
		texts[name] = await textOf(what);
		writeFileSync(join(FOLDER, file), await picture());
	}
	await expectSoon(async () => (await textOf(what)).split('\n'), texts[name]?.split('\n'));
}

/** The same in n8n's dark theme and in its light theme, which follow the browser's. */
async function takeBoth(name: string, what: Locator): Promise<void> {
	for (const [colorScheme, suffix] of [['dark', '-dark'] as const, ['light', ''] as const]) {
		await scenario.page.emulateMedia({ colorScheme });
		await expectSoon(async () => [...new Set(await scenario.page.evaluate<string[]>(ICONS))], [colorScheme]);
		await compare(`${name}${suffix}.png`, what);
	}
}

async function openExample(file: string, change?: (workflow: WorkflowFile) => WorkflowFile): Promise<void> {
	const id = await importExample(host, file, change);
	const rows = parse<Record<string, string>>(readFileSync(join(EXAMPLES, SHEET)), { columns: true });
	writeFileSync(join(host.files, SHEET), stringify(rows, { header: true, columns: COLUMNS }));
	await scenario.editor.openWorkflow(id);
}

const open = async (workflow: WorkflowFile) =>
	await scenario.editor.openWorkflow((await host.rest.createWorkflow(workflow)).id);

const resize = async (width: number, height: number) => await scenario.page.setViewportSize({ width, height });

const withoutNote = (workflow: WorkflowFile): WorkflowFile => ({
	...workflow,
	nodes: workflow.nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote'),
});

// Otherwise test/docs/pictures.test.ts compares them, which needs no browser.
for (const { file, workflow } of IS_RENEWAL ? readExamples(EXAMPLES) : [])
	it(`takes the canvas of ${file}`, async () => {
		const { editor, page } = scenario;
		await resize(1_400, 500);
		await editor.openWorkflow(await importExample(host, file, withoutNote));
		await editor.click('zoom-to-fit');
		// n8n fits the nodes into the window, but not the lines below them.
		await resize(1_400, 530);
		await page.addStyleTag({ content: NODES_ONLY });
		const name = `templates/${file.replace('.json', '')}`;
		texts[name] = canvasOf(workflow);
		writeFileSync(join(FOLDER, `${name}.png`), await shoot(page.locator(testId('canvas-wrapper'))));
	});

it('takes the panel of the node with a notice and a unit', async () => {
	const { editor } = scenario;
	await resize(1_280, 900);
	const options = { maxTokens: 1_000, onNotFound: 'output' };
	await openExample('csv-in-csv-out.json', withParameters({ 'Find personal emails': { options } }));
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

it('takes the panel of the trigger with a test event', async () => {
	const { editor, page } = scenario;
	await resize(1_280, 640);
	host.sandbox.configure({ account: { tokens: 900 } });
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
	await resize(1_500, 1_200);
	const parameters = { linkedinUrl: '={{ $json.linkedin }}' };
	await open(rowsWorkflow({ rows: ROWS, parameters, settings: { retryOnFail: true }, behind: [] }, host.credential));
	await editor.openPanel(NODE_TYPE);
	await editor.run();
	const statuses = async () => (await editor.table()).map(({ enriched_status: status }) => status);
	await expectSoon(statuses, ['found', 'not_found', 'skipped', 'invalid', 'deferred']);
	expect(await editor.hints()).toHaveLength(4);
	await takeBoth('hints', editor.output.locator(testId('run-data-hints')));
});

/** A workflow with these nodes of another one, one after another. */
const chainOf =
	(names: readonly string[]) =>
	(workflow: WorkflowFile): WorkflowFile => ({
		...workflow,
		nodes: workflow.nodes
			.filter(({ name }) => names.includes(name))
			.map((node) => ({ ...node, position: [names.indexOf(node.name) * 220, 0] })),
		connections: Object.fromEntries(
			names.slice(1).map((node, index) => [names[index], { main: [[{ node, type: 'main', index: 0 }]] }]),
		),
	});

it('takes a moving picture of the first run, which starts and ends with the result', async () => {
	const { editor, page } = scenario;
	await resize(1_000, 710);
	const people = ['eveexample', 'finnexample', 'FINNEXAMPLE/', 'kimexample', ''];
	const names = ['Eve', 'Finn', 'Finn', 'Kim', 'Noa'];
	sheet.write(
		people.map((who, row) => ({ id: row + 1, name: names[row], linkedin: who && `linkedin.com/in/${who}` })),
	);
	const chained = chainOf(['Start', 'Get contacts', 'Find personal emails', 'Update contacts']);
	const documentId = { __rl: true, mode: 'id', value: SPREADSHEET };
	const chosen = withParameters({
		'Get contacts': { documentId },
		'Find personal emails': { options: {} },
		'Update contacts': { documentId },
	});
	const connected = await connect(host, GOOGLE);
	const id = await importExample(host, 'google-sheets-enrich.json', (file) => connected(chosen(chained(file))));
	// n8n keeps here that the logs are open, and which share of the height they take. This is the last test, because n8n
	// writes both again when it leaves the page.
	await page.evaluate(`Object.assign(localStorage, { N8N_LOGS_PANEL_OPEN: true, N8N_CANVAS_CHAT_HEIGHT: 0.465 })`);
	await editor.openWorkflow(id);
	await editor.click('zoom-to-fit');
	await page.addStyleTag({ content: WITHOUT_CONTROLS });

	const canvasAndLogs = page.getByRole('main').last();
	const frame = async (seconds: number): Promise<Picture> => ({ png: await shoot(canvasAndLogs), seconds });
	await page.locator(testId('execute-workflow-button')).hover();
	const before = await frame(1.5);
	await editor.click('execute-workflow-button');
	await expectSoon(
		async () => await page.locator(testId('edge-label')).allInnerTexts(),
		['1 item', '5 items', '5 items'],
	);
	await page.locator(testId('logs-panel')).getByText('Find personal emails').first().click();
	await canvasAndLogs.getByRole('cell', { name: 'skipped' }).waitFor();
	const counts = async () => (await textOf(canvasAndLogs)).split('\n').filter((line) => line === '5 items');
	await expectSoon(async () => (await counts()).length, 4);
	await compare('first-run.gif', canvasAndLogs, async () => {
		const after = await frame(4);
		return await movingPicture([after, before, after]);
	});
});
