import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { answerMiss, hostileServers, type HostileServer } from '../../support/wire/hostileServer';
import { column, hintsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { anyText } from '../../support/api/unicode';
import { inFastTime } from '../../support/node/fastTime';

const start = hostileServers();
inFastTime();

const BASE = '/api/v1/tools/';

/** Calls one tool per row. Each row has its own body, so that no two rows share a request. */
async function call(service: HostileServer, names: readonly unknown[]) {
	return await runOperation(service, {
		resource: 'tool',
		operation: 'call',
		parameters: { toolName: '={{ $json.tool }}', body: '={{ { "row": $json.row } }}' },
		node: { onError: 'continueRegularOutput' },
		options: { maxWait: 0 },
		rows: names.map((tool, row) => ({ tool, row })) as unknown as IDataObject[],
	});
}

const REFUSAL =
	/^(?:"[^\p{Cc}\u2028-\u202e]{1,60}"|Tool Name) is not the name of a tool: it may only contain a-z, 0-9 and _$/u;

/** Expects that each row is sent to the path of its own tool, or is rejected with a reason. */
async function expectOwnPaths(service: HostileServer, names: readonly unknown[]) {
	const from = service.received.length;
	const run = await call(service, names);
	const sent = new Map(
		service.received.slice(from).map(({ path, text }) => [(JSON.parse(text) as { row: number }).row, path]),
	);
	const statuses = column(run, 'enriched_status');
	expect(statuses).toHaveLength(names.length);
	names.forEach((name, row) => {
		const path = sent.get(row);
		if (path === undefined) {
			expect([name, statuses[row]]).toEqual([name, expect.stringMatching(/^(?:invalid|skipped)$/)]);
			if (statuses[row] === 'invalid') expect(column(run, 'enriched_reason')[row]).toMatch(REFUSAL);
			return;
		}
		expect(path).toMatch(/^\/api\/v1\/tools\/[a-z0-9_]+$/);
		expect(String(name)).toContain(path.slice(BASE.length));
	});
	return { run, sent };
}

const UNSAFE_NAMES: readonly unknown[] = [
	...['..', '../get_account', './get_account', '/get_account', '//evil.example/x', '..\\get_account', 'get_account/'],
	...[
		'%2e%2e%2fget_account',
		'%2e%2e/get_account',
		'%00',
		'get%5faccount',
		'..%c0%afget_account',
		'．．／get_account',
	],
	...['get_account?x=1', '?', 'get_account#', '@evil.example', ':80', 'http://evil.example/', 'file:///etc/passwd'],
	...['get_account\r\nHost: evil.example', 'get_account HTTP/1.1', 'get\taccount', 'get_account\0', 'get_account;x'],
	...['Get_Account', 'ＧＥＴ', 'ɡet_account', 'get_accоunt', 'get\u202e_account', 'g\u200bet_account', '\ud800', '٣'],
	...['{{ 1 }}', '={{ 1 }}', '=get_account', '$json', '`', '"', "'", '<b>', '-1', '1.5'],
	...[{}, { name: 'get_account' }, [], ['get_account'], [['get_account']], new Date(0), () => 'get_account'],
	...[new String('get_account'), { toString: () => 'get_account' }, NaN, Infinity, -1, 1.5],
	...['/'.repeat(10_000), `${'a'.repeat(10_000)}/`, `${' '.repeat(1_000)}../x`],
];

/** Valid names, also of tools that the service does not have. */
const VALID_NAMES: ReadonlyArray<[unknown, string]> = [
	['  linkedin_to_business_email\r\n', 'linkedin_to_business_email'],
	['\ufefflinkedin_to_business_email\u200b', 'linkedin_to_business_email'],
	['linkedin_to_business_email\u202e', 'linkedin_to_business_email'],
	...['__proto__', 'constructor', '_', 'x'.repeat(10_000)].map((name): [unknown, string] => [name, name]),
	[7, '7'],
];

it('rejects a name that could change the path, and sends nothing', async () => {
	const service = await start(answerMiss);
	const { run } = await expectOwnPaths(service, UNSAFE_NAMES);
	expect(column(run, 'enriched_status')).toEqual(UNSAFE_NAMES.map(() => 'invalid'));
	expect(service.received).toEqual([]);
});

it('sends a valid name to its own path, including names of inherited properties', async () => {
	const service = await start(answerMiss);
	const { run, sent } = await expectOwnPaths(
		service,
		VALID_NAMES.map(([name]) => name),
	);
	expect(VALID_NAMES.map((_, row) => sent.get(row))).toEqual(VALID_NAMES.map(([, name]) => BASE + name));
	expect(column(run, 'enriched_status')).toEqual(VALID_NAMES.map(() => 'not_found'));
});

it('skips the rows without a name', async () => {
	const service = await start(answerMiss);
	const names = ['', ' ', null, undefined, '\ufeff'];
	expect(column(await call(service, names), 'enriched_status')).toEqual(names.map(() => 'skipped'));
	expect(service.received).toEqual([]);
});

it('sends any name to its own path below the base path, or sends nothing', async () => {
	const pieces = fc.string({
		unit: fc.constantFrom('get_account', '..', '%2e', '%2f', ...'a_1./\\%?#@: \r\n\0é\u202e\u200bA-;'),
		maxLength: 5,
	});
	const names = fc.oneof(
		{ weight: 3, arbitrary: pieces },
		{ weight: 2, arbitrary: anyText },
		{ weight: 1, arbitrary: fc.stringMatching(/^[a-z0-9_]{1,12}$/) },
		{ weight: 1, arbitrary: fc.anything({ withBigInt: true, withDate: true }) },
	);
	const service = await start(answerMiss);
	await fc.assert(
		fc.asyncProperty(fc.array(names, { minLength: 20, maxLength: 60 }), async (all) => {
			await expectOwnPaths(service, all);
		}),
		{ seed: 714, numRuns: 40 },
	);
});

describe('a body', () => {
	const callWith = (body: string, rows: IDataObject[]): OperationRun => ({
		resource: 'tool',
		operation: 'call',
		parameters: { toolName: 'any_tool', body },
		node: { onError: 'continueRegularOutput' },
		rows,
	});

	it.each([
		['a date', '={{ new Date(0) }}'],
		['a time', '={{ $now }}'],
		['an object with toJSON that returns text', '={{ { toJSON: () => "text" } }}'],
		['an object with toJSON that returns a list', '={{ { toJSON: () => [1] } }}'],
		['a list', '={{ [1] }}'],
		['a text', '={{ "text" }}'],
		['a number', '={{ 1n }}'],
	])('that is %s is not a JSON object, and nothing is sent', async (_what, body) => {
		const service = await start(answerMiss);
		const run = await runOperation(service, callWith(body, [{ a: 1 }]));
		expect([column(run, 'enriched_status'), service.received]).toEqual([['invalid'], []]);
		expect(column(run, 'enriched_reason')[0]).toMatch(
			/^(?:Body is not a JSON object|The expression in Body could not be evaluated: .+)$/,
		);
	});

	const CELLS = ['ada', 'a"b', 'x", "include_mobile_phone": "yes'];
	it.each<[string, string, unknown[]]>([
		['one expression', '={{ { "q": $json.q } }}', CELLS.map((q) => ({ q }))],
		['text with JSON in it', '={ "q": {{ JSON.stringify($json.q) }} }', CELLS.map((q) => ({ q }))],
		['text with cells in it', '={ "q": "{{ $json.q }}" }', [{ q: 'ada' }, { q: 'x', include_mobile_phone: 'yes' }]],
	])('that is %s sends these bodies, and warns if cells can add fields', async (_what, body, sent) => {
		const service = await start(answerMiss);
		const run = await runOperation(
			service,
			callWith(
				body,
				CELLS.map((q) => ({ q })),
			),
		);
		expect(service.received.map(({ text }) => JSON.parse(text) as object)).toEqual(sent);
		const isText = sent.length < CELLS.length;
		expect(column(run, 'enriched_status')).toEqual(['not_found', isText ? 'invalid' : 'not_found', 'not_found']);
		expect(hintsOf(run).includes('a cell can add fields')).toBe(isText);
	});

	it('that changes on each read is read once', async () => {
		const service = await start(answerMiss);
		let reads = 0;
		const body = { toJSON: () => ({ nth: reads++ }) };
		await runOperation(service, callWith('={{ $json.body }}', [{ body }, { body: { nth: 0 } }]));
		expect(service.received.map(({ text }) => text)).toEqual(['{"nth":0}']);
	});
});
