import { listenToLogs, type LogLine } from '../../engine/logs';
import { runOperation, type OperationRun } from '../support/nodeRun';
import { sandboxes } from '../support/sandboxes';
import { startEcho } from '../support/echoServer';
import { everythingIn } from '../support/everything';

const start = sandboxes();
const MARKER = 'sandbox_markerkey9Z';

const lines: LogLine[] = [];
beforeAll(() => listenToLogs((line) => lines.push(line)));
beforeEach(() => lines.splice(0));

/** Everything that leaves the node: run data, error, hints, static data, and what was logged. */
const traces = ({ run, error, outputs, hints }: Awaited<ReturnType<typeof runOperation>>) => everythingIn({ run, error, outputs, hints, lines });

const job = (names: string[], onError: string, baseUrl: string): OperationRun => ({
	resource: 'businessProfile',
	operation: 'findByLinkedin',
	parameters: { linkedinUrl: '={{ $json.who }}', output: 'raw' },
	rows: names.map((who) => ({ who })),
	options: { includeLookupDetails: true },
	limits: { retries: 0, maxWait: 0, timeout: 2 },
	node: { onError: onError as 'stopWorkflow' },
	credential: { baseUrl, apiKey: MARKER },
});

describe.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'])('the key, under %s', (onError) => {
	it('is in nothing that leaves the node but the request, whatever happens', async () => {
		const sandbox = await start({ keys: [MARKER] });
		const names = ['test-found', 'test-invalid', 'test-not-json', 'test-half-body', 'test-reset', 'test-unavailable', 'test-unauthorized'];
		for (const name of names) {
			const run = await runOperation(sandbox, job([name], onError, sandbox.url));
			expect(traces(run)).not.toContain(MARKER);
		}
		expect(sandbox.ledger.summary().requests).toBeGreaterThanOrEqual(names.length);
		expect(lines.length).toBeGreaterThan(0);
	});

	it.each([
		['nothing is listening', 'http://127.0.0.1:9/api/v1/tools'],
		['the host does not exist', 'https://nowhere.invalid/api/v1/tools'],
		['the address is refused', 'http://api.example.com/api/v1/tools'],
	])('is nowhere when %s', async (_when, baseUrl) => {
		const run = await runOperation(await start(), job(['test-found'], onError, baseUrl));
		expect(traces(run)).not.toContain(MARKER);
		if (onError === 'stopWorkflow') expect(run.status).toBe('error');
	});

	it('is nowhere when a foreign server sends it back', async () => {
		const echo = await startEcho();
		try {
			for (const status of [200, 400, 401, 404, 500, 302]) {
				echo.answerWith(status);
				const run = await runOperation(await start(), job(['test-found'], onError, echo.url));
				expect(echo.received.at(-1)?.authorization).toBe(`Bearer ${MARKER}`);
				expect(traces(run)).not.toContain(MARKER);
			}
			expect(echo.received.map(({ url }) => url).filter((url) => !url.startsWith('/api/v1/tools/'))).toEqual([]);
		} finally {
			await echo.close();
		}
	});
});

it('tells n8n\'s log of the progress of a run at level debug, and no louder', async () => {
	const sandbox = await start({ keys: [MARKER] });
	await runOperation(sandbox, job(['test-found', 'test-not-found'], 'stopWorkflow', sandbox.url));
	const told = lines.filter(({ message }) => message === 'Identity Resolution');
	expect(told.map(({ level, metadata }) => [level, (metadata as { answered: number }).answered])).toEqual([['debug', 1], ['debug', 2]]);
});
