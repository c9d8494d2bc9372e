import { column, runOperation, type OperationRun } from '../support/nodeRun';
import { RETRY_AFTER, failingServers, type Failure, type FailingServer } from '../support/failingServer';

const start = failingServers();

const ROWS = 500;
const people = (count: number) =>
	Array.from({ length: count }, (_, row) => `https://www.linkedin.com/in/person-${row}`);

type Mode = 'singles' | 'batches';

const job = (mode: Mode, concurrency: number, more: Partial<OperationRun> = {}): OperationRun => ({
	resource: mode === 'singles' ? 'businessProfile' : 'personalEmail',
	operation: mode === 'singles' ? 'findByLinkedin' : 'findBest',
	parameters: { linkedinUrl: '={{ $json.who }}' },
	limits: { concurrency },
	node: { onError: 'continueRegularOutput' },
	rows: people(ROWS).map((who) => ({ who })),
	...more,
});

interface Result {
	/** From the summary hint, which includes requests without a connection. */
	requests: number;
	unconfirmed: number;
	statuses: Record<string, number>;
	server: FailingServer;
	reasons: string[];
	/** `retry_at` of the first row, in epoch ms. */
	retryAt: number;
}

async function runWith(
	failure: Failure,
	mode: Mode,
	concurrency: number,
	fails: (nth: number, at: number, inputs: readonly string[]) => boolean,
	more: Partial<OperationRun> = {},
): Promise<Result> {
	const server = await start({ failure, fails });
	const run = await runOperation(server, job(mode, concurrency, more));
	const statuses: Record<string, number> = {};
	for (const status of column(run, 'enriched_status')) statuses[String(status)] = (statuses[String(status)] ?? 0) + 1;
	const [summary] = run.hints.map(({ message }) => message);
	// A run of more than 50 requests calls get_account first.
	const requests = Number(/([\d,]+) requests?/.exec(summary)?.[1].replace(',', '')) - (mode === 'singles' ? 1 : 0);
	const reasons = column(run, 'enriched_reason').filter((reason) => reason !== null);
	return {
		requests,
		unconfirmed: server.unconfirmed(),
		statuses,
		server,
		reasons: [...new Set(reasons)].map(String),
		retryAt: Date.parse(String(column(run, 'enriched_retry_at')[0])),
	};
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);

/** Runs all scenarios concurrently, because they wait most of the time. */
function runAll<Name>(
	scenarios: readonly Name[],
	runOne: (scenario: Name) => Promise<Result>,
): (scenario: Name) => Result {
	const results = new Map<Name, Result>();
	beforeAll(async () => {
		await Promise.all(scenarios.map(async (scenario) => results.set(scenario, await runOne(scenario))));
	});
	return (scenario) => results.get(scenario)!;
}

describe('500 rows and a service that always fails', () => {
	const FAILURES: Failure[] = ['internal_error', 'no_connection', 'cut', 'not_json', 'unavailable'];
	/** Requests in flight, hits before the failure, maximum requests, maximum unconfirmed charges. */
	const BOUNDS: Array<[Mode, number, number, number, number]> = [
		['singles', 1, 0, 60, 25],
		['singles', 5, 0, 60, 25],
		['singles', 20, 0, 110, 40],
		['singles', 1, 20, 90, 25],
		['singles', 5, 20, 90, 25],
		['singles', 20, 20, 110, 40],
		['batches', 1, 0, 60, 125],
		['batches', 5, 0, 60, 125],
		['batches', 20, 0, 60, 125],
		['batches', 1, 1, 60, 125],
		// Four batches are in flight when the failure starts.
		['batches', 5, 1, 60, 425],
		['batches', 20, 1, 60, 425],
	];
	const scenarios = FAILURES.flatMap((failure) => BOUNDS.map((bounds) => [failure, ...bounds] as const));
	const resultOf = runAll(
		scenarios,
		async ([failure, mode, concurrency, hits]) => await runWith(failure, mode, concurrency, (nth) => nth >= hits),
	);

	it.each(scenarios.map((scenario) => [...scenario, scenario] as const))(
		'%s, %s, %i in flight, after %i hits: at most %i requests, and %i unconfirmed charges',
		(_failure, _mode, _concurrency, hits, requests, charges, scenario) => {
			const done = resultOf(scenario);
			expect(done.requests).toBeLessThanOrEqual(requests);
			expect(done.unconfirmed).toBeLessThanOrEqual(charges);
			expect(sum(done.statuses)).toBe(ROWS);
			if (hits > 0) expect(done.statuses.found).toBeGreaterThanOrEqual(hits - 1);
			expect(done.statuses.failed).toBeLessThanOrEqual(20);
			expect(done.reasons.some((reason) => reason.startsWith('service_down: '))).toBe(true);
		},
	);
});

describe('500 rows and an outage', () => {
	const scenarios = [1, 2].flatMap((seconds) =>
		[1, 5, 20].flatMap((width) => [[seconds, width, 'singles'] as const, [seconds, width, 'batches'] as const]),
	);
	const resultOf = runAll(
		scenarios,
		async ([seconds, width, mode]) =>
			await runWith('internal_error', mode, width, (_nth, at) => at < seconds * 1_000),
	);

	it.each(scenarios.map((scenario) => [...scenario, scenario] as const))(
		'of %i s, %i in flight, %s: all rows are found',
		(_seconds, _width, _mode, scenario) => {
			expect(resultOf(scenario).statuses).toEqual({ found: ROWS });
		},
	);
});

describe('nine rows that always fail', () => {
	const scenarios = [1, 5, 20];
	const nine = new Set(people(9));
	const resultOf = runAll(
		scenarios,
		async (width) =>
			await runWith('internal_error', 'singles', width, (_nth, _at, inputs) =>
				inputs.some((input) => nine.has(input)),
			),
	);

	it.each(scenarios)('do not stop the other rows, %i in flight', (width) => {
		expect(resultOf(width).statuses.found).toBe(ROWS - 9);
	});
});

describe('Retry-After of a 503', () => {
	it('delays every request', async () => {
		const { server, statuses } = await runWith('unavailable', 'singles', 5, (nth) => nth < 1, {
			rows: people(20).map((who) => ({ who })),
		});
		// The first request is sent alone, to learn whether the service knows the name of the tool.
		const [failed, next] = [server.requests[0].at, server.requests[1].at];
		expect(next - failed).toBeGreaterThanOrEqual(RETRY_AFTER * 1_000 - 50);
		expect(statuses).toEqual({ found: 20 });
	});

	it('defers all rows with retry_at if it exceeds Max Wait', async () => {
		const { server, statuses, reasons, retryAt } = await runWith('unavailable', 'singles', 5, () => true, {
			rows: people(20).map((who) => ({ who })),
			limits: { concurrency: 5, maxWait: 1 },
		});
		expect([server.requests.length, statuses]).toEqual([1, { deferred: 20 }]);
		for (const reason of reasons) expect(reason).toMatch(/^service_down: The service is unavailable/);
		expect(retryAt).toBeGreaterThan(Date.now());
	});
});
