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
import { OUTPUTS_NOTICE } from '../../../nodes/IdentityResolution/actions/panel/notices';
import { quoted } from '../../support/editorPage';
import { EXAMPLES, importExample, SHEET } from '../support/example';
import { rowsWorkflow } from '../support/rowsWorkflow';
import { expectSoon, testId, VIEWPORT } from '../canvas/browser';
import { useScenario } from '../canvas/editor';

const PROJECT = join(EXAMPLES, '..');
const FOLDER = join(PROJECT, 'docs', 'images');
/** The columns that fit into a picture. */
const COLUMNS = ['id', 'name', 'linkedin'];
/** One row for each status: a hit, a miss, a blank, a typo, and a balance that is too small. */
const ROWS = ['test-found', 'test-not-found', '', 'Ada Example', 'test-insufficient-tokens'].map((who, row) => ({
	id: `C-000${row + 1}`,
	linkedin: who.startsWith('test-') ? `https://www.linkedin.com/in/${who}` : who,
}));

/** Hides n8n's messages and its shortcuts to neighbour nodes. */
const STYLE = '.el-notification, [data-test-id="floating-nodes"] { display: none !important }';
/** The text of the page and of its fields, except masked ones. */
const READABLE = `[document.body.innerText, ...[...document.querySelectorAll('input, textarea')].filter(({ type }) => type !== 'password').map(({ value }) => value)].join('\\n')`;
/** The theme of each of our icons. */
const ICONS = `[...document.querySelectorAll('img[src*="identityResolution"]')].map(({ src }) => (src.includes('.dark.') ? 'dark' : 'light'))`;

// A picture shows the sandbox's port.
const scenario = useScenario({ port: 3460, settings: { hitRate: 0.8 } });
const { host } = scenario;

/** Takes a picture, and fails if it shows a secret or a path of this machine. */
async function take(name: string, what?: Locator): Promise<void> {
	const { page } = scenario;
	await page.mouse.move(0, 0);
	const readable = await page.evaluate<string>(READABLE);
	expect(readable).not.toBe('');
	for (const secret of [host.sandbox.key, host.files, PROJECT, homedir(), tmpdir()])
		expect(readable).not.toContain(secret);
	await (what ?? page).screenshot({ path: join(FOLDER, name), animations: 'disabled', caret: 'hide', style: STYLE });
}

/** Takes a picture in n8n's dark theme and in its light theme, which follow the browser's. */
async function takeBoth(name: string, what: Locator): Promise<void> {
	for (const [colorScheme, suffix] of [['dark', '-dark'] as const, ['light', ''] as const]) {
		await scenario.page.emulateMedia({ colorScheme });
		await expectSoon(async () => [...new Set(await scenario.page.evaluate<string[]>(ICONS))], [colorScheme]);
		await take(`${name}${suffix}.png`, what);
	}
}

async function openExample(file: string): Promise<void> {
	const id = await importExample(host, file);
	const sheet = parse<Record<string, string>>(readFileSync(join(EXAMPLES, SHEET)), { columns: true });
	writeFileSync(join(host.files, SHEET), stringify(sheet, { header: true, columns: COLUMNS }));
	await scenario.editor.openWorkflow(id);
}

const open = async (workflow: WorkflowFile) =>
	await scenario.editor.openWorkflow((await host.rest.createWorkflow(workflow)).id);

const resize = async (width: number, height: number) => await scenario.page.setViewportSize({ width, height });

it('takes an example workflow after a run', async () => {
	const { editor } = scenario;
	await openExample('csv-in-csv-out.json');
	await editor.click('execute-workflow-button');
	await expectSoon(
		async () => await editor.page.locator(testId('edge-label')).allInnerTexts(),
		['1 item', '1 item', '500 items', '500 items', '1 item'],
	);
	await editor.click('zoom-to-fit');
	await take('workflow.png');
});

it('takes the panel of the node with a notice', async () => {
	const { editor } = scenario;
	await resize(1_280, 960);
	await openExample('deferred-wait-loop.json');
	await editor.openPanel(NODE_TYPE);
	await editor.run();
	await expectSoon(async () => await editor.branches(), ['Results Branch (500 items)', 'Deferred Branch']);
	expect(await editor.fields()).toContain(OUTPUTS_NOTICE);
	await editor.waitForValue('https://www.linkedin.com/in/ezra-juniperton-100');
	await editor.showAs('Schema');
	await takeBoth('panel', editor.panel);
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

it('takes the table of the output of a sheet', async () => {
	const { editor } = scenario;
	await openExample('csv-in-csv-out.json');
	await editor.openPanel(NODE_TYPE);
	await editor.run();
	expect(await editor.branches()).toEqual([]);
	await resize(2_040, 760);
	await editor.page.locator(testId('panel-drag-button')).hover();
	await editor.page.mouse.down();
	await editor.page.mouse.move(0, 0, { steps: 10 });
	await editor.page.mouse.up();
	await editor.showAs('Table');
	await take('output.png', editor.output);
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
	expect(await editor.hints()).toEqual(quoted('hints').slice(0, 4));
	await takeBoth('hints', editor.output);
});

it('takes the credential form after a passed test, with the key masked', async () => {
	const { editor } = scenario;
	await resize(VIEWPORT.width, VIEWPORT.height);
	await editor.openNewCredential('Identity Resolution API');
	await editor.field('baseUrl').fill(host.sandbox.url);
	await editor.field('apiKey').fill(host.sandbox.key);
	await editor.click('credential-save-button');
	await editor.formText('Connection tested successfully').waitFor();
	expect(await editor.field('apiKey').getAttribute('type')).toBe('password');
	await take('credential.png');
});
