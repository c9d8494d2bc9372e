import type { IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';
import { sink, startWith } from '../../dev/n8n/engine/nodeTypes';
import type { SettingsPatch } from '../../dev/sandbox/settings';
import { sandboxes } from '../support/node/sandboxes';
import { failingOnce, loopOver, runGraph } from '../support/node/workflowRun';

const start = sandboxes();

interface Row {
	who: string;
	enriched_status?: string;
}

const itemsOf = (rows: readonly Row[]) => rows.map((row) => ({ json: { ...row } }));

/** Sends the rows to its two outputs in turn, as the node If does. */
const branches = (rows: readonly Row[]): INodeType => ({
	description: { ...sink.description, outputs: ['main', 'main'] },
	async execute(this: IExecuteFunctions) {
		const items = itemsOf(rows);
		return await Promise.resolve([
			items.filter((_, place) => place % 2 === 0),
			items.filter((_, place) => place % 2),
		]);
	},
});

const FIND_BEST: INodeParameters = {
	resource: 'personalEmail',
	operation: 'findBest',
	linkedinUrl: '={{ $json.who }}',
};

/** Runs a workflow in which the node runs several times. Returns the statuses and hints of each run, and the cost. */
async function runsOf(
	source: INodeType,
	wires: string,
	parameters: INodeParameters = FIND_BEST,
	settings: SettingsPatch = {},
) {
	// Requests that are sent together are in flight together.
	const sandbox = await start({ hitRate: 1, latency: 50, ...settings });
	const nodes = { Source: source, Done: sink, Copy: sink };
	const { data } = await runGraph(sandbox, { parameters, nodes, wires: `Start>Source ${wires}` });
	expect(data.resultData.error).toBeUndefined();
	const runs = data.resultData.runData.Node;
	const { tokensCharged: tokens, maxInFlight, requests } = sandbox.ledger.summary();
	return {
		statuses: runs.map((run) => (run.data?.main[0] ?? []).map(({ json }) => json.enriched_status)),
		hints: runs.map(({ hints = [] }) => hints.map(({ message }) => message)),
		tokens,
		maxInFlight,
		requests,
		kept: JSON.stringify(data.executionData?.contextData ?? {}).length,
	};
}

const PEOPLE = ['ada', 'bob', 'cyd', 'dee'].map((name) => ({ who: `in/${name}-example` }));
const IN_LOOP = 'Source>Done Source:1>Node Node>Source';
const over = (rows: readonly Row[], size: number) => loopOver(itemsOf(rows), size);
const again = (hints: string[][]) => hints.map((run) => run.filter((hint) => hint.startsWith('The node ran again')));

it.each([1, 2, 4])('a loop of %i rows at a time pays for each person once, and a hint names the loop', async (size) => {
	const { statuses, hints, tokens } = await runsOf(over([...PEOPLE, ...PEOPLE], size), IN_LOOP);
	expect(statuses.flat()).toEqual(Array(8).fill('found'));
	expect(tokens).toBe(4);
	expect(again(hints)).toEqual(
		statuses.map((_, run) => (run === 0 ? [] : [expect.stringContaining('a loop of few rows') as string])),
	);
	expect(hints.at(-1)?.[0]).toMatch(size === 1 ? /1 row was known before\./ : / rows were known before\./);
});

it.each([
	[200, 1],
	[400, 2],
])('the first batch of %i rows, 200 per round of a loop, is alone only in the first round', async (rows, atOnce) => {
	const people = Array.from({ length: rows }, (_, row) => ({ who: `in/person-${row}-example` }));
	// A busy machine takes long to send the second batch.
	const { maxInFlight, hints } = await runsOf(over(people, 200), IN_LOOP, FIND_BEST, { latency: 500 });
	expect(maxInFlight).toBe(atOnce);
	expect(again(hints).flat()).toEqual([]);
});

it('a loop pays twice for one batch at most if replies to batches name no row', async () => {
	const people = Array.from({ length: 30 }, (_, row) => ({ who: `in/person-${row}-example` }));
	const { statuses, tokens } = await runsOf(over(people, 10), IN_LOOP, FIND_BEST, {
		batchShape: 'positional',
	});
	expect(statuses.flat()).toEqual(Array(30).fill('found'));
	expect(tokens).toBe(40);
});

const RESOLVE = { ...FIND_BEST, resource: 'person', operation: 'resolve', want: ['company', 'workEmail'] };

it.each<[string, INodeParameters, SettingsPatch, number]>([
	['with Max Tokens', { ...FIND_BEST, options: { maxTokens: 5 } }, {}, 2 + 20],
	['of a service without prices', { ...FIND_BEST, options: { maxTokens: 5 } }, { offers: 'contract' }, 2 + 20],
	['of Resolve', RESOLVE, {}, 2 + 20],
	// The service knows of a lower balance, so that it is requested again.
	['with an empty balance', { ...RESOLVE, options: { onLimit: 'output' } }, { account: { tokens: 0 } }, 3 * 20],
])('twenty runs %s request account and prices once', async (_says, parameters, settings, expected) => {
	const people = Array.from({ length: 20 }, (_, row) => ({ who: `in/person-${row}-example` }));
	const wires = `${IN_LOOP} Node:1>Source`;
	const { statuses, requests } = await runsOf(over(people, 1), wires, parameters, { latency: 0, ...settings });
	expect([statuses.length, requests]).toEqual([20, expected]);
});

it('two wires to the node pay for each person once, and a hint names them', async () => {
	const { statuses, hints, tokens } = await runsOf(
		startWith(itemsOf(PEOPLE)),
		'Source>Node Source>Copy Copy>Node Node>Done',
	);
	expect(statuses).toEqual([Array(4).fill('found'), Array(4).fill('found')]);
	expect(tokens).toBe(4);
	expect(again(hints)).toEqual([[], [expect.stringContaining('several connections')]]);
});

it('two branches with the same people pay for each person once, also for a miss', async () => {
	const rows = [...PEOPLE, { who: 'in/test-not-found' }].flatMap((row) => [row, row]);
	const { statuses, tokens } = await runsOf(branches(rows), 'Source>Node Source:1>Node Node>Done');
	expect(statuses).toEqual(Array(2).fill([...Array<string>(4).fill('found'), 'not_found']));
	expect(tokens).toBe(4);
});

it('Retry with another service or key takes no answer and no price of the one before', async () => {
	const [before, after] = [await start({ hitRate: 1 }), await start({ hitRate: 1 })];
	const nodes = { Source: over([PEOPLE[0], PEOPLE[0]], 1), Next: failingOnce() };
	const wires = 'Start>Source Source:1>Node Node>Next Next>Source';
	const parameters = { ...FIND_BEST, options: { maxTokens: 5 } };
	const { data } = await runGraph([before, after], { parameters, nodes, wires }, 2);
	expect(data.resultData.runData.Node).toHaveLength(2);
	const costs = [before, after].map(({ ledger }) => ledger.summary());
	expect(costs).toMatchObject(Array(2).fill({ tokensCharged: 1, requests: 3 }));
});

it('a search is paid for once, also with a hundred results', async () => {
	const { statuses, tokens } = await runsOf(
		over([{ who: 'test-60-results' }, { who: 'test-60-results' }], 1),
		IN_LOOP,
		{ resource: 'person', operation: 'search', query: '={{ $json.who }}', returnAll: true },
	);
	expect(statuses.map(({ length }) => length)).toEqual([60, 60]);
	expect(tokens).toBe(60);
});

it('a loop over deferred rows is no mistake', async () => {
	const rows = PEOPLE.map((row) => ({ ...row, enriched_status: 'deferred' }));
	const { hints } = await runsOf(over(rows, 1), IN_LOOP);
	expect(again(hints)).toEqual([[], [], [], []]);
});

it('n8n saves at most about 2 MB of answers with the execution, and a hint says what follows', async () => {
	const rows = Array.from({ length: 11_000 }, (_, row) => ({ who: `in/person-${row}-example` }));
	const { hints, kept } = await runsOf(over(rows, 5_500), IN_LOOP);
	expect(kept).toBeLessThan(2_200_000);
	expect(hints[1].join()).toContain('The node no longer remembers all answers of the execution');
});
