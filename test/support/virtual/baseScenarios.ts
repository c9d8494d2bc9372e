import fc from 'fast-check';
import type { JsonObject } from '../../../nodes/IdentityResolution/api/json';
import type { Reply } from '../../../nodes/IdentityResolution/api/replies/reading';
import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import type { Environment, Limits } from '../../../nodes/IdentityResolution/run/environment';
import { doneRoute, singleLookup, type Lookup, type Route } from '../../../nodes/IdentityResolution/run/lookup';
import { run, type Run } from '../../../nodes/IdentityResolution/run/run';
import { drawsOf } from '../../../dev/sandbox/random';
import type { Fault } from '../../../dev/sandbox/http/faults';
import { createService, type SandboxReply, type Service } from '../../../dev/sandbox/service';
import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { FIVE_HOURS, ONE_WEEK, RollingWindow } from '../../../dev/sandbox/rules/rollingWindow';
import { VirtualClock } from './virtualClock';
import { limitsWith } from '../run/limits';
import { businessProfile, inBatchesOf, lookupFor, personalEmail } from '../run/lookups';
import { START } from './virtualRun';

/** A short description of a row, so that counterexamples are readable; null is a blank row. */
export type Cell = { person: number; tool: 'email' | 'profile'; spelled: 'bare' | 'upper' | 'address' } | null;

/** Workers that share an account with real windows, and run their rows until none is deferred. */
export interface Scenario {
	/** One sheet for each worker, with people of its own. */
	sheets: Cell[][];
	/** Lookups per request of the email tool. */
	batchSize: number;
	limits: Limits;
	settings: SettingsPatch;
	/** In ms, alternately for a request and its reply, repeated. */
	latencies: number[];
	seed: number;
}

const KEY = 'sandbox_scenariokey01';
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'test', authorization: `Bearer ${KEY}` };
const HOUR = FIVE_HOURS / 5;

/** Usually the default value, so that most scenarios return answers. */
const mostly = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
	fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(...others) });

const cells: fc.Arbitrary<Cell> = fc.oneof(
	{ weight: 1, arbitrary: fc.constant(null) },
	{
		weight: 9,
		arbitrary: fc.record({
			person: fc.nat(80),
			tool: fc.constantFrom('email' as const, 'email' as const, 'email' as const, 'profile' as const),
			spelled: fc.constantFrom('bare' as const, 'upper' as const, 'address' as const),
		}),
	},
);

const limits: fc.Arbitrary<Limits> = fc
	.record<Partial<Limits>>({
		concurrency: fc.constantFrom(1, 2, 5, 20),
		maxTokens: mostly(Infinity, 5, 30),
		maxWait: mostly(60_000, 0, 0, 10_000, 6 * HOUR, 200 * HOUR),
	})
	.map(limitsWith);

const windows = fc.record({
	records: fc.record({ '5h': fc.constantFrom(4, 10, 25, 1_000), '1w': mostly(1_000, 15, 40) }),
	requests: fc.record({ '5h': fc.constantFrom(4, 15, 60, 1_000) }),
});

/** Settings of a service on which only limits refuse requests. */
const reliable: fc.Arbitrary<SettingsPatch> = fc.record({
	limits: fc.record({ enrich: windows }),
	burst: fc.option(fc.record({ perSecond: fc.constantFrom(1, 5, 30), burst: fc.constantFrom(1, 5, 20) }), {
		freq: 2,
	}),
	burstWait: fc.constantFrom('reported' as const, 'unreported' as const),
	hitRate: fc.constantFrom(0.3, 0.7, 1),
	batchShape: fc.constantFrom('echo' as const, 'nested' as const, 'keyed' as const),
	batchOrder: fc.constantFrom('requested' as const, 'shuffled' as const),
	retryAfterIn: fc.constantFrom('both' as const, 'header' as const, 'metadata' as const),
});

const faults: fc.Arbitrary<Fault> = fc.record({
	kind: fc.constantFrom(
		'reset',
		'reset_charged',
		'half_body',
		'not_json',
		'wrong_content_type',
		'slow',
		'internal_error',
	),
	rate: fc.constantFrom(0.05, 0.2),
});

