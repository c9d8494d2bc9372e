import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { emitting, sink } from '../../../dev/n8n/engine/nodeTypes';
import { sandboxes } from '../../support/node/sandboxes';
import { failing, failingOnce, loopOver, runGraph, waiting, type Graph } from '../../support/node/workflowRun';

const start = sandboxes();
const itemsOf = (...rows: IDataObject[]): INodeExecutionData[] => rows.map((json) => ({ json }));
const slugs = ['ada', 'bob', 'cyd', 'dee', 'eve', 'fay'].map((name) => `${name}-example`);
const ROWS = itemsOf(...slugs.map((who) => ({ who: `in/${who}` })));
/** Three of the six. */
const LIST = emitting(itemsOf(...slugs.slice(0, 3).map((slug) => ({ x: `linkedin.com/in/${slug}` }))));
const [FIRST, OTHERS] = [slugs.slice(0, 1), slugs.slice(1, 3)].map((part) =>
	emitting(itemsOf(...part.map((slug) => ({ x: `linkedin.com/in/${slug}` })))),
);
const PARAMETERS = { resource: 'personalEmail', operation: 'findBest', linkedinUrl: '={{ $json.who }}' };

/** Runs the six people with a list, and returns what each run of the node did, and who was sent. */
async function runOf({ settings, ...graph }: Omit<Graph, 'parameters'>, executions = 1, options: IDataObject = {}) {
	const sandbox = await start({ hitRate: 1 });
	const parameters = { ...PARAMETERS, options: { suppressionList: true, ...options } } as Graph['parameters'];
	const all = { Node: { onError: 'continueRegularOutput' as const }, ...settings };
	const run = await runGraph(sandbox, { ...graph, parameters, settings: all }, executions);
	const outputs = run.data.resultData.runData.Node.map(({ data }) =>
		(data?.main ?? []).map((output) => output ?? []),
	);
	return {
		statuses: outputs.map(([items]) => items.map(({ json }) => json.enriched_status)),
		reasons: [...new Set(outputs.flat(2).map(({ json }) => json.enriched_reason))],
		sent: [...new Set(sandbox.ledger.requests().flatMap(({ keys }) => keys))].sort(),
		tokens: sandbox.ledger.summary().tokensCharged,
		context: JSON.stringify(run.data.executionData?.contextData ?? {}),
	};
}

const THREE = [...Array<string>(3).fill('suppressed'), ...Array<string>(3).fill('found')];
const PAIRS = [THREE.slice(0, 2), THREE.slice(2, 4), THREE.slice(4)];
const rows = emitting(ROWS);
const AT_ONCE = 'Start>rows rows>Node';
const LISTED = 'Start>LIST LIST>Node#1';

describe('a list of three of six people holds with', () => {
	it.each<[string, Omit<Graph, 'parameters'>, unknown[][], executions?: number, options?: IDataObject]>([
		['one run', { nodes: { LIST, rows }, wires: `${LISTED} ${AT_ONCE}` }, [THREE]],
		['a list behind the rows', { nodes: { rows, LIST }, wires: `${AT_ONCE} ${LISTED}` }, [THREE]],
		[
			'a loop of two at a time',
			{ nodes: { LIST, loop: loopOver(ROWS, 2) }, wires: `${LISTED} Start>loop loop:1>Node Node>loop` },
			PAIRS,
		],
		[
			'two wires with rows',
			{ nodes: { LIST, rows, copy: sink }, wires: `${LISTED} ${AT_ONCE} rows>copy copy>Node` },
			[THREE, THREE],
		],
		[
			'two lists, of which the first leads to the second',
			{
				nodes: { FIRST, OTHERS, rows },
				wires: 'Start>FIRST FIRST>OTHERS OTHERS>rows FIRST>Node#1 OTHERS>Node#1 rows>Node',
			},
			// n8n runs the node again for the rows of the second wire.
			[THREE, []],
		],
		[
			'Deferred through a Wait back to the node',
			{ nodes: { LIST, rows, wait: waiting() }, wires: `${LISTED} ${AT_ONCE} Node:1>wait wait>Node` },
			[THREE.slice(0, 5), ['found']],
			3,
			{ maxTokens: 2, onLimit: 'output' },
		],
		[
			'Retry of a loop in which another node failed',
			{
				nodes: { LIST, loop: loopOver(ROWS, 2), next: failingOnce() },
				wires: `${LISTED} Start>loop loop:1>Node Node>next next>loop`,
			},
			PAIRS,
			2,
		],
	])('%s', async (_how, graph, statuses, executions = 1, options = {}) => {
		const run = await runOf(graph, executions, options);
		expect(run).toMatchObject({ statuses, sent: slugs.slice(3).map((slug) => `linkedin:${slug}`), tokens: 3 });
		for (const slug of slugs.slice(0, 3)) expect(run.context).not.toContain(slug);
	});
});

