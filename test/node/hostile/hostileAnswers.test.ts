import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { REQUESTED, hostileReplies, profileUrl } from '../../support/api/hostileAnswers';
import { pollution } from '../../support/hostilePrototypes';
import { hostileServers, type RawAnswer } from '../../support/wire/hostileServer';
import { column, pairs, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { inFastTime } from '../../support/node/fastTime';

const start = hostileServers();
inFastTime();

const SLUGS = ['ada-example', 'bob-example', 'cleo-example'];
/** The second row is blank. */
const sheet = [SLUGS[0], '', SLUGS[1], SLUGS[2]].map((slug, id) => ({ id, slug, who: slug && profileUrl(slug) }));

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

/** Responses, and the status of their rows. */
const ANSWERS: ReadonlyArray<[string, (inputs: string[]) => RawAnswer, 'found' | 'failed']> = [
	[
		'bytes that are not UTF-8',
		(inputs) => ({
			body: Buffer.from(
				responseFor(inputs, () => '"name":"Zo\xeb \xff",'),
				'latin1',
			),
		}),
		'found',
	],
	['a byte order mark', (inputs) => ({ body: `\ufeff${responseFor(inputs)}` }), 'found'],
	['another content type', (inputs) => ({ body: responseFor(inputs), type: 'text/html' }), 'found'],
	['an invalid content type', (inputs) => ({ body: responseFor(inputs), type: ';;;=' }), 'found'],
	[
		'escaped nulls and halves of surrogate pairs',
		(inputs) => ({ body: responseFor(inputs, () => '"name":"\\u0000\\ud800","\\udfff":"\\ud83d",') }),
		'found',
	],
	[
		'duplicate keys',
		(inputs) => ({
			body: responseFor(inputs, () => '"email":"somebody-else@example.net","risk_score":"F",').replace(
				'"status"',
				'"status":"not_found","status"',
			),
		}),
		'found',
	],
	[
		'numbers out of range',
		(inputs) => ({ body: responseFor(inputs, () => '"a":1e999,"b":-1e999,"c":1e-999,') }),
		'found',
	],
	[
		'100,000 levels of nesting',
		(inputs) => ({ body: responseFor(inputs, () => `"deep":${'['.repeat(100_000)}1${']'.repeat(100_000)},`) }),
		'found',
	],
	[
		'inherited keys',
		(inputs) => ({ body: responseFor(inputs, () => POLLUTION).replace('{', `{${POLLUTION}`) }),
		'found',
	],
	[
		'fields named like parts of an n8n item',
		(inputs) => ({
			body: responseFor(
				inputs,
				() => '"json":{"id":9},"binary":{"data":{"data":"eA=="}},"pairedItem":7,"index":3,',
			),
		}),
		'found',
	],
	[
		'10,000 unrequested rows',
		(inputs) => ({
			body:
				inputs.length === 1
					? responseFor(inputs)
					: responseFor(inputs).replace('"results":[', `"results":[${unrequestedRows(10_000)},`),
		}),
		'found',
	],
	['unescaped null characters', (inputs) => ({ body: responseFor(inputs, () => '"name":"\0",') }), 'failed'],
	['an empty body', () => ({ body: '' }), 'failed'],
	['null', () => ({ body: 'null' }), 'failed'],
	['a text', () => ({ body: '"ok"' }), 'failed'],
	['a list', (inputs) => ({ body: `[${responseFor(inputs)}]` }), 'failed'],
	['JSON with trailing characters', (inputs) => ({ body: `${responseFor(inputs)}}` }), 'failed'],
	['100,000 unclosed levels', () => ({ body: '['.repeat(100_000) }), 'failed'],
	['a web page', () => ({ body: '<!doctype html><title>Sign in</title>', type: 'text/html' }), 'failed'],
];

const OUTPUTS = ['raw', 'simplified'];

describe.each([
	['raw', 'a batch', sheet],
	['raw', 'one lookup', sheet.slice(0, 2)],
	['simplified', 'a batch', sheet],
	['simplified', 'one lookup', sheet.slice(0, 2)],
])('a response (output %s, to %s)', (output, _to, rows) => {
	it.each(ANSWERS)(
		'with %s: every row keeps its place and gets only its own answer',
		async (_what, answer, status) => {
			const service = await start(({ inputs }) => answer(inputs));
			const run = await runOperation(service, job(output, rows));

			expect([run.status, column(run, 'enriched_status')]).toEqual([
				'success',
				rows.map(({ slug }) => (slug === '' ? 'skipped' : status)),
			]);
			expect(rowsOf(run).map(({ id, slug, who }) => ({ id, slug, who }))).toEqual(rows);
			expect(pairs(run)).toEqual(rows.map(({ id }) => id));
			const answers = rowsOf(run).map((row) =>
				JSON.stringify(row[output === 'raw' ? 'enriched_results' : 'enriched_personal_email'] ?? null),
			);
			expect(answers.map((text) => /([a-z-]+)@example\.net/.exec(text)?.[1] ?? '')).toEqual(
				rows.map(({ slug }) => (status === 'found' ? slug : '')),
			);
			expect(rowsOf(run).filter((row) => 'error' in row)).toEqual([]);
			expect(() => JSON.stringify(run.outputs)).not.toThrow();
			expect(pollution()).toEqual([]);
		},
	);
});

it.each(['raw', 'simplified'])(
	'a response with a field "error" does not make n8n treat its row as failed (%s)',
	async (output) => {
		const service = await start(({ inputs }) => ({
			body: responseFor(inputs, () => '"error":"not an error at all",'),
		}));
		const run = await runOperation(service, job(output, sheet.slice(0, 1)));
		expect([run.status, service.received.length, Object.keys(rowsOf(run)[0]).includes('error')]).toEqual([
			'success',
			1,
			false,
		]);
		expect(column(run, 'enriched_status')).toEqual(['found']);
	},
);

it.each([
	['hexadecimal', '0x1F'],
	['larger than 2^53', '12345678901234567890'],
	['an exponent', '1e3'],
])('a count that is %s stays text', async (_what, count) => {
	const results = `{"first_name":"Ada","company_employee_count":"${count}","company_revenue":"1500"}`;
	const service = await start(() => ({ body: `{"results":${results},"status":"ok","metadata":{}}` }));
	const run = await runOperation(service, {
		resource: 'businessProfile',
		operation: 'findByEmail',
		parameters: { email: 'ada@example.com' },
		rows: [{ id: 1 }],
	});
	expect(rowsOf(run)).toMatchObject([
		{ enriched_status: 'found', enriched_company_employee_count: count, enriched_company_revenue: 1_500 },
	]);
});

describe('a hint, which n8n shows as HTML, contains no tag', () => {
	const LINK = '<a href="//evil.example">x</a>';

	it.each<[string, RawAnswer, Partial<OperationRun>]>([
		['a status', { body: `{"results":{"email":"ada@example.net"},"status":${JSON.stringify(LINK)}}` }, {}],
		[
			'a refusal',
			{ status: 401, body: `{"error":{"code":"unauthorized","message":${JSON.stringify(LINK)}}}` },
			{ options: { dryRun: true } },
		],
		[
			'the name of a column',
			{ body: 'null' },
			{ parameters: { linkedinUrl: '={{ $json.nothing }}' }, rows: [{ [LINK]: 'x' }] },
		],
		[
			'a column prefix',
			{ body: `{"results":{"email":"ada@example.net"},"status":"ok"}` },
			{
				options: { columnPrefix: LINK },
				rows: [{ who: 'in/ada-example', [`${LINK}status`]: 'found', [`${LINK}title`]: 'x' }],
			},
		],
	])('from %s', async (_what, answer, more) => {
		const service = await start(() => answer);
		const { hints } = await runOperation(service, { ...job('simplified', sheet.slice(0, 1)), ...more });
		expect(hints.map(({ message }) => message).join()).toContain('&lt;a href=');
		expect(hints.filter(({ message }) => message.includes('<'))).toEqual([]);
	});
});

it('a run returns all input rows with their own fields, whatever the responses', async () => {
	const rows = REQUESTED.map((slug, id) => ({ id, slug, who: profileUrl(slug) }));
	await fc.assert(
		fc.asyncProperty(
			fc.array(hostileReplies, { minLength: 1, maxLength: 3 }),
			fc.constantFrom(...OUTPUTS),
			async (replies, output) => {
				let nth = 0;
				const service = await start(() => {
					const { status, body } = replies[nth++ % replies.length];
					return { status, body: status === 204 ? '' : JSON.stringify(body) };
				});
				const run = await runOperation(service, job(output, rows));
				expect([run.status, pairs(run)]).toEqual(['success', rows.map(({ id }) => id)]);
				expect(rowsOf(run).map(({ id, slug, who }) => ({ id, slug, who }))).toEqual(rows);
				expect(() => JSON.stringify(run.outputs)).not.toThrow();
				expect(pollution()).toEqual([]);
			},
		),
		{ seed: 704, numRuns: 150 },
	);
});
