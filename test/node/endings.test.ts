import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { sink, startWith } from '../../dev/n8n/engine/nodeTypes';
import { listenToLogs } from '../../dev/n8n/engine/logs';
import type { NodeRun } from '../../dev/n8n/engine/runNode';
import type { SettingsPatch } from '../../dev/sandbox/settings';
import { inFastTime } from '../support/node/fastTime';
import { findBest, findProfiles } from '../support/node/findBestRun';
import { column, NODE_TYPE, pairs, rowsOf, runOperation, type OperationRun } from '../support/node/nodeRun';
import { sandboxes } from '../support/node/sandboxes';
import { loopOver, runGraph, type Graph } from '../support/node/workflowRun';

const start = sandboxes();
inFastTime();

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
type OnError = (typeof ON_ERROR)[number];

/** Runs an operation, and returns its warnings in n8n's log, too. */
async function runLogged(sandbox: { url: string; key: string }, run: OperationRun) {
	const logged: string[] = [];
	const stop = listenToLogs(({ level, message }) => {
		if (level === 'warn' && message.startsWith('Identity Resolution')) logged.push(message);
	});
	try {
		return { run: await runOperation(sandbox, run), logged };
	} finally {
		stop();
	}
}

/** The rows of each output that has any, as `0: 012`; an error as its message. */
const shapeOf = (run: NodeRun) =>
	run.error?.message ??
	[0, 1, 2, 3].flatMap((output) => pairs(run, output).map((row) => `${output}:${String(row)}`)).join(' ');

/** What ends a run, by the identifier that causes it. */
const CAUSES: ReadonlyArray<[reason: string, name: string, needs: 'somebody' | 'time', settings?: SettingsPatch]> = [
	['unauthorized', 'test-unauthorized', 'somebody'],
	['forbidden', 'test-forbidden', 'somebody'],
	['account_inactive', 'test-account-inactive', 'somebody'],
	['plan_restricted', 'test-plan-restricted', 'somebody'],
	['insufficient_tokens', 'test-insufficient-tokens', 'somebody'],
	['plan_limit', 'test-plan-limit', 'somebody'],
	[
		'unknown_tool',
		'ada-example',
		'somebody',
		{ missingTools: ['linkedin_to_business_profile', 'reverse_linkedin_lookup'] },
	],
	['rate_limited', 'test-rate-limited', 'time'],
	['fair_use_records', 'test-fair-use', 'time'],
	['fair_use_requests', 'test-fair-use-requests', 'time'],
];

const cells = CAUSES.flatMap((cause) =>
	ON_ERROR.flatMap((onError) =>
		(['keep', 'output', 'error'] as const).flatMap((onLimit) =>
			[0, 1].map((answered) => [...cause.slice(0, 3), onError, onLimit, answered, cause[3]] as const),
		),
	),
) as unknown as Array<
	[string, string, 'somebody' | 'time', OnError, 'keep' | 'output' | 'error', number, SettingsPatch?]
>;

/** Whether rows that a limit left are errors for n8n. */
const LIMITS = /insufficient|plan_limit|rate|fair/;

it.each(cells.filter(([reason, , , , , answered]) => reason !== 'unknown_tool' || answered === 0))(
	'%s (%s, needs %s), On Error %s, On Limit %s, %d rows answered: status, outputs and one line in the log',
	async (reason, name, needs, onError, onLimit, answered, settings = {}) => {
		const names = [...(answered === 0 ? [] : ['test-found']), name, 'bob-example', 'cyd-example'];
		const options = { onLimit, maxWait: 0 };
		const { run, logged } = await runLogged(
			await start(settings),
			findProfiles(names, { node: { onError }, options }),
		);

		const isAlert = needs === 'somebody' && answered === 0 && onLimit !== 'output';
		expect(logged).toEqual([
			expect.stringMatching(new RegExp(`^Identity Resolution ended early: .* \\(${reason}\\)$`)),
		]);
		if (isAlert && onError === 'stopWorkflow') {
			expect([run.status, rowsOf(run)]).toEqual(['error', []]);
			return;
		}
		expect(run.status).toBe('success');
		const deferred = names.map((_, index) => index).slice(answered);
		const isError = isAlert || (onLimit === 'error' && LIMITS.test(reason));
		const output = onError === 'continueErrorOutput' && isError ? 1 : onLimit === 'output' ? 1 : 0;
		const expected = [...names.keys()].slice(0, answered).map((row) => `0:${row}`);
		expect(shapeOf(run).split(' ').sort()).toEqual(
			[...expected, ...deferred.map((row) => `${output}:${row}`)].sort(),
		);
	},
);

