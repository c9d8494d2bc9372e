import { busiest, byOwner } from '../../../../dev/benchmark/profile/owners';
import type { Frame, Profile } from '../../../../dev/benchmark/profile/profile';

// n8n lies in a folder with the name of our package, as the benchmark's own does.
const N8N = 'file:///home/example/.cache/n8n-nodes-identity-resolution/n8n-2.41/node_modules';
const OURS = 'file:///home/example/.n8n/nodes/node_modules/n8n-nodes-identity-resolution/dist';
const NATIVE = '';

const frame = (
	id: number,
	url: string,
	changes: { functionName?: string; children?: number[]; lineNumber?: number } = {},
): Frame => {
	const { functionName = 'work', children, lineNumber = 0 } = changes;
	return { id, callFrame: { functionName, url, lineNumber }, children };
};

const profileOf = (...nodes: Frame[]): Profile => ({ nodes, startTime: 0, endTime: 0, samples: [], timeDeltas: [] });

const ownerOf = (url: string, functionName?: string) =>
	byOwner(profileOf(frame(1, url, { functionName })), new Map([[1, 5]]))[0][0];

it.each([
	[`${OURS}/nodes/IdentityResolution/client/send.js`, 'this node: sending'],
	[`${OURS}/credentials/IdentityResolutionApi.credentials.js`, 'this node: sending'],
	[`${OURS}/nodes/IdentityResolution/run/plan.js`, 'this node: deciding'],
	[`${OURS}/nodes/IdentityResolution/api/json.js`, 'this node: reading answers and identifiers'],
	[`${OURS}/nodes/IdentityResolution/actions/parameterReader.js`, 'this node: reading parameters, writing items'],
	[`${OURS}/nodes/IdentityResolution/IdentityResolution.node.js`, 'this node: reading parameters, writing items'],
	['file:///tmp/bench/canvas/Rows.node.js', "the benchmark's own nodes"],
	[`${N8N}/n8n-workflow/dist/cjs/expression.js`, 'n8n: expressions'],
	[`${N8N}/n8n-workflow/dist/cjs/expression-sandboxing.js`, 'n8n: expressions'],
	[`${N8N}/n8n-workflow/dist/cjs/expressions/expression-helpers.js`, 'n8n: expressions'],
	[`${N8N}/@n8n/expression-runtime/dist/cjs/evaluator/expression-evaluator.js`, 'n8n: expressions'],
	[`${N8N}/@n8n/tournament/dist/index.js`, 'n8n: expressions'],
	[`${N8N}/axios/dist/node/axios.cjs`, 'n8n: HTTP helper (axios)'],
	[
		`${N8N}/n8n-core/dist/execution-engine/node-execution-context/utils/request-helper-functions.js`,
		'n8n: HTTP helper (axios)',
	],
	[`${N8N}/n8n/dist/credentials-helper.js`, 'n8n: credentials'],
	[`${N8N}/@n8n/typeorm/query-builder/QueryBuilder.js`, 'n8n: database and web server'],
	[`${N8N}/express/lib/application.js`, 'n8n: database and web server'],
	[`${N8N}/n8n-core/dist/execution-engine/workflow-execute.js`, 'n8n: engine'],
	[`${N8N}/n8n/dist/workflow-runner.js`, 'n8n: engine'],
	['node:_http_client', 'Node.js: network and streams'],
	['node:internal/streams/readable', 'Node.js: network and streams'],
	['node:internal/timers', 'Node.js: other'],
	[`${N8N}/luxon/build/node/luxon.js`, 'other'],
])('knows that %s is of %s', (url, owner) => {
	expect(ownerOf(url)).toBe(owner);
});

it.each([
	['(idle)', 'idle'],
	['(garbage collector)', 'garbage collection'],
	['(program)', 'other'],
	['(root)', 'other'],
])('knows what V8 means by %s', (functionName, owner) => {
	expect(ownerOf(NATIVE, functionName)).toBe(owner);
});

it('counts what is built in for who calls it, also through one another', () => {
	const profile = profileOf(
		frame(1, `${OURS}/nodes/IdentityResolution/api/json.js`, { children: [2, 4] }),
		frame(2, NATIVE, { functionName: 'map', children: [3] }),
		frame(3, NATIVE, { functionName: 'parse' }),
		frame(4, `${N8N}/n8n-core/dist/engine.js`, { children: [5] }),
		frame(5, NATIVE, { functionName: 'parse' }),
	);
	const times = new Map([2, 3, 4, 5].map((id) => [id, id * 10]));
	expect(byOwner(profile, times)).toEqual([
		['n8n: engine', 90],
		['this node: reading answers and identifiers', 50],
	]);
});

it('counts garbage for nobody, whoever made it', () => {
	const profile = profileOf(
		frame(1, `${OURS}/nodes/IdentityResolution/run/plan.js`, { children: [2] }),
		frame(2, NATIVE, { functionName: '(garbage collector)' }),
	);
	expect(byOwner(profile, new Map([[2, 7]]))).toEqual([['garbage collection', 7]]);
});

describe('the busiest functions', () => {
	const profile = profileOf(
		frame(1, `${OURS}/nodes/IdentityResolution/run/plan.js`, {
			functionName: 'plan',
			lineNumber: 11,
			children: [2, 3],
		}),
		frame(2, NATIVE, { functionName: 'parse' }),
		frame(3, `${OURS}/nodes/IdentityResolution/run/plan.js`, { functionName: '', lineNumber: 20, children: [4] }),
		frame(4, NATIVE, { functionName: 'parse' }),
	);
	const times = new Map([
		[1, 50],
		[2, 30],
		[3, 40],
		[4, 25],
	]);

	it('come by their own time, wherever they were called from, with file and line', () => {
		expect(busiest(profile, times, 3)).toEqual([
			['parse ', 55],
			['plan run/plan.js:12', 50],
			['(anonymous) run/plan.js:21', 40],
		]);
	});

	it('are as many as are wanted', () => {
		expect(busiest(profile, times, 1)).toHaveLength(1);
	});
});
