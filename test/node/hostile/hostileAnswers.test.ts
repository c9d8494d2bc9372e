import type { IDataObject } from 'n8n-workflow';
import { ADDRESS } from '../../support/api/profiles';
import { pollution } from '../../support/hostilePrototypes';
import { hostileServers, type RawAnswer } from '../../support/wire/hostileServer';
import { jsonAnswer, okAnswer } from '../../support/node/answers';
import { column, hintsOf, pairs, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { inFastTime } from '../../support/node/fastTime';

const start = hostileServers();
inFastTime();

const SLUGS = ['ada-example', 'bob-example', 'cleo-example'];
/** The second row is blank. */
const sheet = [SLUGS[0], '', SLUGS[1], SLUGS[2]].map((slug, id) => ({ id, slug, who: slug && ADDRESS + slug }));

/** Without retries, so that the output shows how one response was read. */
const job = (output: string, rows: IDataObject[] = sheet): OperationRun => ({
	resource: 'personalEmail',
	operation: 'findBest',
	parameters: { linkedinUrl: '={{ $json.who }}', output },
	options: { maxWait: 0 },
	node: { onError: 'continueRegularOutput', retryOnFail: true },
	rows,
});

const slugOf = (input: string) => input.slice(input.lastIndexOf('/') + 1);
const emailOf = (input: string) => `${slugOf(input)}@example.net`;

/** Returns the expected response with extra fields: one record for one input, a list for several. */
function responseFor(inputs: string[], extra: (input: string) => string = () => ''): string {
	const record = (input: string) => `{${extra(input)}"email":"${emailOf(input)}","risk_score":"A"}`;
	const results =
		inputs.length === 1
			? record(inputs[0])
			: `[${inputs.map((input) => `{"input":"${input}","data":${record(input)}}`).join()}]`;
	return `{"results":${results},"status":"ok","metadata":{}}`;
}

const POLLUTION =
	'"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"prototype":{"polluted":true},';
const unrequestedRows = (count: number) =>
	Array.from(
		{ length: count },
		(_, place) => `{"input":"in/stranger-${place}","data":{"email":"stranger-${place}@example.net"}}`,
	).join();

const withExtra =
	(extra: string) =>
	(inputs: string[]): RawAnswer => ({ body: responseFor(inputs, () => extra) });

/** Responses that are read in spite of what is odd in them. */
const READ: ReadonlyArray<[string, (inputs: string[]) => RawAnswer]> = [
	[
		'bytes that are not UTF-8',
		(inputs) => ({
			body: Buffer.from(
				responseFor(inputs, () => '"name":"Zo\xeb \xff",'),
				'latin1',
			),
		}),
	],
	['a byte order mark', (inputs) => ({ body: `\ufeff${responseFor(inputs)}` })],
	['another content type', (inputs) => ({ body: responseFor(inputs), type: 'text/html' })],
	['an invalid content type', (inputs) => ({ body: responseFor(inputs), type: ';;;=' })],
	['escaped nulls and halves of surrogate pairs', withExtra('"name":"\\u0000\\ud800","\\udfff":"\\ud83d",')],
	[
		'duplicate keys',
		(inputs) => ({
			body: responseFor(inputs, () => '"email":"somebody-else@example.net","risk_score":"F",').replace(
				'"status"',
				'"status":"not_found","status"',
			),
		}),
	],
	['numbers out of range', withExtra('"a":-1e999,"b":1e-999,"last_validated_at":1e999,')],
	['100,000 levels of nesting', withExtra(`"deep":${'['.repeat(100_000)}1${']'.repeat(100_000)},`)],
	['inherited keys', (inputs) => ({ body: responseFor(inputs, () => POLLUTION).replace('{', `{${POLLUTION}`) })],
	['parts of an n8n item', withExtra('"json":{"id":9},"binary":{"data":{"data":"eA=="}},"pairedItem":7,"index":3,')],
	['a field "error"', withExtra('"error":"not an error at all",')],
	[
		'10,000 unrequested rows',
		(inputs) => ({
			body: responseFor(inputs).replace('"results":[', `"results":[${unrequestedRows(10_000)},`),
		}),
	],
];

/** Responses that are no answer. */
const UNREADABLE: ReadonlyArray<[string, (inputs: string[]) => RawAnswer]> = [
	['unescaped null characters', withExtra('"name":"\0",')],
	['an empty body', () => ({ body: '' })],
	['null', () => ({ body: 'null' })],
	['a text', () => ({ body: '"ok"' })],
	['a list', (inputs) => ({ body: `[${responseFor(inputs)}]` })],
	['JSON with trailing characters', (inputs) => ({ body: `${responseFor(inputs)}}` })],
	['100,000 unclosed levels', () => ({ body: '['.repeat(100_000) })],
	['a web page', () => ({ body: '<!doctype html><title>Sign in</title>', type: 'text/html' })],
];

describe.each([
	['raw', 'a batch', sheet],
	['raw', 'one lookup', sheet.slice(0, 2)],
	['simplified', 'a batch', sheet],
	['simplified', 'one lookup', sheet.slice(0, 2)],
])('a response (output %s, to %s)', (output, _to, rows) => {
	it.each([
		...READ.map(([what, answer]) => [what, 'found', answer] as const),
		...UNREADABLE.map(([what, answer]) => [what, 'failed', answer] as const),
	])('with %s: every row keeps its place and gets only its own answer (%s)', async (_what, status, answer) => {
		const service = await start(({ inputs }) => answer(inputs));
		const run = await runOperation(service, job(output, rows));

		expect([run.status, column(run, 'enriched_status')]).toEqual([
			'success',
			rows.map(({ slug }) => (slug === '' ? 'skipped' : status)),
		]);
		expect(rowsOf(run).map(({ id, slug, who }) => ({ id, slug, who }))).toEqual(rows);
		expect(pairs(run)).toEqual(rows.map(({ id }) => id));
		const answers = column(run, output === 'raw' ? 'enriched_results' : 'enriched_personal_email');
		const found = answers.map((one) => /([a-z-]+)@example\.net/.exec(JSON.stringify(one ?? null))?.[1] ?? '');
		expect(found).toEqual(rows.map(({ slug }) => (status === 'found' ? slug : '')));
		// A field "error" would make n8n treat the row as failed, and run the node again.
		expect(rowsOf(run).filter((row) => 'error' in row)).toEqual([]);
		expect(() => JSON.stringify(run.outputs)).not.toThrow();
		expect(pollution()).toEqual([]);
	});
});

it('a count stays text, as does an object, unless it is empty', async () => {
	const counts = { company_employee_count: '12345678901234567890', company_revenue: '1500' };
	const results = { first_name: 'Ada', title: {}, country: { code: 'NO' }, ...counts };
	const run = await runOperation(await start(() => okAnswer(results)), {
		resource: 'businessProfile',
		operation: 'findByEmail',
		parameters: { email: 'ada@example.com', output: 'everything' },
		rows: [{ id: 1 }],
	});
	expect(rowsOf(run)).toMatchObject([
		{
			enriched_company_employee_count: '12345678901234567890',
			enriched_company_revenue: '1500',
			enriched_title: null,
			enriched_country: '{"code":"NO"}',
		},
	]);
});

describe('what n8n shows as HTML contains no tag', () => {
	const LINK = '<a href="//evil.example">x</a>';
	const FOUND = { email: 'ada@example.net' };

	const REFUSED = jsonAnswer({ error: { code: 'unauthorized', message: LINK } }, 401);
	const COLUMN = [...Array(10).keys()].map((id) => ({ who: 'no profile', [LINK]: `in/person-${id}-example` }));

	it.each<[string, RawAnswer, Partial<OperationRun>]>([
		['a hint about a status', jsonAnswer({ results: FOUND, status: LINK }), {}],
		['a hint about a 401', REFUSED, { options: { dryRun: true } }],
		[
			'a hint about a title',
			jsonAnswer(null),
			{ parameters: { linkedinUrl: '={{ $json.nothing }}' }, rows: COLUMN },
		],
		['an error about a 401', REFUSED, { node: {} }],
		['an error about a title', jsonAnswer(null), { node: {}, rows: COLUMN }],
	])('%s', async (_what, answer, more) => {
		const run = await runOperation(await start(() => answer), { ...job('simplified', sheet.slice(0, 1)), ...more });
		const { message, description } = run.error ?? {};
		const shown = more.node ? `${message} ${description}` : hintsOf(run);
		expect(shown).toMatch(/(?:‹|&lt;)a href=/);
		expect(shown).not.toContain('<');
	});
});