describe('rows that fail because of the service', () => {
	it.each([
		['test-internal-error', 'temporarily unavailable'],
		['test-reset', 'did not arrive or could not be read'],
		['test-not-json', 'did not arrive or could not be read'],
		['test-unavailable', 'did not arrive or could not be read'],
	])('%s: the only row ends the run, beside an answer it does not', async (name, message) => {
		const sandbox = await start();
		const alone = await runLogged(sandbox, findProfiles([name], { options: { maxWait: 0 } }));
		expect([alone.run.error?.message, alone.logged.length]).toEqual([expect.stringContaining(message), 1]);
		const beside = await runLogged(sandbox, findProfiles(['test-found', name], { options: { maxWait: 0 } }));
		expect([column(beside.run, 'enriched_status'), beside.logged]).toEqual([['found', 'failed'], []]);
	});

	it('a value that the service refuses ends no run', async () => {
		const run = await runOperation(await start(), findProfiles(['test-invalid']));
		expect([run.status, column(run, 'enriched_status')]).toEqual(['success', ['failed']]);
	});
});

it('rows that earlier runs answered do not hide a dead key', async () => {
	const before = { who: 'in/bob-example', enriched_status: 'found', enriched_full_name: 'Bob' };
	const rows = [before, { who: 'in/test-unauthorized' }, { who: '' }];
	const run = (onError: OnError) => findProfiles([], { rows, node: { onError } });
	expect((await runOperation(await start(), run('stopWorkflow'))).error?.message).toContain('API key');
	const alerted = await runOperation(await start(), run('continueErrorOutput'));
	expect([pairs(alerted), pairs(alerted, 1)]).toEqual([[0, 2], [1]]);
});

it('limits that the user chose end no run, and are logged', async () => {
	const options = { maxRunTime: 0.000_01 };
	const { run, logged } = await runLogged(await start(), findProfiles(['ada-example', 'bob-example'], { options }));
	expect([run.status, logged]).toEqual(['success', [expect.stringContaining('(run_time)')]]);
});

const WRONG = (count: number) => Array.from({ length: count }, (_, index) => `no profile ${index}`);
const rowsWith = (cells: readonly string[], more: IDataObject = {}) => cells.map((who) => ({ who, ...more }));

describe('input', () => {
	const found = { enriched_status: 'found', enriched_email: 'ada@example.com' };
	const wrong = (parameters: INodeParameters, rows: IDataObject[], more = {}) =>
		findBest([], { parameters, rows, ...more });
	const WHO = { linkedinUrl: '={{ $json.who }}' };

	it.each<[string, OperationRun, string | null, logged: string | null]>([
		['one wrong cell', wrong(WHO, rowsWith(WRONG(1))), null, null],
		['nine wrong cells', wrong(WHO, rowsWith(WRONG(9))), null, null],
		[
			'nine wrong cells and ten blank ones',
			wrong(WHO, rowsWith([...WRONG(9), ...Array<string>(10).fill('')])),
			null,
			null,
		],
		['ten wrong cells', wrong(WHO, rowsWith(WRONG(10))), 'None of the 10 rows', 'No cell has a usable value'],
		[
			'ten wrong cells beside a blank one',
			wrong(WHO, rowsWith([...WRONG(10), ''])),
			'None of the 10 rows',
			'No cell',
		],
		['ten wrong cells and a good one', wrong(WHO, rowsWith([...WRONG(10), 'in/test-found'])), null, null],
		[
			'ten wrong cells beside a row that was answered',
			wrong(WHO, [...rowsWith(WRONG(10)), { who: 'in/bob-example', ...found }]),
			null,
			null,
		],
		['a blank column', wrong(WHO, rowsWith(['', ''])), null, null],
		['a column that no row has', wrong(WHO, [{ id: 1 }, { id: 2 }]), null, null],
		[
			'a column written otherwise',
			wrong(WHO, [{ WHO_: 'in/test-found' }]),
			'No row has the column "who"',
			'No row has',
		],
		[
			'a nested column',
			wrong(WHO, [{ properties: { who: 'in/test-found' } }]),
			'No row has the column',
			'No row has',
		],
		[
			'a column written otherwise in rows of ours',
			wrong(WHO, [{ Who: 'in/test-found', enriched_status: 'not_found' }]),
			null,
			'No row has the column "who"',
		],
		[
			'an invalid setting',
			wrong(WHO, rowsWith(['in/test-found']), { options: { maxWait: '={{ "x" }}' } }),
			'Max Wait must be',
			'Max Wait must be',
		],
		['a fixed value', wrong({ linkedinUrl: 'nobody' }, rowsWith(['x'])), '"nobody" is not', '"nobody" is not'],
		[
			'a search without filters',
			{ resource: 'person', operation: 'search', rows: rowsWith(['x']) },
			'Query and Filters are empty',
			'Query and Filters are empty',
		],
		[
			'a fixed value beside an expression for phones',
			{
				...wrong({ linkedinUrl: 'nobody', includeMobilePhone: '={{ true }}' }, rowsWith(['x'])),
				resource: 'businessProfile',
				operation: 'findByLinkedin',
			},
			'"nobody" is not',
			'"nobody" is not',
		],
		[
			'a fixed name of a tool',
			{
				resource: 'tool',
				operation: 'call',
				parameters: { toolName: 'No Tool', body: '={{ { q: $json.who } }}' },
				rows: rowsWith(['x']),
			},
			'"No Tool" is not the name of a tool',
			'"No Tool" is not',
		],
		[
			'a fixed limit',
			{
				resource: 'person',
				operation: 'search',
				parameters: { query: '={{ $json.who }}', limit: 0 },
				rows: rowsWith(['x']),
			},
			'Limit must be a whole number',
			'Limit must be',
		],
		[
			'an expression that reads the data of a webhook',
			wrong({ linkedinUrl: '={{ $("Start").first().json.who ?? "nobody" }}' }, rowsWith(['x'])),
			null,
			null,
		],
		[
			'a missing list',
			wrong(WHO, rowsWith(['in/test-found']), { options: { suppressionList: true } }),
			'nothing is connected to the input Suppressed',
			'nothing is connected',
		],
	])('%s: the error, and the line in the log', async (_what, run, message, line) => {
		const sandbox = await start();
		const { run: done, logged } = await runLogged(sandbox, run);
		expect(done.error?.message ?? null).toEqual(message === null ? null : expect.stringContaining(message));
		expect(logged).toEqual(line === null ? [] : [expect.stringContaining(line)]);
		if (message !== null) expect(sandbox.ledger.summary().requests).toBe(0);

		const kept = await runOperation(sandbox, { ...run, node: { onError: 'continueRegularOutput' } });
		expect([kept.status, rowsOf(kept).length]).toEqual(['success', run.rows.length]);
	});
});

