import { listenToLogs, type LogLine } from '../../dev/n8n/engine/logs';
import { runOperation, type OperationRun } from '../support/nodeRun';
import { sandboxes } from '../support/sandboxes';
import { startEcho } from '../support/echoServer';
import { everythingIn } from '../support/everything';
import { CALLERS } from '../support/wireCallers';
import { spelledIn } from '../support/wireSpellings';

const start = sandboxes();
const MARKER = 'sandbox_markerkey9Z';
/** Of signs that JSON, HTML, addresses and patterns each have a meaning for. */
const KEYS = ['sandbox_q"uo\\te/pl+us=9Z', 'eyJhbGciOi.J9eyJzdWIi-T0_kEn', "a'b<c>&d%20e;f{g}$&h"];
/** Of the key, in a row. */
const PIECE = 12;

const lines: LogLine[] = [];
beforeAll(() => listenToLogs((line) => lines.push(line)));
beforeEach(() => lines.splice(0));

/** How the key is spelled in what left the node, and in what was logged meanwhile. */
const tracesOf = (came: object, key = MARKER) => spelledIn(Buffer.from(everythingIn({ came, lines })), key, PIECE);

const job = (names: string[], onError: string, baseUrl: string): OperationRun => ({
	resource: 'businessProfile',
	operation: 'findByLinkedin',
	parameters: { linkedinUrl: '={{ $json.who }}', output: 'raw' },
	rows: names.map((name) => ({ who: `linkedin.com/in/${name}` })),
	options: { includeLookupDetails: true },
	limits: { retries: 0, maxWait: 0, timeout: 2 },
	node: { onError: onError as 'stopWorkflow' },
	credential: { baseUrl, apiKey: MARKER },
});

describe.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'])('the key, under %s', (onError) => {
	it('is in nothing that leaves the node but the request, whatever happens', async () => {
		const sandbox = await start({ keys: [MARKER] });
		const names = [
			'test-found',
			'test-invalid',
			'test-not-json',
			'test-half-body',
			'test-reset',
			'test-unavailable',
			'test-unauthorized',
			'test-forbidden',
			'test-internal-error',
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
		['the address is refused', 'http://api.example.com/api/v1/tools'],
		['it was pasted into the address, too', `https://${MARKER}@api.example.com/api/v1/tools`],
		['it was pasted behind the address', `https://api.example.com/api/v1/tools?key=${MARKER}`],
	])('is nowhere when %s', async (_when, baseUrl) => {
		const run = await runOperation(await start(), job(['test-found'], onError, baseUrl));
		expect(tracesOf(run)).toEqual([]);
		if (onError === 'stopWorkflow') expect(run.status).toBe('error');
	});

	it('is nowhere when a foreign server sends it back', async () => {
		const echo = await startEcho();
		try {
			for (const status of [200, 400, 401, 404, 500, 302]) {
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

// The engine logs the errors of a workflow with what was answered, and one stands in for n8n's own tester here: that one is tried in a whole n8n.
const IN_WORKFLOWS = CALLERS.filter(([name]) => name !== 'the test of the credential');

describe.each(IN_WORKFLOWS)('the key of %s', (_name, call) => {
	it('is nowhere when a foreign server sends it back, whatever characters it is made of', async () => {
		await Promise.all(
			KEYS.flatMap((key) =>
				[200, 401, 500].map(async (status) => {
					const echo = await startEcho();
					try {
						echo.answerWith(status);
						const came = await call({ baseUrl: echo.url, apiKey: key });
						expect(new Set(echo.received.map(({ authorization }) => authorization))).toEqual(
							new Set([`Bearer ${key}`]),
						);
						expect(tracesOf(came, key)).toEqual([]);
					} finally {
						await echo.close();
					}
				}),
			),
		);
	});
});

it("tells n8n's log of the progress of a run at level debug, and no louder", async () => {
	const sandbox = await start({ keys: [MARKER] });
	await runOperation(sandbox, job(['test-found', 'test-not-found'], 'stopWorkflow', sandbox.url));
	const told = lines.filter(({ message }) => message === 'Identity Resolution');
	expect(told.map(({ level, metadata }) => [level, (metadata as { answered: number }).answered])).toEqual([
		['debug', 1],
		['debug', 2],
	]);
});

it('logs retries, pauses and stops at level debug, without the key or any personal data', async () => {
	const sandbox = await start({ keys: [MARKER] });
	for (const name of ['test-internal-error-once', 'test-rate-limited-once', 'test-fair-use'])
		await runOperation(sandbox, {
			...job([name], 'stopWorkflow', sandbox.url),
			limits: { retries: 1, maxWait: 20, timeout: 2 },
		});
	const logged = lines.filter(({ message }) => message.startsWith('Identity Resolution: '));
	expect(new Set(logged.map(({ message }) => message))).toEqual(
		new Set(['retry', 'pause', 'slowDown', 'stop'].map((event) => `Identity Resolution: ${event}`)),
	);
	for (const { level, metadata } of logged) {
		expect([level, Object.keys(metadata as object)]).toEqual(['debug', ['tool', 'attempt', 'reason', 'wait']]);
		expect(JSON.stringify(metadata)).not.toMatch(/test-|linkedin\.com/);
	}
	expect(tracesOf({})).toEqual([]);
});
