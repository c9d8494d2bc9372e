import type { IDataObject } from 'n8n-workflow';
import { NodeTypes } from '../../../dev/n8n/engine/nodeTypes';
import { unpackNode } from '../../../dev/n8n/engine/packedNode';
import { jsonAnswer, okAnswer } from '../../support/node/answers';
import { inFastTime } from '../../support/node/fastTime';
import { findBest, findProfiles } from '../../support/node/findBestRun';
import { column, hintsOf, rowsOf, runOperation } from '../../support/node/nodeRun';
import { resolve } from '../../support/node/resolveRun';
import { hostileServers } from '../../support/wire/hostileServer';

/** The packed node beside a zod that throws for whatever has the word `cursed` in it, as a later one might. */
function faultyNode() {
	const { ZOD } = process.env;
	process.env.ZOD = '../test/support/faultyZod';
	const unpacked = unpackNode();
	if (ZOD === undefined) delete process.env.ZOD;
	else process.env.ZOD = ZOD;
	return NodeTypes.load(unpacked);
}

let types: NodeTypes;
beforeAll(async () => {
	types = await faultyNode();
});

const start = hostileServers();
inFastTime();

const node = { onError: 'continueRegularOutput' } as const;
const slugOf = (input: string) => input.slice(input.lastIndexOf('/') + 1);
const CURSED = 'cursed@example.net';
const emailOf = (input: string) => (slugOf(input).startsWith('bad') ? CURSED : `${slugOf(input)}@example.net`);
const hit = (input: string) => ({ email: emailOf(input), full_name: slugOf(input), business_email: emailOf(input) });
const answerAll = ({ tool, inputs }: { tool: string; inputs: string[] }) => {
	if (tool.startsWith('get_')) return jsonAnswer({ status: 'ok', results: { name: 'A cursed account' } });
	return inputs.length === 1
		? okAnswer(hit(inputs[0]))
		: okAnswer(inputs.map((input) => ({ input, data: hit(input) })));
};
const THREE = ['ada-example', 'bad-example', 'eve-example'];