describe('paid rows of the same execution', () => {
	const parameters = () => ({
		resource: 'businessProfile',
		operation: 'findByLinkedin',
		linkedinUrl: '={{ $json.who }}',
		options: { maxWait: 0 },
	});
	const statuses = async (graph: Omit<Graph, 'parameters'>, fields: INodeParameters = {}) => {
		const sandbox = await start();
		const run = await runGraph(sandbox, { parameters: { ...parameters(), ...fields }, ...graph });
		const runs = run.data.resultData.runData.Node.map(({ data }) =>
			(data?.main[0] ?? []).map(({ json }) => json.enriched_status).join(),
		);
		return [run.status, ...runs];
	};
	const itemsOf = (names: readonly string[]) => names.map((name) => ({ json: { who: `in/${name}` } }));
	const loop = (names: readonly string[]) => ({
		nodes: { loop: loopOver(itemsOf(names), 1) },
		wires: 'Start>loop loop:1>Node Node>loop',
	});

	it('an earlier run that was answered keeps later ones from throwing', async () => {
		expect(await statuses(loop(['test-found', 'test-unauthorized']))).toEqual(['success', 'found', 'deferred']);
		expect(await statuses(loop(['test-not-found', 'test-insufficient-tokens']))).toEqual([
			'success',
			'not_found',
			'deferred',
		]);
	});

	it('without an answer, the first or a later run throws', async () => {
		expect(await statuses(loop(['test-unauthorized', 'test-found']))).toEqual(['error', '']);
		expect(await statuses(loop(['no profile', 'test-unauthorized']))).toEqual(['error', 'invalid', '']);
	});

	it.each<[string, INodeParameters, Partial<INode>?]>([
		['success', { linkedinUrl: '={{ "" }}' }],
		['error', { linkedinUrl: '={{ "" }}' }, { disabled: true }],
		['error', { resource: 'account', operation: 'get' }],
		['error', { linkedinUrl: '={{ $json.who }}', options: { dryRun: true } }],
	])('another node of this type before it: %s if it has %j %j', async (status, more, settings = {}) => {
		const first = { type: NODE_TYPE, parameters: { ...parameters(), ...more } };
		const credentials = { identityResolutionApi: { id: 'key', name: 'key' } };
		const graph = {
			nodes: { Rows: startWith(itemsOf(['test-unauthorized'])), First: sink },
			settings: { First: { ...first, credentials, ...settings } },
			wires: 'Start>Rows Rows>First First>Node',
		};
		const [is] = await statuses(graph, { linkedinUrl: '={{ $("Rows").first().json.who }}' });
		expect(is).toBe(status);
	});
});