const CONTINUE = { onError: 'continueRegularOutput' as const };

it.each<[string, Omit<Graph, 'parameters'>, RegExp]>([
	[
		'a list that failed',
		{ nodes: { LIST: failing, rows }, settings: { LIST: CONTINUE }, wires: `${LISTED} ${AT_ONCE}` },
		/"LIST" failed/,
	],
	[
		'a node before the list that failed',
		{
			nodes: { read: failing, LIST: sink, rows },
			settings: { read: CONTINUE },
			wires: `Start>read read>LIST LIST>Node#1 ${AT_ONCE}`,
		},
		/"read" failed/,
	],
	[
		'a list that is deactivated',
		{ nodes: { LIST, rows }, settings: { LIST: { disabled: true } }, wires: `${LISTED} ${AT_ONCE}` },
		/"LIST" is deactivated/,
	],
	['an empty list', { nodes: { LIST: emitting([]), rows }, wires: `${LISTED} ${AT_ONCE}` }, /"LIST" returned no row/],
	[
		'one of two lists that comes later',
		{ nodes: { FIRST, rows, OTHERS }, wires: `Start>FIRST FIRST>Node#1 ${AT_ONCE} Start>OTHERS OTHERS>Node#1` },
		/"OTHERS" has not run yet/,
	],
	['a wire to the other input', { nodes: { LIST, rows }, wires: `Start>LIST LIST>Node#2 ${AT_ONCE}` }, /Suppressed/],
])('nobody is sent with %s', async (_which, graph, why) => {
	const { sent, statuses, reasons } = await runOf(graph);
	expect([sent, statuses[0]]).toEqual([[], Array(6).fill('invalid')]);
	expect(reasons[0]).toMatch(why);
});

it.each<[string, Graph['nodes'], string, number]>([
	['a loop', { source: loopOver(ROWS, 2) }, 'source:1>Node Node>source', 3],
	['two wires', { source: rows, copy: sink }, 'source>Node source>copy copy>Node', 2],
])('a store answers every row in %s', async (_how, nodes, wires, runs) => {
	const sandbox = await start({ hitRate: 1 });
	const parameters = { ...PARAMETERS, options: { knownAnswers: true } } as Graph['parameters'];
	const run = async (store: INodeExecutionData[], more: Graph['nodes'], behind: string) => {
		const graph = { parameters, nodes: { store: emitting(store), ...more } };
		const wired = `Start>store Start>source store>Node#2 ${behind}`;
		return (await runGraph(sandbox, { ...graph, wires: wired })).data.resultData.runData.Node;
	};
	const [first] = await run(itemsOf({}), { source: rows }, 'source>Node');
	expect(sandbox.ledger.summary().tokensCharged).toBe(6);
	const again = await run(first.data?.main[0] ?? [], nodes, wires);
	expect(again).toHaveLength(runs);
	const statuses = again.flatMap(({ data }) => (data?.main[0] ?? []).map(({ json }) => json.enriched_status));
	expect([new Set(statuses), sandbox.ledger.summary().tokensCharged]).toEqual([new Set(['found']), 6]);
});
