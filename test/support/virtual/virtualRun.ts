import type { Reply } from '../../../nodes/IdentityResolution/api/replies/httpReply';
import type { Environment, Limits, LogEntry } from '../../../nodes/IdentityResolution/service/environment';
import type { Route } from '../../../nodes/IdentityResolution/run/route';
import type { Outcome } from '../../../nodes/IdentityResolution/service/outcome';
import { run, type Run } from '../../../nodes/IdentityResolution/run/run';
import { FakeService, type ReceivedRequest, type Script } from './fakeService';
import { limitsWith } from '../run/limits';
import { hit, lost } from '../api/replies';
import { VirtualClock } from '../../../dev/benchmark/rateLimits/virtualClock';

/** The start of every run, in epoch ms. */
export const START = Date.UTC(2030, 0, 1);

export interface Scenario {
	limits?: Partial<Limits>;
	/** Hits for every request by default. */
	script?: Script | readonly Reply[];
	/** In ms; 100 by default. */
	latency?: (request: ReceivedRequest) => number;
	/** Tokens per hit that `get_billing` lists; by default there is no such tool. */
	prices?: Readonly<Record<string, number>>;
	/** Replies to `get_billing`, instead of prices. */
	billing?: readonly Reply[];
	/** Always 0 by default, which disables jitter. */
	random?: () => number;
	/** When the run is canceled, in ms after the start. */
	cancelAt?: number;
	/** Whether the cancellation aborts the requests in flight, as in n8n; true by default. */
	abortsRequests?: boolean;
	/** A run with more events than this counts as endless. */
	maxEvents?: number;
	/** Runs the routes; `run` by default. */
	runWith?: (routes: Route[], limits: Limits, env: Environment) => Promise<Run>;
}

/** A finished run and its observable effects. */
export interface SimulatedRun extends Run {
	service: FakeService;
	/** The duration in ms of virtual time. */
	took: number;
	/** The number of answered lookups in each progress report. */
	progress: number[];
	logged: LogEntry[];
	statuses: Outcome['is'][];
}

/** Runs the routes against a fake service in virtual time. */
export async function simulate(routes: readonly Route[], scenario: Scenario = {}): Promise<SimulatedRun> {
	const clock = new VirtualClock(START);
	const billing = scenario.billing ?? (scenario.prices && [hit({ token_costs: scenario.prices })]);
	const service = new FakeService(clock, scenario.script, scenario.latency, billing);
	const cancel = new AbortController();
	const progress: number[] = [];
	const logged: LogEntry[] = [];
	if (scenario.cancelAt !== undefined) void clock.sleep(scenario.cancelAt).then(() => cancel.abort());
	const aborted = new Promise<Reply>((resolve) => {
		if (scenario.abortsRequests !== false) cancel.signal.addEventListener('abort', () => resolve(lost()));
	});
	const env: Environment = {
		send: async (tool, body) => await Promise.race([service.send(tool, body), aborted]),
		clock,
		random: scenario.random ?? (() => 0),
		signal: cancel.signal,
		progress: ({ answered }) => progress.push(answered),
		log: (entry) => logged.push(entry),
	};
	const done = await clock.until(
		(scenario.runWith ?? run)([...routes], limitsWith(scenario.limits), env),
		scenario.maxEvents,
	);
	return {
		...done,
		service,
		took: clock.elapsed,
		progress,
		logged,
		statuses: done.rows.map(({ outcome }) => outcome.is),
	};
}
