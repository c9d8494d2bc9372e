import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { Locator, Page } from 'playwright-core';
import { NODE_TYPE } from '../../host/fill';
import { isFree } from '../../host/ports';
import { EXAMPLES, importInto, readExample } from '../support/example';
import { VIEWPORT } from './browser';
import { Canvas } from './canvas';
import { CredentialForm } from './credentialForm';
import { Panel } from './panel';
import { readUntil } from './readUntil';
import { startScene, type Scene } from './scene';

const FOLDER = join(__dirname, '..', '..', 'docs', 'images');
const SHEET = 'contacts.csv';
/** As few as fit into a picture. */
const COLUMNS = ['id', 'name', 'linkedin'];
/** Room for the columns of the node beside them. */
const WIDE = { width: 2_040, height: 760 };
/** The port can be seen in a picture. */
const USUAL_PORT = 3460;
/** Messages of n8n, and shortcuts to the neighbours of a node. */
const HIDDEN = '.el-notification, [data-test-id="floating-nodes"] { display: none !important }';
/** In bytes: a page with all of them is still quick. */
const MOST = 200_000;

let scene: Scene;
let canvas: Canvas;
let panel: Panel;

beforeAll(async () => {
	mkdirSync(FOLDER, { recursive: true });
	const port = (await isFree(USUAL_PORT)) ? USUAL_PORT : 0;
	scene = await startScene({ port, settings: { hitRate: 0.8 } });
	canvas = new Canvas(scene.page, scene.host.n8n.url);
	panel = new Panel(scene.page);
	const sheet = parse<Record<string, string>>(readFileSync(join(EXAMPLES, SHEET)), { columns: true });
	writeFileSync(join(scene.host.files, SHEET), stringify(sheet, { header: true, columns: COLUMNS }));
});

afterAll(async () => await scene?.stop());

/** What can be read on the page: its text, and what stands in its fields, but for those that show dots instead. */
const READABLE = `[document.body.innerText, ...[...document.querySelectorAll('input, textarea')].filter(({ type }) => type !== 'password').map(({ value }) => value)].join('\\n')`;

/** With the pointer where it touches nothing. @returns the size of the picture, in bytes */
async function take(name: string, what: Page | Locator = scene.page): Promise<number> {
	const path = join(FOLDER, name);
	await scene.page.mouse.move(0, 0);
	const readable = await scene.page.evaluate<string>(READABLE);
	expect(readable).not.toBe('');
	expect(readable).not.toContain(scene.host.sandbox.key);
	await what.screenshot({ path, animations: 'disabled', caret: 'hide', style: HIDDEN });
	return statSync(path).size;
}

const open = async (example: string) => await canvas.open(await importInto(scene.host, readExample(example)));

it('takes an example workflow after a run', async () => {
	await open('csv-in-csv-out.json');
	await canvas.execute();
	// n8n writes them a moment after it tells of the run's end.
	const counts = ['1 item', '1 item', '500 items', '500 items', '1 item'];
	expect(await readUntil(async () => await canvas.counts(), counts)).toEqual(counts);
	await canvas.zoomToFit();
	expect(await take('workflow.png')).toBeLessThan(MOST);
});

it('takes the panel of the node, filled in', async () => {
	await open('deferred-wait-loop.json');
	await canvas.openPanel(NODE_TYPE);
	await panel.run();
	const branches = ['Results Branch (500 items)', 'Deferred Branch'];
	expect(await readUntil(async () => await panel.branches(), branches)).toEqual(branches);
	await panel.showTable();
	await panel.comesTo('https://www.linkedin.com/in/ezra-juniperton-100');
	expect(await take('panel.png')).toBeLessThan(MOST);
});

it('takes the table of its output', async () => {
	await scene.page.setViewportSize(WIDE);
	await panel.widenOutput();
	expect(await take('output.png', panel.output)).toBeLessThan(MOST);
	await scene.page.setViewportSize(VIEWPORT);
});

it('takes the credential form after a test that passed, with the key masked', async () => {
	const form = new CredentialForm(scene.page);
	await form.openNew(scene.host.n8n.url, 'Identity Resolution API');
	await form.fill('baseUrl', scene.host.sandbox.url);
	await form.fill('apiKey', scene.host.sandbox.key);
	await form.save();
	await form.says('Connection tested successfully');
	expect(await form.inputType('apiKey')).toBe('password');
	expect(await take('credential.png')).toBeLessThan(MOST);
});
