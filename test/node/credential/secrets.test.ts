import { listenToLogs, type LogLine } from '../../../dev/n8n/engine/logs';
import { okAnswer } from '../../support/node/answers';
import { column, rowsOf, runOperation, type OperationRun } from '../../support/node/nodeRun';
import { sandboxes } from '../../support/node/sandboxes';
import { startEcho } from '../../support/wire/echoServer';
import { everythingIn } from '../../support/everything';
import { CALLERS } from '../../support/wire/wireCallers';
import { hostileServers } from '../../support/wire/hostileServer';
import { spelledIn } from '../../support/wire/wireSpellings';
import { inFastTime } from '../../support/node/fastTime';

const start = sandboxes();
const respond = hostileServers();
inFastTime();
const MARKER = 'sandbox_markerkey9Z';
/** Keys with special characters of JSON, HTML, URLs and regular expressions. */
const KEYS = ['sandbox_q"uo\\te/pl+us=9Z', 'eyJhbGciOi.J9eyJzdWIi-T0_kEn', "a'b<c>&d%20e;f{g}$&h"];
/** The number of consecutive bytes of the key that counts as a leak. */
const PIECE = 12;

const lines: LogLine[] = [];
beforeAll(() => listenToLogs((line) => lines.push(line)));
beforeEach(() => lines.splice(0));

/** The spellings of the key in the output and the logs. */
const tracesOf = (output: object, key = MARKER) => spelledIn(Buffer.from(everythingIn({ output, lines })), key, PIECE);

const job = (names: string[], onError: string, baseUrl: string): OperationRun => ({
	resource: 'businessProfile',
	operation: 'findByLinkedin',
	parameters: { linkedinUrl: '={{ $json.who }}', output: 'raw' },
	rows: names.map((name) => ({ who: `linkedin.com/in/${name}` })),
	options: { includeLookupDetails: true, maxWait: 0 },
	node: { onError: onError as 'stopWorkflow' },
	credential: { baseUrl, apiKey: MARKER },
});

describe.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'])('the key, under %s', (onError) => {
	it('leaves the node only in requests, whatever the response', async () => {
		const sandbox = await start({ keys: [MARKER] });
		const names = [
			...['test-found', 'test-invalid', 'test-not-json', 'test-half-body', 'test-reset', 'test-unavailable'],
			...['test-unauthorized', 'test-forbidden', 'test-internal-error', 'test-not-found', 'test-plan-restricted'],
			...['test-account-inactive', 'test-insufficient-tokens', 'test-rate-limited', 'test-reset-charged'],
			'test-no-metadata',
		];
		for (const name of names) {
			const run = await runOperation(sandbox, job([name], onError, sandbox.url));
			expect(tracesOf(run)).toEqual([]);
		}
		expect(sandbox.ledger.summary().requests).toBeGreaterThanOrEqual(names.length);
		expect(lines.length).toBeGreaterThan(0);
	});

	it.each([
		['nothing is listening', 'http://127.0.0.1:9/api/v1/tools'],
		['the host does not exist', 'https://nowhere.invalid/api/v1/tools'],
		['the Base URL is rejected', 'http://api.example.com/api/v1/tools'],
		['it was also pasted into the URL', `https://${MARKER}@api.example.com/api/v1/tools`],
		['it was pasted into the query of the URL', `https://api.example.com/api/v1/tools?key=${MARKER}`],
	])('does not leak if %s', async (_condition, baseUrl) => {
		const run = await runOperation(await start(), job(['test-found'], onError, baseUrl));
		expect(tracesOf(run)).toEqual([]);
		if (onError === 'stopWorkflow') expect(run.status).toBe('error');
	});

	it('does not leak if a foreign server returns it', async () => {
		const echo = await startEcho();
		try {
			for (const status of [200, 400, 401, 403, 404, 422, 500, 302]) {
				echo.answerWith(status);
				const run = await runOperation(await start(), job(['test-found'], onError, echo.url));
				expect(echo.received.at(-1)?.authorization).toBe(`Bearer ${MARKER}`);
				expect(tracesOf(run)).toEqual([]);
			}
			expect(echo.received.map(({ url }) => url).filter((url) => !url.startsWith('/api/v1/tools/'))).toEqual([]);
		} finally {
			await echo.close();
		}
	});
});

// The engine logs the response in workflow errors. It only simulates credential tests; test/e2e covers the real ones.
const IN_WORKFLOWS = CALLERS.filter(([name]) => name !== 'the test of the credential');

describe.each(IN_WORKFLOWS)('the key of %s', (_name, call) => {
	it('does not leak if a foreign server returns it, whatever its characters', async () => {
		await Promise.all(
			KEYS.flatMap((key) =>
				[200, 401, 500].map(async (status) => {
					const echo = await startEcho();
					try {
						echo.answerWith(status);
						const output = await call({ baseUrl: echo.url, apiKey: key });
						expect(new Set(echo.received.map(({ authorization }) => authorization))).toEqual(
							new Set([`Bearer ${key}`]),
						);
						expect(tracesOf(output, key)).toEqual([]);
					} finally {
						await echo.close();
					}
				}),
			),
		);
	});
});

it('logs progress, retries, pauses and stops at level debug, and the end of a run as a warning, without personal data', async () => {
	const sandbox = await start({ keys: [MARKER] });
	for (const name of ['test-found', 'test-internal-error-once', 'test-rate-limited-once', 'test-fair-use'])
		await runOperation(sandbox, { ...job([name], 'stopWorkflow', sandbox.url), options: { maxWait: 20 } });
	const logged = lines.filter(({ message }) => message.startsWith('Identity Resolution'));
	expect(logged[0]).toMatchObject({ message: 'Identity Resolution', metadata: { answered: 1 } });
	const events = logged.filter(({ message }) => message.startsWith('Identity Resolution: '));
	expect(new Set(events.map(({ message }) => message))).toEqual(
		new Set(['retry', 'pause', 'stop'].map((event) => `Identity Resolution: ${event}`)),
	);
	for (const { metadata } of events)
		expect(Object.keys(metadata as object)).toEqual(['tool', 'attempt', 'reason', 'wait']);
	expect(logged.filter(({ level }) => level !== 'debug')).toEqual([
		{
			level: 'warn',
			message: 'Identity Resolution ended early: The Fair Use window of records is used up (fair_use_records)',
			metadata: { workflowId: 'workflow', nodeName: 'Node', rows: 1, deferred: 1 },
		},
	]);
	expect(JSON.stringify(logged)).not.toMatch(/test-|linkedin\.com/);
	expect(tracesOf({})).toEqual([]);
});

it.each([
	['a part of a longer number', Number('1202555012345')],
	['the name of a field', { '12025550123': true }],
])(
	'a key of digits only is removed from an answer that contains it as %s, which is paid once',
	async (_what, record) => {
		const key = '12025550123';
		const service = await respond(() => okAnswer({ business_email: 'ada@example.com', record }));
		const run = await runOperation(service, {
			...job(['ada-example'], 'stopWorkflow', ''),
			credential: { baseUrl: service.url, apiKey: key },
		});
		expect(column(run, 'enriched_status')).toEqual(['found']);
		expect(service.received).toHaveLength(1);
		const cells = JSON.stringify(rowsOf(run));
		expect(cells).toContain('ada@example.com');
		expect(cells).not.toMatch(new RegExp(`\\b${key}\\b`));
	},
);
