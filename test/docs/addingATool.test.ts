import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import { request } from 'undici';
import { NodeTypes } from '../../dev/n8n/engine/nodeTypes';
import { removePackedNode, unpackNode } from '../../dev/n8n/engine/packedNode';
import { personFor } from '../../dev/sandbox/people';
import { defaultSettings } from '../../dev/sandbox/settings';
import { NODE_TYPE, pairs, rowsOf, runOperation, type OperationRun } from '../support/nodeRun';
import { linesAdded, stepsOf, type Section } from '../support/pageSteps';
import { ProjectCopy, type Ran } from '../support/projectCopy';
import { addressIn, startSandboxCommand } from '../support/sandboxCommand';
import { until } from '../support/until';

const PAGE = readFileSync(join(__dirname, '..', '..', 'docs', 'adding-a-tool.md'), 'utf8');
const SECTIONS = stepsOf(PAGE);

const copy = new ProjectCopy();
const packed: string[] = [];
afterAll(() => {
	packed.forEach(removePackedNode);
	copy.remove();
});

const section = (number: number): Section =>
	SECTIONS.find(({ heading }) => heading.startsWith(`${number}. `)) ?? { heading: '', steps: [] };
const filesOf = ({ steps }: Section) => steps.flatMap((step) => (step.is === 'commands' ? [] : [step.file]));
const follow = async (number: number): Promise<Ran[]> => await copy.follow(section(number).steps);
const troubles = (ran: readonly Ran[]) => ran.filter(({ code }) => code !== 0).map(({ said }) => said);

/** Packs the node of the copy as it is built now: a module is loaded once from each place, so that each build needs one of its own. */
async function packedTypes(): Promise<NodeTypes> {
	const folder = unpackNode(undefined, copy.folder);
	packed.push(folder);
	return await NodeTypes.load(folder);
}

/** Runs it in n8n's engine against a sandbox of the copy. @returns the run, and what the sandbox was asked */
async function runWith(types: NodeTypes, run: OperationRun) {
	const sandbox = startSandboxCommand(['--port', '0', '--hit-rate', '1'], copy.folder);
	try {
		await until(() => sandbox.printed.out.includes('Knobs:') || sandbox.child.exitCode !== null);
		const service = addressIn(sandbox.printed);
		const done = await runOperation(service, { ...run, types });
		const { body } = await request(new URL('/_sandbox/ledger', service.url));
		const { requests } = (await body.json()) as { requests: Array<{ tool: string; keys: string[] }> };
		return { done, asked: requests.map(({ tool, keys }) => `${tool} ${keys.join(' ')}`).sort() };
	} finally {
		sandbox.child.kill('SIGKILL');
		await sandbox.ended;
	}
}

const workEmailOf = (slug: string) => personFor(`linkedin:${slug}`, defaultSettings().seed).workEmail;

