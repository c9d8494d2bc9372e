import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMIT_FIELDS } from '../../nodes/IdentityResolution/actions/limitFields';
import { OPTION_FIELDS } from '../../nodes/IdentityResolution/actions/optionFields';
import { TRIGGER_PROPERTIES } from '../../nodes/IdentityResolution/actions/events/triggerProperties';
import { PROPERTIES } from '../../nodes/IdentityResolution/actions/properties';
import { isOurs, TRIGGER_TYPE } from '../../dev/n8n/instance/fill';
import type { WorkflowFile } from '../../dev/n8n/instance/rest';

const PROJECT = join(__dirname, '..', '..');
const EXAMPLES = join(PROJECT, 'examples');
/** What n8n adds to the parameters of a node that is the tool of an agent. */
const OF_TOOLS = ['descriptionType', 'toolDescription'];
/** And to those of a trigger that polls. */
const OF_TRIGGERS = ['pollTimes'];

const files = readdirSync(EXAMPLES).filter((name) => name.endsWith('.json'));

/** What the tests in a whole n8n say. */
const hosted = readdirSync(join(PROJECT, 'test', 'e2e'), { recursive: true, encoding: 'utf8' })
	.filter((name) => /^(?:examples|agent|queue|trigger)\W.*\.test\.ts$/.test(name))
	.map((name) => readFileSync(join(PROJECT, 'test', 'e2e', name), 'utf8'))
	.join('\n');
const README = readFileSync(join(PROJECT, 'README.md'), 'utf8');

const namesOf = (fields: ReadonlyArray<{ name: string }>) => fields.map(({ name }) => name);
const keysOf = (value: unknown) => Object.keys(value ?? {});

it('has examples', () => {
	expect(files.length).toBeGreaterThan(0);
});

describe.each(files)('the example %s', (file) => {
	const text = readFileSync(join(EXAMPLES, file), 'utf8');
	const { name, nodes, connections } = JSON.parse(text) as WorkflowFile;
	const named = new Set(nodes.map((node) => node.name));

	it('has a name and a note that explains it', () => {
		expect(name).not.toBe('');
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes.map(({ parameters }) => String(parameters.content).length > 80)).toContain(true);
	});

	it('uses our nodes, with parameters that they have', () => {
		const ours = nodes.filter(isOurs);
		expect(ours.length).toBeGreaterThan(0);
		for (const { type, parameters } of ours) {
			const known =
				type === TRIGGER_TYPE
					? [...namesOf(TRIGGER_PROPERTIES), ...OF_TRIGGERS]
					: [...namesOf(PROPERTIES), ...OF_TOOLS];
			expect(known).toEqual(expect.arrayContaining(keysOf(parameters)));
			expect(namesOf(OPTION_FIELDS)).toEqual(expect.arrayContaining(keysOf(parameters.options)));
			expect(namesOf(LIMIT_FIELDS)).toEqual(expect.arrayContaining(keysOf(parameters.limits)));
		}
	});

	it('connects only nodes that it has, each of them once by name', () => {
		expect(named.size).toBe(nodes.length);
		const targets = [...JSON.stringify(connections).matchAll(/"node":"([^"]+)"/g)].map(([, target]) => target);
		for (const one of [...Object.keys(connections), ...targets]) expect(named).toContain(one);
	});

	it('holds no credential and no path of a machine', () => {
		expect(nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
		expect(text).not.toMatch(/\/home\/|\/Users\/|[A-Z]:\\\\/);
	});

	it('names nobody real', () => {
		const people = text.match(/[\w.+-]+@[\w.-]+|linkedin\.com\/in\/[\w%-]+/g) ?? [];
		expect(people.filter((one) => !/@example\.com$|-example$/i.test(one))).toEqual([]);
	});

	it('reads sheets without their byte order mark', () => {
		const readers = nodes.filter(({ type }) => type === 'n8n-nodes-base.extractFromFile');
		expect(
			readers.filter(({ parameters }) => (parameters.options as { enableBOM?: boolean }).enableBOM !== true),
		).toEqual([]);
	});

	it('is executed by a test in a whole n8n, and is listed in the README', () => {
		expect(hosted).toContain(`'${file}'`);
		expect(README).toContain(`| \`${file}\` |`);
	});
});
