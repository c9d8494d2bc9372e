import type { Reply } from '../../nodes/IdentityResolution/api/replies/reply';
import type { Limits } from '../../nodes/IdentityResolution/run/limits';
import type { Route } from '../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../nodes/IdentityResolution/run/outcome';
import { run, type Run } from '../../nodes/IdentityResolution/run/run';
import type { Environment, LogEntry } from '../../nodes/IdentityResolution/run/environment';
import { FakeService, type Asked, type Script } from './fakeService';
import { limitsWith } from './limits';
import { lost } from './replies';
import { VirtualClock } from '../../dev/simulation/virtualClock';

/** Epoch ms at which every run begins. */
export const START = Date.UTC(2030, 0, 1);

export interface Scenario {
	limits?: Partial<Limits>;
	/** Everyone is found, unless a script says something else. */
	script?: Script | readonly Reply[];
	/** ms; 100 unless given. */
	latency?: (asked: Asked) => number;
	/** Always 0 unless given: no jitter. */
	random?: () => number;
	/** ms after the start at which the run is cancelled. */
	cancelAt?: number;
	/** Whether the requests in flight are then aborted, as n8n does; true unless given. */
	abortsRequests?: boolean;
	/** A run still going after so many events is taken to have no end. */
	mostEvents?: number;
	/** What plays: a real run unless given. */
	play?: (routes: readonly Route[], limits: Limits, env: Environment) => Promise<Run>;
}

/** A run that is over, and what could be seen of it from outside. */
export interface SimulatedRun extends Run {
	service: FakeService;
	/** ms of virtual time that it took. */
	took: number;
	/** How many lookups were answered each time progress was told. */
	told: number[];
	logged: LogEntry[];
	statuses: Outcome['is'][];
}

/** Plays a run against a fake service in virtual time. */
export async function simulate(routes: readonly Route[], scenario: Scenario = {}): Promise<SimulatedRun> {
	const clock = new VirtualClock(START);
	const service = new FakeService(clock, scenario.script, scenario.latency);
	const cancel = new AbortController();
	const told: number[] = [];
	const logged: LogEntry[] = [];
	if (scenario.cancelAt !== undefined) void clock.sleep(scenario.cancelAt).then(() => cancel.abort());
	const aborted = new Promise<Reply>((resolve) => {
		if (scenario.abortsRequests !== false) cancel.signal.addEventListener('abort', () => resolve(lost()));
	});
	const env: Environment = {
		send: async (...asked) => await Promise.race([service.send(...asked), aborted]),
		clock,
		random: scenario.random ?? (() => 0),
		signal: cancel.signal,
		progress: ({ answered }) => told.push(answered),
		log: (entry) => logged.push(entry),
	};
	const done = await clock.until(
		(scenario.play ?? run)(routes, limitsWith(scenario.limits), env),
		scenario.mostEvents,
	);
	return {
		...done,
		service,
		took: clock.elapsed,
		told,
		logged,
		statuses: done.rows.map(({ outcome }) => outcome.is),
	};
}
