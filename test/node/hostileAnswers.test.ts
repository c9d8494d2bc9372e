import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { ASKED, hostileReplies, ownersAddress } from '../support/hostileAnswers';
import { pollution } from '../support/hostilePrototypes';
import { hostileServers, type RawAnswer } from '../support/hostileServer';
import { column, pairs, rowsOf, runOperation, type OperationRun } from '../support/nodeRun';

const start = hostileServers();

const SLUGS = ['ada-example', 'bob-example', 'cleo-example'];
/** The second row is blank. */
const sheet = [SLUGS[0], '', SLUGS[1], SLUGS[2]].map((slug, id) => ({ id, slug, who: slug && ownersAddress(slug) }));

/** Nothing is tried again, so that what comes out is what was made of one answer. */
const job = (output: string, batchSize: number, rows: IDataObject[] = sheet): OperationRun => ({
	resource: 'personalEmail',
	operation: 'findBest',
	parameters: { linkedinUrl: '={{ $json.who }}', output },
	limits: { batchSize, retries: 0, onLostAnswer: 'fail', maxWait: 0 },
	node: { onError: 'continueRegularOutput', retryOnFail: true },
	rows,
});

const slugOf = (input: string) => input.slice(input.lastIndexOf('/') + 1);
const emailOf = (input: string) => `${slugOf(input)}@example.net`;

/** What the service holds of whoever is asked, with more fields to each; a list for several, one record for one. */
function told(inputs: string[], besides: (input: string) => string = () => ''): string {
	const record = (input: string) => `{${besides(input)}"email":"${emailOf(input)}","risk_score":"A"}`;
	const results =
		inputs.length === 1
			? record(inputs[0])
			: `[${inputs.map((input) => `{"input":"${input}","data":${record(input)}}`).join()}]`;
	return `{"results":${results},"status":"ok","metadata":{}}`;
}

const POLLUTION =
	'"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"prototype":{"polluted":true},';
const strangers = (count: number) =>
	Array.from(
		{ length: count },
		(_, place) => `{"input":"in/stranger-${place}","data":{"email":"stranger-${place}@example.net"}}`,
	).join();

/** What the service sends, and what becomes of the rows that asked. */
const ANSWERS: ReadonlyArray<[string, (inputs: string[]) => RawAnswer, 'found' | 'failed']> = [
	[
		'bytes that are no UTF-8',
		(inputs) => ({
			body: Buffer.from(
				told(inputs, () => '"name":"Zo\xeb \xff",'),
				'latin1',
			),
		}),
		'found',
	],
	['a byte order mark', (inputs) => ({ body: `\ufeff${told(inputs)}` }), 'found'],
	['another content type', (inputs) => ({ body: told(inputs), type: 'text/html' }), 'found'],
	['a content type that is none', (inputs) => ({ body: told(inputs), type: ';;;=' }), 'found'],
	[
		'escaped nulls and halves of surrogate pairs',
		(inputs) => ({ body: told(inputs, () => '"name":"\\u0000\\ud800","\\udfff":"\\ud83d",') }),
		'found',
	],
	[
		'keys that stand twice',
		(inputs) => ({
			body: told(inputs, () => '"email":"somebody-else@example.net","risk_score":"F",').replace(
				'"status"',
				'"status":"not_found","status"',
			),
		}),
		'found',
	],
	[
		'numbers beyond all numbers',
		(inputs) => ({ body: told(inputs, () => '"a":1e999,"b":-1e999,"c":1e-999,') }),
		'found',
	],
	[
		'100,000 levels',
		(inputs) => ({ body: told(inputs, () => `"deep":${'['.repeat(100_000)}1${']'.repeat(100_000)},`) }),
		'found',
	],
	[
		'keys that every object inherits',
		(inputs) => ({ body: told(inputs, () => POLLUTION).replace('{', `{${POLLUTION}`) }),
		'found',
	],
	[
		'fields named like the parts of an item',
		(inputs) => ({
			body: told(inputs, () => '"json":{"id":9},"binary":{"data":{"data":"eA=="}},"pairedItem":7,"index":3,'),
		}),
		'found',
	],
	[
		'10,000 rows for strangers besides',
		(inputs) => ({
			body:
				inputs.length === 1
					? told(inputs)
					: told(inputs).replace('"results":[', `"results":[${strangers(10_000)},`),
		}),
		'found',
	],
	['nulls as they are', (inputs) => ({ body: told(inputs, () => '"name":"\0",') }), 'failed'],
	['nothing', () => ({ body: '' }), 'failed'],
	['null', () => ({ body: 'null' }), 'failed'],
	['a text', () => ({ body: '"ok"' }), 'failed'],
	['a list', (inputs) => ({ body: `[${told(inputs)}]` }), 'failed'],
	['JSON with more behind it', (inputs) => ({ body: `${told(inputs)}}` }), 'failed'],
	['100,000 levels that nobody closes', () => ({ body: '['.repeat(100_000) }), 'failed'],
	['a web page', () => ({ body: '<!doctype html><title>Sign in</title>', type: 'text/html' }), 'failed'],
];