// Each test goes on where the one before it ended.
describe('whoever follows the page', () => {
	let types: NodeTypes;

	it('has a node that builds, after two files and a line in each registry', async () => {
		expect(troubles([...(await follow(1)), ...(await follow(2))])).toEqual([]);
	});

	it('sees the operation in the panel, under its resource', async () => {
		types = await packedTypes();
		const { properties } = types.getByNameAndVersion(NODE_TYPE).description;
		const offered = properties.find(
			({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.[0] === 'workEmail',
		);
		expect((offered?.options as INodePropertyOptions[]).map(({ name, value }) => [name, value])).toEqual([
			['Find', 'find'],
		]);
		expect(properties[0].options).toContainEqual({ name: 'Work Email', value: 'workEmail' });
	});

	it('has a preview of what comes out, where the page says', () => {
		const [, file = ''] = /`(dist\/[^`]+\.json)`/.exec(PAGE) ?? [];
		const { properties } = JSON.parse(copy.read(file)) as { properties: object };
		expect(Object.keys(properties)).toEqual(
			['status', 'found', 'reason', 'retry_at', 'work_email', 'work_email_form'].map(
				(name) => `enriched_${name}`,
			),
		);
	});

	it('enriches rows: equal ones are asked once, blank and invalid ones never', async () => {
		const rows = [
			'https://www.linkedin.com/in/ada-example',
			'',
			'test-not-found',
			'http://uk.linkedin.com/in/Ada-Example/?trk=example',
			'https://www.linkedin.com/company/example',
			'test-found',
		];
		const { done, asked } = await runWith(types, {
			resource: 'workEmail',
			operation: 'find',
			parameters: { linkedinUrl: '={{ $json.who }}' },
			rows: rows.map((who, row) => ({ row, who })),
		});
		expect(asked).toEqual(
			['ada-example', 'test-found', 'test-not-found'].map(
				(slug) => `linkedin_to_business_email linkedin:${slug}`,
			),
		);
		expect(
			rowsOf(done).map(({ row, enriched_status: status, enriched_work_email: email }) => [row, status, email]),
		).toEqual([
			[0, 'found', workEmailOf('ada-example')],
			[1, 'skipped', null],
			[2, 'not_found', null],
			[3, 'found', workEmailOf('ada-example')],
			[4, 'invalid', null],
			[5, 'found', workEmailOf('test-found')],
		]);
		expect(pairs(done)).toEqual(rows.map((_row, place) => place));
	});

	it('has code that passes lint', async () => {
		const files = new Set([section(1), section(2)].flatMap(filesOf));
		expect(files.size).toBe(4);
		expect(troubles([await copy.run(`npx eslint --max-warnings 0 ${[...files].join(' ')}`)])).toEqual([]);
	});

	it('has cases of the contract that are read and answered', async () => {
		const ran = await follow(4);
		expect(troubles(ran)).toEqual([]);
		// One is sent, two are read; the sandbox answers all three, in process and over HTTP.
		expect(ran[0].said).toMatch(/^Tests: .* 9 passed/m);
	});

	it('meets the tests that the page names, and no others, and is asked for the very line that it says', async () => {
		const [{ code, said }] = await follow(5);
		const failed = new Set([...said.matchAll(/^ +● (?:.* › )?(.+)$/gm)].map(([, name]) => name));
		const named = [...PAGE.matchAll(/^\| `([a-z][^`]+ [^`]+)` \|/gm)].map(([, name]) => name);
		expect([code, [...failed].sort()]).toEqual([1, named.sort()]);
		const [line] = linesAdded([section(6)], 'README.md');
		expect(said).toContain(`-   "${line}",\n`);
	});

	it('passes them after the lines that it says', async () => {
		const ran = await follow(6);
		expect(troubles(ran)).toEqual([]);
		expect(ran[1].said).toMatch(/^Tests: .* 2 passed/m);
	});

	it('has a person resolved with it', async () => {
		expect(troubles(await follow(7))).toEqual([]);
		const { done, asked } = await runWith(await packedTypes(), {
			resource: 'person',
			operation: 'resolve',
			parameters: { linkedinUrl: '={{ $json.who }}', want: ['workEmail'] },
			rows: [{ who: 'https://www.linkedin.com/in/test-found' }],
		});
		expect(asked).toEqual(['linkedin_to_business_email linkedin:test-found']);
		expect(rowsOf(done)).toMatchObject([
			{ enriched_status: 'found', enriched_work_email: workEmailOf('test-found') },
		]);
	});
});

it('names files that are there', () => {
	const named = [...PAGE.matchAll(/`((?:test|sandbox|faults|sheet|soak|e2e|api|actions)\/[\w/.]+\.ts)`/g)].map(
		([, file]) => file,
	);
	expect(named.length).toBeGreaterThan(8);
	for (const file of named)
		expect(copy.read(/^(api|actions)\//.test(file) ? `nodes/IdentityResolution/${file}` : file)).not.toBe('');
});
