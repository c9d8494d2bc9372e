import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRIGGER_PROPERTIES } from '../../nodes/IdentityResolution/actions/trigger/events/triggerProperties';
import { LIMIT_FIELDS } from '../../nodes/IdentityResolution/actions/panel/limitFields';
import { OPTION_FIELDS } from '../../nodes/IdentityResolution/actions/panel/optionFields';
import { PROPERTIES } from '../../nodes/IdentityResolution/actions/panel/properties';
import { readPage } from '../support/pageTable';

interface Workflow {
	nodes: Array<{ type: string; parameters: Record<string, unknown>; credentials?: unknown }>;
}

const PROJECT = join(__dirname, '..', '..');
const OUR_TYPE = 'n8n-nodes-identity-resolution.identityResolution';
/** Parameters that n8n adds to a node that is an agent's tool, and to a trigger that polls. */
const TOOL_PARAMETERS = ['descriptionType', 'toolDescription'];
const TRIGGER_PARAMETERS = ['pollTimes'];

const files = readdirSync(join(PROJECT, 'examples')).filter((name) => name.endsWith('.json'));

/** The source of the tests in a whole n8n. */
const hostedTests = readdirSync(join(PROJECT, 'test', 'e2e'), { recursive: true, encoding: 'utf8' })
	.filter((name) => /^(?:examples|agent|queue|trigger)\W.*\.test\.ts$/.test(name))
	.map((name) => readFileSync(join(PROJECT, 'test', 'e2e', name), 'utf8'))
	.join('\n');

const namesOf = (fields: ReadonlyArray<{ name: string }>) => fields.map(({ name }) => name);
const keysOf = (value: unknown) => Object.keys(value ?? {});

describe.each(files)('example %s', (file) => {
	const text = readPage(join('examples', file));
	const { nodes } = JSON.parse(text) as Workflow;

	it('is listed in docs/templates.md and executed by a test in a whole n8n', () => {
		expect(readPage('docs/templates.md')).toContain(`| \`${file}\` |`);
		expect(hostedTests).toContain(`'${file}'`);
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
			expect(namesOf(OPTION_FIELDS)).toEqual(expect.arrayContaining(keysOf(parameters.options)));
			expect(namesOf(LIMIT_FIELDS)).toEqual(expect.arrayContaining(keysOf(parameters.limits)));
		}
	});

	it('contains no credential, no path of a machine and no real person', () => {
		expect(nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
		expect(text).not.toMatch(/\/home\/|\/Users\/|[A-Z]:\\\\/);
		const people = text.match(/[\w.+-]+@[\w.-]+|linkedin\.com\/in\/[\w%-]+/g) ?? [];
		expect(people.filter((person) => !/@example\.com$|-example$/i.test(person))).toEqual([]);
	});

	it('reads sheets without their byte order mark', () => {
		const readers = nodes.filter(({ type }) => type === 'n8n-nodes-base.extractFromFile');
		expect(
			readers.filter(({ parameters }) => (parameters.options as { enableBOM?: boolean }).enableBOM !== true),
		).toEqual([]);
	});
});