/** Settings of a service with faults, incomplete batches and a limited balance. */
const unreliable: fc.Arbitrary<SettingsPatch> = fc
	.tuple(
		reliable,
		fc.record({
			account: fc.record({ unlimited: mostly(true, false), tokens: fc.nat(40) }),
			batchShape: fc.constantFrom('echo' as const, 'nested' as const, 'keyed' as const, 'positional' as const),
			batchFaults: fc.record({
				dropRows: mostly(0, 0.1, 0.5),
				duplicateRows: mostly(0, 0.2),
				unrequestedRows: mostly(0, 0.2),
			}),
			faults: fc.array(faults, { maxLength: 2 }),
		}),
	)
	.map(([service, faulty]) => ({ ...service, ...faulty }));

const scenarioOf = (workers: fc.Arbitrary<number>, settings: fc.Arbitrary<SettingsPatch>): fc.Arbitrary<Scenario> =>
	fc.record({
		sheets: workers.chain((count) =>
			fc.array(fc.array(cells, { maxLength: 70, size: 'max' }), { minLength: count, maxLength: count }),
		),
		batchSize: fc.constantFrom(1, 1, 2, 3, 7, 100),
		limits,
		settings,
		latencies: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 7 }),
		seed: fc.nat(1_000),
	});

const alone = fc.constant(1);
const several = fc.constantFrom(1, 2, 3);

export const SCENARIOS = {
	unreliable: scenarioOf(several, unreliable),
	singleWorker: scenarioOf(alone, unreliable),
	reliable: scenarioOf(several, reliable).map((scenario): Scenario => ({
		...scenario,
		limits: { ...scenario.limits, maxTokens: Infinity },
	})),
};

/** A request and its result. Times are in ms since the start. */
export interface Sent {
	worker: number;
	/** The run of the worker that sent it, from 0. */
	run: number;
	at: number;
	/** The requests of the worker in flight at that time, including this one. */
	inFlight: number;
	/** Infinity while the request is in flight. */
	answeredAt: number;
	/** The records left in the windows when the service handled it. */
	left: { of5h: number; of1w: number };
	/** The reply with its ledger entry; null until the service has handled the request. */
	reply: SandboxReply | null;
}

/** A run of a worker, with the indices of its rows in the sheet. */
export interface Round {
	run: Run;
	rows: number[];
}

/** A finished scenario. */
export interface ScenarioResult {
	scenario: Scenario;
	/** By worker. */
	rounds: Round[][];
	sent: Sent[];
	service: Service;
	took: number;
}

const MAX_ROUNDS = 250;
const MAX_EVENTS = 200_000;
/** How long a worker waits without a retry time, in ms. */
const DEFAULT_WAIT = 60_000;
/** The minimum wait after a run without answers, in ms. */
const IDLE = FIVE_HOURS;
const RETRIED_REASONS: ReadonlySet<string> = new Set(['rate_limited', 'fair_use_records', 'fair_use_requests']);

const SPELLINGS = {
	bare: (slug: string) => slug,
	upper: (slug: string) => slug.toUpperCase(),
	address: (slug: string) => `https://uk.linkedin.com/in/${slug}/?trk=example`,
};

/** The tool for emails, with the batch size of a scenario. */
export const emailToolOf = ({ batchSize }: Scenario): Tool => inBatchesOf(batchSize, personalEmail);

/** The lookup of a cell. Each worker has people of its own. */
export const lookupIn = ({ person, tool, spelled }: NonNullable<Cell>, worker: number, emailTool: Tool): Lookup =>
	lookupFor(tool === 'email' ? emailTool : businessProfile, SPELLINGS[spelled](`person-${worker}-${person}`));

const routeOf = (cell: Cell, worker: number, emailTool: Tool): Route =>
	cell === null
		? doneRoute({ is: 'skipped', why: 'Blank', by: 'blank' })
		: singleLookup(lookupIn(cell, worker, emailTool));

