import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { hostileServers, missing, type HostileServer } from '../support/hostileServer';
import { column, runOperation } from '../support/nodeRun';
import { anyText } from '../support/unicode';

const start = hostileServers();

const BASE = '/api/v1/tools/';

/** Calls tools by these names, one row each, with a body of its own so that no two rows share a request. */
async function call(service: HostileServer, names: readonly unknown[]) {
	return await runOperation(service, {
		resource: 'tool',
		operation: 'call',
		parameters: { toolName: '={{ $json.tool }}', body: '={{ { "row": $json.row } }}' },
		node: { onError: 'continueRegularOutput' },
		limits: { retries: 0, onLostAnswer: 'fail', maxWait: 0 },
		rows: names.map((tool, row) => ({ tool, row })) as unknown as IDataObject[],
	});
}

const REFUSAL =
	/^(?:"[^\p{Cc}\u2028-\u202e]{1,60}"|Tool Name) is not the name of a tool: only a-z, 0-9 and _ may stand in it$/u;

/** Whatever was sent went to the very path of the row's own name; whatever was not is said so in one sentence. */
async function expectNoneAstray(service: HostileServer, names: readonly unknown[]) {
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

const LEADING_OUT: readonly unknown[] = [
	...[
		'..',
		'../get_account',
		'../../admin',
		'./get_account',
		'/get_account',
		'//evil.example/x',
		'\\get_account',
		'..\\get_account',
		'a/b',
		'a/../b',
		'get_account/',
	],
	...[
		'%2e%2e%2fget_account',
		'%2e%2e/get_account',
		'..%2fget_account',
		'%00',
		'get%5faccount',
		'%67et_account',
		'..%c0%afget_account',
		'．．／get_account',
	],
	...[
		'get_account?x=1',
		'?',
		'get_account#',
		'#',
		'@evil.example',
		'get_account@evil.example',
		':80',
		'http://evil.example/',
		'https:evil.example',
		'javascript:alert(1)',
		'file:///etc/passwd',
	],
	...[
		'get_account\r\nHost: evil.example',
		'get_account\nX: y',
		'get_account HTTP/1.1',
		'get account',
		'get\taccount',
		'get_account\0',
		'\0',
		'get_account;x',
		'get_account,x',
		'get-account',
		'get.account',
	],
	...[
		'Get_Account',
		'ＧＥＴ',
		'ɡet_account',
		'get_accоunt',
		'get\u202e_account',
		'g\u200bet_account',
		'\ud800',
		'٣',
		'{{ 1 }}',
		'={{ 1 }}',
		'=get_account',
		'$json',
		'`',
		'"',
		"'",
		'<b>',
		'null byte',
		'-1',
		'1.5',
	],
	...[
		{},
		{ name: 'get_account' },
		[],
		['get_account'],
		[['get_account']],
		new Date(0),
		() => 'get_account',
		new String('get_account'),
	],
	...[{ toString: () => 'get_account' }, NaN, Infinity, -1, 1.5],
	'/'.repeat(10_000),
	`${'a'.repeat(10_000)}/`,
	`${' '.repeat(1_000)}../x`,
];

/** Names that are sound, however little the service may know of them. */
const STANDING: ReadonlyArray<[unknown, string]> = [
	['linkedin_to_business_email', 'linkedin_to_business_email'],
	['  linkedin_to_business_email\r\n', 'linkedin_to_business_email'],
	['\ufefflinkedin_to_business_email\u200b', 'linkedin_to_business_email'],
	['linkedin_to_business_email\u202e', 'linkedin_to_business_email'],
	['__proto__', '__proto__'],
	['constructor', 'constructor'],
	['_', '_'],
	[7, '7'],
	['x'.repeat(10_000), 'x'.repeat(10_000)],
];

it('a name that could lead anywhere else is refused, and nothing is sent', async () => {
	const service = await start(missing);
	const { run } = await expectNoneAstray(service, LEADING_OUT);
	expect(column(run, 'enriched_status')).toEqual(LEADING_OUT.map(() => 'invalid'));
	expect(service.received).toEqual([]);
});

it('a sound name is called at its own path, also one that every object inherits', async () => {
	const service = await start(missing);
	const { run, sent } = await expectNoneAstray(
		service,
		STANDING.map(([name]) => name),
	);
	expect(STANDING.map((_, row) => sent.get(row))).toEqual(STANDING.map(([, name]) => BASE + name));
	expect(column(run, 'enriched_status')).toEqual(STANDING.map(() => 'not_found'));
});

it.each(['', ' ', null, undefined, '\ufeff'])('%j is no name: the row is skipped', async (name) => {
	const service = await start(missing);
	expect(column(await call(service, [name]), 'enriched_status')).toEqual(['skipped']);
	expect(service.received).toEqual([]);
});

it('whatever the name, a request goes to its own path below the base path, or none goes', async () => {
	const pieces = fc.string({
		unit: fc.constantFrom(
			'a',
			'get_account',
			'_',
			'1',
			'.',
			'..',
			'/',
			'\\',
			'%2e',
			'%2f',
			'%',
			'?',
			'#',
			'@',
			':',
			' ',
			'\r',
			'\n',
			'\0',
			'é',
			'\u202e',
			'\u200b',
			'A',
			'-',
			';',
		),
		maxLength: 5,
	});
	const names = fc.oneof(
		{ weight: 3, arbitrary: pieces },
		{ weight: 2, arbitrary: anyText },
		{ weight: 1, arbitrary: fc.stringMatching(/^[a-z0-9_]{1,12}$/) },
		{ weight: 1, arbitrary: fc.anything({ withBigInt: true, withDate: true }) },
	);
	const service = await start(missing);
	await fc.assert(
		fc.asyncProperty(fc.array(names, { minLength: 20, maxLength: 60 }), async (all) => {
			await expectNoneAstray(service, all);
		}),
		{ seed: 714, numRuns: 40 },
	);
});

describe('a body', () => {
	it.each([
		['a date', '={{ new Date(0) }}'],
		['a time', '={{ $now }}'],
		['what writes itself as a text', '={{ { toJSON: () => "text" } }}'],
		['what writes itself as a list', '={{ { toJSON: () => [1] } }}'],
		['a list', '={{ [1] }}'],
		['a text', '={{ "text" }}'],
		['a number', '={{ 1n }}'],
	])('that is %s is no JSON object: nothing is sent', async (_what, body) => {
		const service = await start(missing);
		const run = await runOperation(service, {
			resource: 'tool',
			operation: 'call',
			parameters: { toolName: 'any_tool', body },
			node: { onError: 'continueRegularOutput' },
			rows: [{ a: 1 }],
		});
		expect([column(run, 'enriched_status'), service.received]).toEqual([['invalid'], []]);
		expect(column(run, 'enriched_reason')[0]).toMatch(
			/^(?:Body is not a JSON object|The expression in Body could not be evaluated: .+)$/,
		);
	});

	it('that answers something else each time is sent as it was read, once', async () => {
		const service = await start(missing);
		let asked = 0;
		const body = { toJSON: () => ({ nth: asked++ }) };
		await runOperation(service, {
			resource: 'tool',
			operation: 'call',
			parameters: { toolName: 'any_tool', body: '={{ $json.body }}' },
			rows: [{ body }, { body: { nth: 0 } }],
		});
		expect(service.received.map(({ text }) => text)).toEqual(['{"nth":0}']);
	});
});
