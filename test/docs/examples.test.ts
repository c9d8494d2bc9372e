import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { TRIGGER_PROPERTIES } from '../../nodes/IdentityResolution/actions/trigger/events';
import { PROPERTIES } from '../../nodes/IdentityResolution/actions/panel/properties';
import { OPTIONS } from '../support/actions/panel';
import { EXAMPLES_BY_USE } from '../../dev/n8n/instance/examples';
import { readPage } from '../support/pageTable';

interface Node {
	name: string;
	type: string;
	typeVersion: number;
	position: [x: number, y: number];
	webhookId?: string;
	parameters: Record<string, unknown>;
	credentials?: unknown;
	onError?: string;
}

interface Workflow {
	name: string;
	nodes: Node[];
	connections: Record<string, Record<string, Array<Array<{ node: string }> | null>>>;
}

const PROJECT = join(__dirname, '..', '..');
const OUR_TYPE = 'n8n-nodes-identity-resolution.identityResolution';
/** Parameters that n8n adds to a node that is an agent's tool, and to a trigger that polls. */
const TOOL_PARAMETERS = ['descriptionType', 'toolDescription'];
const TRIGGER_PARAMETERS = ['pollTimes'];

const workflowsIn = (folder: string) =>
	readdirSync(join(PROJECT, folder))
		.filter((name) => name.endsWith('.json'))
		.map((name) => join(folder, name));
const templates = workflowsIn('examples');

const NOTE = 'n8n-nodes-base.stickyNote';
/** What the reviewers of n8n's template gallery expect of the note beside the nodes. */
const CHAPTERS = ['Who it is for', 'How it works', 'Set up', 'Requirements', 'Customize', 'Community node'];

/** Operations of the Google Sheets node that write cells. */
const SHEET_WRITES = ['append', 'update', 'appendOrUpdate'];

/** The newest version of each node type in n8n 1.115, the oldest release that this package supports. */
const OLDEST_VERSIONS: Record<string, number> = {
	'@n8n/n8n-nodes-langchain.agent': 3,
	'@n8n/n8n-nodes-langchain.chatTrigger': 1.3,
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 1.2,
	'@n8n/n8n-nodes-langchain.mcpTrigger': 2,
	'n8n-nodes-base.airtable': 2.1,
	'n8n-nodes-base.code': 2,
	'n8n-nodes-base.convertToFile': 1.1,
	'n8n-nodes-base.dataTable': 1,
	'n8n-nodes-base.extractFromFile': 1,
	'n8n-nodes-base.filter': 2.2,
	'n8n-nodes-base.formTrigger': 2.3,
	'n8n-nodes-base.googleSheets': 4.7,
	'n8n-nodes-base.googleSheetsTrigger': 1,
	'n8n-nodes-base.httpRequest': 4.2,
	'n8n-nodes-base.hubspot': 2.2,
	'n8n-nodes-base.if': 2.2,
	'n8n-nodes-base.manualTrigger': 1,
	'n8n-nodes-base.merge': 3.2,
	'n8n-nodes-base.pipedrive': 1,
	'n8n-nodes-base.pipedriveTrigger': 1.1,
	'n8n-nodes-base.postgres': 2.6,
	'n8n-nodes-base.readWriteFile': 1,
	'n8n-nodes-base.removeDuplicates': 2,
	'n8n-nodes-base.respondToWebhook': 1.5,
	'n8n-nodes-base.salesforce': 1,
	'n8n-nodes-base.scheduleTrigger': 1.2,
	'n8n-nodes-base.set': 3.4,
	'n8n-nodes-base.slack': 2.3,
	'n8n-nodes-base.splitInBatches': 3,
	'n8n-nodes-base.splitOut': 1,
	'n8n-nodes-base.stickyNote': 1,
	'n8n-nodes-base.stopAndError': 1,
	'n8n-nodes-base.wait': 1.1,
	'n8n-nodes-base.webhook': 2.1,
	[OUR_TYPE]: 1,
	[`${OUR_TYPE}Tool`]: 1,
	[`${OUR_TYPE}Trigger`]: 1,
};

/** The space of a node on the canvas with its name, or of a note, as [left, top, right, bottom]. */
function spaceOf({ type, position: [x, y], parameters: { width, height } }: Node) {
	const isWide = type.endsWith('.agent') || type.endsWith('.mcpTrigger');
	const [across, down] = type === NOTE ? [Number(width), Number(height)] : [isWide ? 260 : 100, 150];
	return [x, y, x + across, y + down];
}