const NEVER = new AbortController().signal;

/** The service of a scenario, with a record of all requests. */
class Testbed {
	readonly clock = new VirtualClock(START);
	readonly service: Service;
	readonly sent: Sent[] = [];
	private readonly of5h = new RollingWindow(FIVE_HOURS);
	private readonly of1w = new RollingWindow(ONE_WEEK);
	private readonly inFlight: number[];
	private latencyCount = 0;

	constructor(private readonly scenario: Scenario) {
		const { settings, seed, sheets } = scenario;
		this.service = createService({
			keys: [KEY],
			seed,
			...settings,
			account: { unlimited: true, ...settings.account },
		});
		this.inFlight = sheets.map(() => 0);
	}

	async send(worker: number, run: number, tool: Tool, body: JsonObject): Promise<Reply> {
		this.inFlight[worker] += 1;
		const inFlight = this.inFlight[worker];
		const sent: Sent = {
			worker,
			run,
			at: this.clock.elapsed,
			inFlight,
			answeredAt: Infinity,
			left: { of5h: 0, of1w: 0 },
			reply: null,
		};
		this.sent.push(sent);
		await this.clock.sleep(this.nextLatency());
		const now = this.clock.now();
		sent.left = this.recordsLeft(now);
		const reply = this.service.handle(
			{ tool: tool.name, method: 'POST', headers: HEADERS, body: JSON.stringify(body) },
			now,
		);
		for (const window of [this.of5h, this.of1w]) window.add(reply.entry.records, now);
		sent.reply = reply;
		await this.clock.sleep(this.nextLatency() + reply.delay);
		sent.answeredAt = this.clock.elapsed;
		this.inFlight[worker] -= 1;
		return reply.delivery === 'whole'
			? { is: 'http', ...reply }
			: { is: 'lost', message: 'the connection was interrupted' };
	}

	private recordsLeft(now: number): Sent['left'] {
		const { '5h': in5h, '1w': in1w } = this.service.settings().limits.enrich.records;
		return { of5h: in5h - this.of5h.used(now), of1w: in1w - this.of1w.used(now) };
	}

	private nextLatency(): number {
		const { latencies } = this.scenario;
		return latencies[this.latencyCount++ % latencies.length];
	}
}

/** Runs a sheet, then reruns its deferred rows at their retry time until no limit defers rows. */
async function runWorker(stage: Testbed, scenario: Scenario, worker: number): Promise<Round[]> {
	const { sheets, limits, seed } = scenario;
	const emailTool = emailToolOf(scenario);
	const sheet = sheets[worker];
	const { clock } = stage;
	const { share } = drawsOf(seed, `worker ${worker}`);
	const rounds: Round[] = [];
	for (let rows = [...sheet.keys()]; rows.length > 0 && rounds.length < MAX_ROUNDS;) {
		const nth = rounds.length;
		const env: Environment = {
			send: (tool, body) => stage.send(worker, nth, tool, body),
			clock,
			random: share,
			signal: NEVER,
			progress: () => undefined,
			log: () => undefined,
		};
		const done = await run(
			rows.map((row) => routeOf(sheet[row], worker, emailTool)),
			limits,
			env,
		);
		rounds.push({ run: done, rows });
		if (done.stop === null || !RETRIED_REASONS.has(done.stop.reason)) break;
		rows = rows.filter((_row, place) => done.rows[place].outcome.is === 'deferred');
		const wait = done.stop.retryAt === null ? DEFAULT_WAIT : done.stop.retryAt - clock.now();
		await clock.sleep(done.stats.answered > 0 ? wait : Math.max(wait, IDLE));
	}
	return rounds;
}

export async function runScenario(scenario: Scenario): Promise<ScenarioResult> {
	const stage = new Testbed(scenario);
	const all = scenario.sheets.map((_sheet, worker) => runWorker(stage, scenario, worker));
	const rounds = await stage.clock.until(Promise.all(all), MAX_EVENTS);
	return { scenario, rounds, sent: stage.sent, service: stage.service, took: stage.clock.elapsed };
}