describe('an answer that the node fails to read', () => {
	it.each([
		['in a batch', findBest(THREE, { node })],
		['alone', findProfiles(THREE, { node })],
	])('%s fails its own row, which says so, and Raw has it', async (_how, run) => {
		const service = await start(answerAll);
		const done = await runOperation(service, { ...run, types });
		expect(column(done, 'enriched_status')).toEqual(['found', 'failed', 'found']);
		expect(column(done, 'enriched_reason')[1]).toMatch(
			/^The node failed to read the answer of the service\. Output: Raw, or /,
		);
		const parameters = { ...run.parameters, output: 'raw' };
		const raw = await runOperation(service, { ...run, parameters, types });
		expect(column(raw, 'enriched_results')[1]).toEqual(hit('bad-example'));
		// Once per run: a retry would be charged again.
		const bads = service.received
			.flatMap(({ inputs }) => inputs)
			.filter((input) => slugOf(input) === 'bad-example');
		expect(bads).toHaveLength(2);
	});

	it.each([[false, 'stopWorkflow'] as const, [true, 'continueErrorOutput'] as const])(
		'of all rows is not discarded: on the error output %j',
		async (isError, onError) => {
			const service = await start(answerAll);
			const run = findBest(['bad-example'], { node: { onError }, types });
			const parameters = { ...run.parameters, output: 'raw' };
			const { outputs } = await runOperation(service, { ...run, parameters });
			const [{ json }] = outputs.flat();
			expect(isError ? (json.error as IDataObject).results : json.enriched_results).toEqual(hit('bad-example'));
		},
	);

	it('about a listed person is not shown', async () => {
		const service = await start(answerAll);
		const run = findBest(THREE, {
			node,
			types,
			suppressed: [{ email: CURSED }],
			options: { suppressionList: true },
		});
		const parameters = { ...run.parameters, output: 'raw' };
		const done = await runOperation(service, { ...run, parameters });
		expect(column(done, 'enriched_status')).toEqual(['found', 'suppressed', 'found']);
		expect(JSON.stringify(rowsOf(done)[1])).not.toContain('cursed');
	});

	it('about the account is an error in plain words', async () => {
		const service = await start(answerAll);
		const run = { resource: 'account', operation: 'get', rows: [{}], types };
		const { error } = await runOperation(service, run);
		expect(error?.message).toBe('The node failed to read the answer of the service');
	});

	it('leaves the other tools of Resolve', async () => {
		const service = await start((request) => {
			const isFirst = request.tool === 'linkedin_to_business_email';
			return isFirst ? answerAll(request) : okAnswer({ business_email: 'bad@example.net', full_name: 'Bad' });
		});
		const rows = THREE.map((slug) => ({ linkedin: `https://www.linkedin.com/in/${slug}` }));
		const done = await runOperation(
			service,
			resolve(['workEmail'], rows, { node, types, parameters: { output: 'raw' } }),
		);
		expect(rowsOf(done)[1].enriched_results).toMatchObject({ linkedin_to_business_email: hit('bad-example') });
		expect(column(done, 'enriched_status')).toEqual(['found', 'failed', 'found']);
	});

	it('leaves a row of Resolve found if another tool answered: a later run would pay again', async () => {
		const service = await start(({ tool }) =>
			tool === 'linkedin_to_mobile_phone'
				? okAnswer({ mobile_phone: 'cursed' })
				: okAnswer({ email: 'a@example.net' }),
		);
		const rows = [{ linkedin: 'https://www.linkedin.com/in/ada-example' }];
		const [row] = rowsOf(await runOperation(service, resolve(['mobilePhone', 'workEmail'], rows, { node, types })));
		expect([row.enriched_status, row.enriched_work_email]).toEqual(['found', 'a@example.net']);
		expect(row.enriched_reason).toContain('linkedin_to_mobile_phone did not answer: The node failed to read');
	});

	it('of a search fails its page, which Raw has, and later rows go on', async () => {
		const page = (query: string) => ({ results: [{ full_name: query }, { full_name: 'Eve' }], total: 2 });
		const service = await start(({ text }) => okAnswer(page((JSON.parse(text) as { query: string }).query)));
		const done = await runOperation(service, {
			...{ resource: 'person', operation: 'search', rows: [{ q: 'a cursed one' }, { q: 'Ada' }], node, types },
			parameters: { query: '={{ $json.q }}', output: 'raw' },
		});
		expect(column(done, 'enriched_status')).toEqual(['failed', 'found', 'found']);
		expect(rowsOf(done)[0].enriched_results).toEqual(page('a cursed one'));
	});

	it('as an error block fails the rows of its request alone', async () => {
		const error = { code: 'rate_limited', message: 'A cursed wait' };
		const service = await start((request) =>
			slugOf(request.inputs[0] ?? '') === 'bad-example' ? jsonAnswer({ error }, 429) : answerAll(request),
		);
		const done = await runOperation(service, findProfiles(THREE, { node, types }));
		expect(column(done, 'enriched_status')).toEqual(['found', 'failed', 'found']);
	});

	it('is not paid for again if it is known', async () => {
		const service = await start(answerAll);
		const run = findBest(THREE, { node, known: [], options: { knownAnswers: true } });
		const known = rowsOf(await runOperation(service, run));
		const { length } = service.received;
		const again = await runOperation(service, { ...run, known, types });
		expect(column(again, 'enriched_status')).toEqual(['found', 'failed', 'found']);
		expect(service.received).toHaveLength(length);
	});

	it('ends its tool if there are five in a row, so that not all rows are paid for', async () => {
		const service = await start(answerAll);
		const names = Array.from({ length: 60 }, (_, number) => `bad-example-${number}`);
		const done = await runOperation(service, findProfiles(names, { node, types }));
		expect(column(done, 'enriched_status').at(-1)).toBe('deferred');
		expect(service.received.length).toBeLessThan(15);
		expect(hintsOf(done)).toContain('failed');
	});
});