function overlap(one: Node, other: Node): boolean {
	const [left, top, right, bottom] = spaceOf(one);
	const [otherLeft, otherTop, otherRight, otherBottom] = spaceOf(other);
	return left < otherRight && otherLeft < right && top < otherBottom && otherTop < bottom;
}

/** Parameters whose text another program reads as markup, by node type. */
const MARKUP: Record<string, string> = {
	'n8n-nodes-base.emailSend': 'html',
	'n8n-nodes-base.form': 'completionMessage',
	'n8n-nodes-base.gmail': 'message',
	'n8n-nodes-base.pipedrive': 'content',
	'n8n-nodes-base.slack': 'text',
	'n8n-nodes-base.slackHitlTool': 'message',
};
/** Tags that a template itself may write. */
const OWN_TAGS = /<\/?b>|<br>/g;
const HOSTILE = '<!channel> & <https://example.com|click>';

/** Parameters that another program runs. */
const QUERIES = ['command', 'filterByFormula', 'jsCode', 'query'];

/** Whether strangers cannot start a workflow, by the type of a node with a webhook. */
const IS_CLOSED: Record<string, (parameters: Record<string, unknown>) => boolean> = {
	'n8n-nodes-base.formTrigger': hasAuthentication,
	'n8n-nodes-base.pipedriveTrigger': ({ incomingAuthentication: authentication }) =>
		hasAuthentication({ authentication }),
	'n8n-nodes-base.webhook': hasAuthentication,
	'@n8n/n8n-nodes-langchain.mcpTrigger': hasAuthentication,
	// By default, only users of n8n can open the chat.
	'@n8n/n8n-nodes-langchain.chatTrigger': (parameters) => parameters.public !== true || hasAuthentication(parameters),
	// n8n checks the signature of each event.
	'n8n-nodes-base.hubspotTrigger': () => true,
	// Continue a workflow that another node has started.
	'n8n-nodes-base.form': () => true,
	'n8n-nodes-base.slackHitlTool': () => true,
	'n8n-nodes-base.wait': () => true,
};
/** Forms that are made for strangers. */
const PUBLIC_FORMS = ['examples/form-to-slack.json'];

/** Templates whose node must not end the execution: an answer to the caller, a message, a mark in the sheet is due. */
const CONTINUING = ['form-to-slack.json', 'google-sheets-trigger.json', 'webhook-enrichment-api.json'];
/** Templates without rows that can be answered in part: one row, an agent's call, a sample, or free lookups. */
const WITHOUT_WRITE_BACK = [
	...['ai-agent.json', 'ai-agent-approval.json', 'mcp-server.json', 'low-balance-slack.json'],
	...['pipedrive-new-person.json', 'start-here.json'],
];
/** n8n keeps an execution in memory if it waits for less than 65 seconds. */
const SHORTEST_WAIT_S = 70;
const SECONDS: Record<string, number> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 };
const CHECK = 'Deferred for the account';
const REPORT = 'Report the account';
/** Starts a wait for rows that a limit defers, which must not hide the check. */
const WAITING = 'Next try';

/** The two nodes that check the account, as every template with the same prefix has them. */
const checkOf = (nodes: readonly Node[], prefix = 'enriched_') =>
	[CHECK, REPORT].map((name) => {
		const { type, parameters } = nodes.find((node) => node.name === name) ?? {};
		return { type, parameters: JSON.stringify(parameters).replaceAll('enriched_', prefix) };
	});
const SHARED_CHECK = (JSON.parse(readPage('examples/salesforce-leads.json')) as Workflow).nodes;

function hasAuthentication({ authentication }: Record<string, unknown>): boolean {
	return typeof authentication === 'string' && authentication !== 'none';
}

/** The source of the tests in a whole n8n. */
const hostedTests = readdirSync(join(PROJECT, 'test', 'e2e'), { recursive: true, encoding: 'utf8' })
	.filter((name) => /^(?:examples|agent|queue|trigger)\W.*\.test\.ts$/.test(name))
	.map((name) => readFileSync(join(PROJECT, 'test', 'e2e', name), 'utf8'))
	.join('\n');

