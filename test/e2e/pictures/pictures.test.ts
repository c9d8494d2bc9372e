import { readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, PageScreenshotOptions } from 'playwright-core';
import {
	NODE_TYPE,
	TRIGGER_TYPE,
	withCredential,
	type WorkflowFile,
	workflowNode,
} from '../../../dev/n8n/instance/workflow';
import { ABOUT, canvasOf, readExamples } from '../../../dev/n8n/instance/examples';
import { startAgentHost } from '../agent/agentHost';
import { EXAMPLES, importExample, readExample, withParameters } from '../support/example';
import { rowsWorkflow } from '../support/rowsWorkflow';
import { expectSoon, testId } from '../canvas/browser';
import { useScenario } from '../canvas/editor';

const PROJECT = join(EXAMPLES, '..');
const FOLDER = join(PROJECT, 'docs', 'images');
/** The text that each picture shows, by its name without theme and format. */
const TEXTS = join(FOLDER, 'texts.json');
/** `npm run pictures` sets it; otherwise the tests compare the texts. */
const IS_RENEWAL = process.env.RENEW_PICTURES === 'yes';
const FIND = 'Find personal emails';
/** One row for each status: a hit, a miss, a blank, a typo, and a balance that is too small. */
const ROWS = ['test-found', 'test-not-found', '', 'Ada Example', 'test-insufficient-tokens'].map((who, row) => ({
	id: `C-000${row + 1}`,
	linkedin: who.startsWith('test-') ? `https://www.linkedin.com/in/${who}` : who,
}));

/** Hides n8n's messages, shortcuts to neighbor nodes, and marks of empty fields. Empty cells are gray instead of red. */
const STYLE = `.el-notification, [data-test-id="floating-nodes"], [data-test-id="parameter-issues"] { display: none !important }
	td [class*="_empty_"] { color: #8d8d8d !important }`;
/** Hides what covers the nodes on the canvas, except for the button that starts the workflow. */
const WITHOUT_CONTROLS = `.tab-bar-container { display: none !important }
	.vue-flow__panel, [class*="_nodeButtonsWrapper"] { visibility: hidden !important }
	[data-test-id^="execute-workflow-button-"], [data-test-id="workflow-chat-button"] { visibility: hidden !important }`;
/** Hides that button, too, and the warnings of nodes whose credential is not chosen yet. */
const NODES_ONLY = `${WITHOUT_CONTROLS}
	[class*="_executionButtons"], [data-test-id="node-issues"] { visibility: hidden !important }`;
const CANVAS_AND_LOGS = 'main:has([data-test-id="logs-panel"])';
const FIELDS = 'input:not([type="password"], [type="checkbox"], [type="radio"]), textarea';
/** Dates, times, durations and sessions, which differ from run to run. */
const TIMES = /(?<=^Session: )\S+|\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-][\d:]+))?|\b[\d.]+m?s\b/gm;
/** The rectangle around all nodes and notes on the canvas, with a margin. */
const AREA = `(() => {
	const boxes = [...document.querySelectorAll('.vue-flow__node, .vue-flow__node :not(:has(*))')]
		.filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
		.map((one) => one.getBoundingClientRect());
	const least = (side, sign) => Math.min(...boxes.map((box) => sign * box[side])) - 20;
	const [x, y, right, bottom] = [least('left', 1), least('top', 1), -least('right', -1), -least('bottom', -1)];
	return { x, y, width: right - x, height: bottom - y };
})()`;
/** The theme of each of our icons. */
const ICONS = `[...document.querySelectorAll('img[src*="identityResolution"]')].map(({ src }) => (src.includes('.dark.') ? 'dark' : 'light'))`;

// A picture shows the sandbox's port.
const scenario = useScenario({ port: 3460, settings: { hitRate: 0.8 } });
const { host } = scenario;

// Otherwise the amounts in a picture would depend on the tests before.
const spent = { enrich: { records: 0, requests: 0 } };
beforeEach(() => host.sandbox.configure({ account: { tokens: 5_000 }, spent }));

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

/** Takes a picture, or a part of it, and fails if it shows a secret or a path of this machine. */
async function shoot(what: Locator, clip?: PageScreenshotOptions['clip']): Promise<Buffer> {
	const text = await textOf(what);
	expect(text).not.toBe('');
	for (const secret of [host.sandbox.key, host.files, PROJECT, homedir(), tmpdir()])
		expect(text).not.toContain(secret);
	const options = { animations: 'disabled', caret: 'hide', style: STYLE } as const;
	return await (clip === undefined ? what.screenshot(options) : what.page().screenshot({ ...options, clip }));
}

/** Expects the text that the picture in the project shows, or replaces that picture. */
async function compare(file: string, what: Locator): Promise<void> {
	const name = file.replace(/(?:-dark)?\.\w+$/, '');
	await scenario.page.mouse.move(0, 0);
	if (IS_RENEWAL) {
		texts[name] = await textOf(what);
		writeFileSync(join(FOLDER, file), await shoot(what));
	}
	// n8n's list of fields may have another order in the page than on the screen.
	await expectSoon(async () => (await textOf(what)).split('\n').sort(), texts[name]?.split('\n').sort());
}

