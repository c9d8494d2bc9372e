import { column, runOperation, type OperationRun } from '../support/nodeRun';
import { RETRY_AFTER, failingServers, type Failure, type FailingServer } from '../support/failingServer';

const start = failingServers();

const ROWS = 500;
const people = (count: number) =>
	Array.from({ length: count }, (_, row) => `https://www.linkedin.com/in/person-${row}`);

type How = 'singles' | 'batches';

const job = (how: How, concurrency: number, more: Partial<OperationRun> = {}): OperationRun => ({
	resource: how === 'singles' ? 'businessProfile' : 'personalEmail',
	operation: how === 'singles' ? 'findByLinkedin' : 'findBest',
	parameters: { linkedinUrl: '={{ $json.who }}' },
	limits: { concurrency },
	node: { onError: 'continueRegularOutput' },
	rows: people(ROWS).map((who) => ({ who })),
	...more,
});

interface Played {
	/** From the summary hint, which includes requests without a connection. */
	requests: number;
	doubtful: number;
	statuses: Record<string, number>;
	server: FailingServer;
	reasons: string[];
	/** `retry_at` of the first row, epoch ms. */
	retryAt: number;
}

async function play(
	failure: Failure,
	how: How,
	concurrency: number,
	fails: (nth: number, at: number, inputs: readonly string[]) => boolean,
	more: Partial<OperationRun> = {},
): Promise<Played> {
	const server = await start({ failure, fails });
	const run = await runOperation(server, job(how, concurrency, more));
	const statuses: Record<string, number> = {};
	for (const status of column(run, 'enriched_status')) statuses[String(status)] = (statuses[String(status)] ?? 0) + 1;
	const [summary] = run.hints.map(({ message }) => message);
	// A run of more than 50 requests calls get_account first.
	const asked = Number(/([\d,]+) requests?/.exec(summary)?.[1].replace(',', '')) - (how === 'singles' ? 1 : 0);
	const reasons = column(run, 'enriched_reason').filter((one) => one !== null);
	return {
		requests: asked,
		doubtful: server.doubtful(),
		statuses,
		server,
		reasons: [...new Set(reasons)].map(String),
		retryAt: Date.parse(String(column(run, 'enriched_retry_at')[0])),
	};
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);

/** Runs all scenarios concurrently, because they wait most of the time. */
function playAll<Name>(
	scenarios: readonly Name[],
	how: (scenario: Name) => Promise<Played>,
): (scenario: Name) => Played {
	const played = new Map<Name, Played>();
	beforeAll(async () => {
		await Promise.all(scenarios.map(async (scenario) => played.set(scenario, await how(scenario))));
	});
	return (scenario) => played.get(scenario)!;
}

describe('500 rows and a service that always fails', () => {
	const FAILURES: Failure[] = ['internal_error', 'no_connection', 'cut', 'not_json', 'unavailable'];
	/** Requests in flight, hits before the failure, maximum requests, maximum doubtful charges. */
	const BOUNDS: Array<[How, number, number, number, number]> = [
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
	const played = playAll(
		scenarios,
		async ([failure, how, concurrency, hits]) => await play(failure, how, concurrency, (nth) => nth >= hits),
	);

	it.each(scenarios.map((scenario) => [...scenario, scenario] as const))(
		'%s, %s, %i in flight, after %i hits: at most %i requests, and %i doubtful charges',
		(_failure, _how, _concurrency, hits, requests, doubts, scenario) => {
			const done = played(scenario);
			expect(done.requests).toBeLessThanOrEqual(requests);
			expect(done.doubtful).toBeLessThanOrEqual(doubts);
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
	const played = playAll(
		scenarios,
		async ([seconds, width, how]) => await play('internal_error', how, width, (_nth, at) => at < seconds * 1_000),
	);

	it.each(scenarios.map((scenario) => [...scenario, scenario] as const))(
		'of %i s, %i in flight, %s: all rows are found',
		(_s, _w, _how, scenario) => {
			expect(played(scenario).statuses).toEqual({ found: ROWS });
		},
	);
});

describe('nine rows that always fail', () => {
	const scenarios = [1, 5, 20];
	const nine = new Set(people(9));
	const played = playAll(
		scenarios,
		async (width) =>
			await play('internal_error', 'singles', width, (_nth, _at, inputs) =>
				inputs.some((input) => nine.has(input)),
			),
	);

	it.each(scenarios)('do not stop the other rows, %i in flight', (width) => {
		expect(played(width).statuses.found).toBe(ROWS - 9);
	});
});

describe('Retry-After of a 503', () => {
	it('delays every request', async () => {
		const { server, statuses } = await play('unavailable', 'singles', 5, (nth) => nth < 5, {
			rows: people(20).map((who) => ({ who })),
		});
		const [failed, next] = [server.requests[4].at, server.requests[5].at];
		expect(next - failed).toBeGreaterThanOrEqual(RETRY_AFTER * 1_000 - 50);
		expect(statuses).toEqual({ found: 20 });
	});

	it('defers all rows with retry_at if it exceeds Max Wait', async () => {
		const { server, statuses, reasons, retryAt } = await play('unavailable', 'singles', 5, () => true, {
			rows: people(20).map((who) => ({ who })),
			limits: { concurrency: 5, maxWait: 1 },
		});
		expect([server.requests.length, statuses]).toEqual([5, { deferred: 20 }]);
		for (const reason of reasons) expect(reason).toMatch(/^service_down: The service is unavailable/);
		expect(retryAt).toBeGreaterThan(Date.now());
	});
});