const namesOf = (fields: ReadonlyArray<{ name: string }>) => fields.map(({ name }) => name);
const keysOf = (value: unknown) => Object.keys(value ?? {});

it('every example has its place in the order by use, which docs/templates.md follows', () => {
	const byUse = EXAMPLES_BY_USE.map((file) => join('examples', file));
	expect([...byUse].sort()).toEqual(templates.sort());
	const listed = [...readPage('docs/templates.md').matchAll(/^- \[(.*?)\]\(\.\.\/(examples\/.*?)\): /gm)];
	expect(listed.map(([, name, file]) => [file, name])).toEqual(
		byUse.map((file) => [file, (JSON.parse(readPage(file)) as Workflow).name]),
	);
});

describe.each([...templates, ...workflowsIn('docs/scaling')])('%s', (file) => {
	const text = readPage(file);
	const { name, nodes, connections } = JSON.parse(text) as Workflow;

	it('is executed by a test in a whole n8n', () => {
		expect(hostedTests).toContain(`'${basename(file)}'`);
	});

	it('uses nodes of n8n 1.115, or names the release that it needs', () => {
		const newer = nodes.filter(({ type, typeVersion }) => !(typeVersion <= OLDEST_VERSIONS[type]));
		const { content } = nodes[0].parameters as { content: string };
		expect(newer.length > 0).toBe(/^- n8n 2\.\d+ or later/m.test(content));
	});

	it('has notes beside its nodes, and none over a node or another note', () => {
		const notes = nodes.filter(({ type }) => type === NOTE);
		const covered = notes.flatMap((note) => nodes.filter((node) => node !== note && overlap(note, node)));
		expect(covered.map((node) => node.name)).toEqual([]);
	});

	it('has a note with its name and every chapter that the template gallery expects', () => {
		const { content } = nodes[0].parameters as { content: string };
		expect(content.split('\n')[0]).toBe(`## ${name}`);
		expect([...content.matchAll(/^### (.*)$/gm)].map(([, chapter]) => chapter)).toEqual(CHAPTERS);
		expect(content).toContain('uses the community node [n8n-nodes-identity-resolution]');
	});

	it('names in its note only nodes that it has', () => {
		const { content } = nodes[0].parameters as { content: string };
		const steps = /### How it works\n([\s\S]*?)\n\n/.exec(content)?.[1] ?? '';
		const first = [...steps.matchAll(/^\d+\. \*([^*]+)\*/gm)].map(([, step]) => step);
		expect(first.length).toBeGreaterThan(1);
		expect(nodes.map((node) => node.name)).toEqual(expect.arrayContaining(first));
	});

	it('has no node without a connection and no empty branch', () => {
		const linked = Object.entries(connections).flatMap(([from, types]) => [
			from,
			...Object.values(types).flatMap((outputs) =>
				outputs.flatMap((targets) => (targets ?? []).map(({ node }) => node)),
			),
		]);
		expect(new Set(linked)).toEqual(new Set(nodes.filter(({ type }) => type !== NOTE).map((node) => node.name)));
		for (const node of nodes.filter(({ type }) => type === 'n8n-nodes-base.if'))
			expect(connections[node.name].main.map((targets) => targets?.length)).toEqual([1, 1]);
		expect(nodes.filter(({ type }) => type === 'n8n-nodes-base.noOp')).toEqual([]);
	});

	it('sets only parameters that our nodes have', () => {
		const ours = nodes.filter(({ type }) => type.startsWith(OUR_TYPE));
		expect(ours.length).toBeGreaterThan(0);
		for (const { type, parameters } of ours) {
			const known =
				type === `${OUR_TYPE}Trigger`
					? [...namesOf(TRIGGER_PROPERTIES), ...TRIGGER_PARAMETERS]
					: [...namesOf(PROPERTIES), ...TOOL_PARAMETERS];
			expect(known).toEqual(expect.arrayContaining(keysOf(parameters)));
			expect(namesOf(OPTIONS)).toEqual(expect.arrayContaining(keysOf(parameters.options)));
		}
	});

	it('waits so long that n8n saves the execution', () => {
		const waits = nodes.filter(
			({ type, parameters }) => type.endsWith('.wait') && parameters.resume === 'timeInterval',
		);
		const seconds = waits.map(({ parameters }) => Number(parameters.amount) * SECONDS[String(parameters.unit)]);
		expect(seconds.filter((time) => !(time >= SHORTEST_WAIT_S))).toEqual([]);
	});

	const isExample = templates.includes(file);

	it('stops at a dead key, unless somebody waits for an answer', () => {
		const ours = nodes.filter(({ type }) => type.startsWith(OUR_TYPE)).flatMap(({ onError }) => onError ?? []);
		const mayContinue = !isExample || CONTINUING.includes(basename(file));
		expect(ours).toEqual(mayContinue && ours.length > 0 ? ['continueRegularOutput'] : []);
	});

	it('fails behind its write-back, if it has one, if rows were deferred because of the account', () => {
		if (!isExample || WITHOUT_WRITE_BACK.includes(basename(file))) {
			expect(nodes.filter(({ name }) => name === CHECK)).toEqual([]);
			return;
		}
		const [{ name: lookup, parameters }] = nodes.filter(({ type }) => type === OUR_TYPE);
		const { columnPrefix } = parameters.options as { columnPrefix?: string };
		expect(checkOf(nodes)).toEqual(checkOf(SHARED_CHECK, columnPrefix));
		const targets = connections[lookup].main.flatMap((one) => (one ?? []).map(({ node }) => node));
		const fromTop = nodes
			.filter((node) => targets.includes(node.name) && node.name !== WAITING)
			.sort((one, other) => one.position[1] - other.position[1]);
		expect(fromTop.length).toBeGreaterThan(1);
		expect(fromTop.at(-1)?.name).toBe(CHECK);
		expect((nodes[0].parameters as { content: string }).content).toContain('select an *Error Workflow*');
	});

	it('writes text into Google Sheets that never becomes a formula', () => {
		const writers = nodes.filter(
			({ type, parameters }) =>
				type === 'n8n-nodes-base.googleSheets' && SHEET_WRITES.includes(String(parameters.operation)),
		);
		const formats = writers.map(({ parameters }) => (parameters.options as { cellFormat?: string }).cellFormat);
		expect(formats).toEqual(writers.map(() => 'RAW'));
	});

	it.each([true, false])('escapes the values in messages, notes and pages, with found %s', (found) => {
		const status = found ? 'found' : 'not_found';
		const json = new Proxy({}, { get: (_row, name) => (name === 'enriched_status' ? status : HOSTILE) });
		const $tool = { name: HOSTILE, parameters: { email: HOSTILE } };
		const context = { $json: json, $tool, $: () => ({ first: () => ({ json }) }) };
		const rendered = nodes
			.flatMap(({ type, parameters }) => parameters[MARKUP[type]] ?? [])
			.map((text) =>
				String(text).replace(/\{\{(.*?)\}\}/gs, (_all, code: string) => String(runInNewContext(code, context))),
			);
		for (const text of rendered) expect(text.replace(OWN_TAGS, '')).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
	});

	it('builds no query, formula or code from expressions', () => {
		const queries = nodes.flatMap(({ parameters }) => QUERIES.map((query) => parameters[query] ?? ''));
		expect(queries.filter((query) => String(query).startsWith('='))).toEqual([]);
	});

	it('requires authentication from callers, except in a form for strangers', () => {
		const open = nodes.filter(
			({ type, webhookId, parameters }) =>
				(webhookId !== undefined || type in IS_CLOSED) && IS_CLOSED[type]?.(parameters) !== true,
		);
		expect(open.map(({ type }) => type)).toEqual(PUBLIC_FORMS.includes(file) ? ['n8n-nodes-base.formTrigger'] : []);
	});

	it('contains no credential, no path of a machine and no real person', () => {
		expect(nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
		expect(text).not.toMatch(/\/home\/|\/Users\/|[A-Z]:\\\\/);
		const people = text.match(/[\w.+-]+@[\w.-]+|linkedin\.com\/in\/[\w%-]+/g) ?? [];
		expect(people.filter((person) => !/@example\.com$|-example$|\/in\/test-/i.test(person))).toEqual([]);
	});

	it('reads sheets without their byte order mark', () => {
		const readers = nodes.filter(({ type }) => type === 'n8n-nodes-base.extractFromFile');
		expect(
			readers.filter(({ parameters }) => (parameters.options as { enableBOM?: boolean }).enableBOM !== true),
		).toEqual([]);
	});
});