/** The same in n8n's dark theme and in its light theme, which follow the browser's. */
async function takeBoth(name: string, what: Locator): Promise<void> {
	for (const [colorScheme, suffix] of [['dark', '-dark'] as const, ['light', ''] as const]) {
		await scenario.page.emulateMedia({ colorScheme });
		await expectSoon(async () => [...new Set(await scenario.page.evaluate<string[]>(ICONS))], [colorScheme]);
		await compare(`${name}${suffix}.png`, what);
	}
}

const open = async (workflow: WorkflowFile) =>
	await scenario.editor.openWorkflow((await host.rest.createWorkflow(workflow)).id);

const resize = async (width: number, height: number) => await scenario.page.setViewportSize({ width, height });

const without = (notes: RegExp) => (file: WorkflowFile) => ({
	...file,
	nodes: file.nodes.filter(({ name }) => !notes.test(name)),
});

// Otherwise test/docs/pictures.test.ts compares them, which needs no browser.
for (const { file, workflow } of IS_RENEWAL ? readExamples(EXAMPLES) : [])
	it(`takes the canvas of ${file}`, async () => {
		const { editor, page } = scenario;
		await resize(2_600, 1_200);
		await editor.openWorkflow(await importExample(host, file, without(ABOUT)));
		await editor.click('zoom-to-fit');
		await page.addStyleTag({ content: NODES_ONLY });
		const name = `templates/${file.replace('.json', '')}`;
		texts[name] = canvasOf(workflow);
		const picture = await shoot(page.locator(testId('canvas-wrapper')), await page.evaluate(AREA));
		writeFileSync(join(FOLDER, `${name}.png`), picture);
	});

const PANEL = '[data-test-id="ndv"]';
const HANDLE = `${PANEL} [data-test-id="panel-drag-button"]`;
/** Moves the parameters, so that the input just fits. */
const moveParameters = async () =>
	await scenario.page.dragAndDrop(HANDLE, PANEL, { targetPosition: { x: 525, y: 20 } });

const WANTS = { resource: 'person', operation: 'resolve', want: ['mobilePhone', 'workEmail'] };

it.each([
	['panel', 1_360, 950, FIND, { options: { maxTokens: 1_000, onNotFound: 'output' } }],
	['dry-run', 1_360, 700, FIND, { options: { maxTokens: 1_000, dryRun: true } }],
	['resolve', 1_460, 990, 'Resolve people', WANTS],
])('takes the picture %s', async (picture, width, height, name, parameters) => {
	const { editor } = scenario;
	await resize(width, height);
	const fields = { email: '={{ $json.email }}', inputFields: 'selected', selectedInputFields: 'id, name' };
	const named = (file: WorkflowFile) => JSON.parse(JSON.stringify(file).replaceAll(FIND, name)) as WorkflowFile;
	const change = (file: WorkflowFile) => named(withParameters({ [FIND]: { ...fields, ...parameters } })(file));
	await editor.openWorkflow(await importExample(host, 'csv-in-csv-out.json', change));
	await editor.openPanel(NODE_TYPE);
	await editor.run();
	await editor.showAs('Table');
	await editor.waitForValue('https://www.linkedin.com/in/ezra-juniperton-100');
	await moveParameters();
	await takeBoth(picture, picture === 'dry-run' ? editor.output : editor.panel);
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

const ANSWER = 'Bea Lindenvale is VP of Operations at Hollow Otter.';

it('takes a chat with an agent that uses the node as a tool', async () => {
	const { editor, page } = scenario;
	await resize(1_280, 900);
	await page.evaluate(`localStorage.setItem('N8N_CANVAS_CHAT_HEIGHT', 0.4)`);
	const agent = await startAgentHost();
	try {
		const calls = [{ tool: 'Find_person_by_email', input: { email: 'ada@example.com' } }];
		Object.assign(agent.model, { turns: [{ calls }, { text: ANSWER }], requests: [] });
		await editor.openWorkflow(await agent.importAgent(without(/^(?:About|Step) /)(readExample('ai-agent.json'))));
		await editor.click('workflow-chat-button');
		await editor.click('zoom-to-fit');
		await page.addStyleTag({ content: WITHOUT_CONTROLS });
		await page.locator(`${testId('canvas-chat-body')} textarea`).fill('Who is behind ada@example.com?');
		await page.keyboard.press('Enter');
		await page.locator(`${testId('canvas-chat-body')} p`, { hasText: ANSWER }).waitFor();
		await page.locator(testId('logs-panel')).getByText('Find person by email').first().click();
		await page.locator(testId('logs-panel')).getByRole('button', { name: 'Input' }).click();
		await takeBoth('agent', page.locator(CANVAS_AND_LOGS).last());
	} finally {
		await agent.stop();
	}
});