const WAYS = [
	['raw', 100],
	['raw', 1],
	['simplified', 100],
	['simplified', 1],
] as const;

describe.each(WAYS)('an answer over the wire (output %s, %i a request)', (output, batchSize) => {
	it.each(ANSWERS)(
		"of %s: every row comes back in its place, with nobody else's answer",
		async (_what, answer, status) => {
			const service = await start(({ inputs }) => answer(inputs));
			const run = await runOperation(service, job(output, batchSize));

			expect([run.status, column(run, 'enriched_status')]).toEqual([
				'success',
				[status, 'skipped', status, status],
			]);
			expect(rowsOf(run).map(({ id, slug, who }) => ({ id, slug, who }))).toEqual(sheet);
			expect(pairs(run)).toEqual([0, 1, 2, 3]);
			const ours = rowsOf(run).map((row) =>
				JSON.stringify(row[output === 'raw' ? 'enriched_results' : 'enriched_personal_email'] ?? null),
			);
			expect(ours.map((text) => /([a-z-]+)@example\.net/.exec(text)?.[1] ?? '')).toEqual(
				sheet.map(({ slug }) => (status === 'found' ? slug : '')),
			);
			expect(rowsOf(run).filter((row) => 'error' in row)).toEqual([]);
			expect(() => JSON.stringify(run.outputs)).not.toThrow();
			expect(pollution()).toEqual([]);
		},
	);
});

it.each(['raw', 'simplified'])(
	'an answer that holds a field "error" does not make its row look failed to n8n (%s)',
	async (output) => {
		const service = await start(({ inputs }) => ({ body: told(inputs, () => '"error":"not an error at all",') }));
		const run = await runOperation(service, job(output, 1, sheet.slice(0, 1)));
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

describe('a hint, which n8n shows as HTML, holds no tag', () => {
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
	])('of %s', async (_what, answer, more) => {
		const service = await start(() => answer);
		const { hints } = await runOperation(service, { ...job('simplified', 1, sheet.slice(0, 1)), ...more });
		expect(hints.map(({ message }) => message).join()).toContain('&lt;a href=');
		expect(hints.filter(({ message }) => message.includes('<'))).toEqual([]);
	});
});

it('over any answers a run ends with as many rows as came in, and their own fields', async () => {
	const rows = ASKED.map((slug, id) => ({ id, slug, who: ownersAddress(slug) }));
	await fc.assert(
		fc.asyncProperty(
			fc.array(hostileReplies, { minLength: 1, maxLength: 3 }),
			fc.constantFrom(...WAYS),
			async (replies, [output, batchSize]) => {
				let nth = 0;
				const service = await start(() => {
					const { status, body } = replies[nth++ % replies.length];
					return { status, body: status === 204 ? '' : JSON.stringify(body) };
				});
				const run = await runOperation(service, job(output, batchSize, rows));
				expect([run.status, pairs(run)]).toEqual(['success', rows.map(({ id }) => id)]);
				expect(rowsOf(run).map(({ id, slug, who }) => ({ id, slug, who }))).toEqual(rows);
				expect(() => JSON.stringify(run.outputs)).not.toThrow();
				expect(pollution()).toEqual([]);
			},
		),
		{ seed: 704, numRuns: 150 },
	);
});
