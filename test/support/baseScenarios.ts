import fc from 'fast-check';
import type { JsonObject } from '../../nodes/IdentityResolution/api/json';
import type { Reply } from '../../nodes/IdentityResolution/api/replies/reply';
import type { Tool } from '../../nodes/IdentityResolution/api/tool';
import type { Limits } from '../../nodes/IdentityResolution/run/limits';
import { doneRoute, singleLookup, type Lookup, type Route } from '../../nodes/IdentityResolution/run/lookup';
import { run, type Run } from '../../nodes/IdentityResolution/run/run';
import type { Environment } from '../../nodes/IdentityResolution/run/environment';
import { drawsOf } from '../../dev/sandbox/random';
import type { Fault } from '../../dev/sandbox/http/faults';
import { createService, type SandboxReply, type Service } from '../../dev/sandbox/service';
import type { SettingsPatch } from '../../dev/sandbox/settings';
import { FIVE_HOURS, ONE_WEEK, RollingWindow } from '../../dev/sandbox/rules/rollingWindow';
import { VirtualClock } from '../../dev/simulation/virtualClock';
import { limitsWith } from './limits';
import { businessProfile, lookupFor, personalEmail } from './lookups';
import { START } from './virtualRun';

/** A row in few words, for a counterexample that can be read; null is a blank one. */
export type Cell = { person: number; tool: 'email' | 'profile'; spelled: 'bare' | 'upper' | 'address' } | null;

/** Workers that share an account with real windows, and send their rows until none is deferred any more. */
export interface Scenario {
	/** One sheet for each worker. Nobody stands in two of them. */
	sheets: Cell[][];
	limits: Limits;
	settings: SettingsPatch;
	/** ms that a request is on its way there, and its reply back, over and over. */
	latencies: number[];
	seed: number;
}

const KEY = 'sandbox_scenariokey01';
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'test', authorization: `Bearer ${KEY}` };
const HOUR = FIVE_HOURS / 5;

/** The usual value most of the time, so that most scenarios get somewhere. */
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
		batchSize: fc.constantFrom(1, 1, 2, 3, 7, 100),
		concurrency: fc.constantFrom(1, 2, 5, 20),
		maxTokens: mostly(Infinity, 5, 30),
		maxWait: mostly(60_000, 0, 10_000, 6 * HOUR, 200 * HOUR),
		onLimit: mostly<Limits['onLimit']>('wait', 'defer', 'error'),
		onLostAnswer: fc.constantFrom<Limits['onLostAnswer']>('retry', 'fail'),
		reserve: mostly(0, 2),
		retries: fc.constantFrom(0, 1, 3),
	})
	.map(limitsWith);

const windows = fc.record({
	records: fc.record({ '5h': fc.constantFrom(4, 10, 25, 1_000), '1w': mostly(1_000, 15, 40) }),
	requests: fc.record({ '5h': fc.constantFrom(4, 15, 60, 1_000) }),
});

/** Settings of a service that answers everything, sooner or later. */
const sound: fc.Arbitrary<SettingsPatch> = fc.record({
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

/** Settings of a service in which anything may go wrong. */
const unsound: fc.Arbitrary<SettingsPatch> = fc
	.tuple(
		sound,
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
	.map(([service, disorder]) => ({ ...service, ...disorder }));

const scenarioOf = (workers: fc.Arbitrary<number>, settings: fc.Arbitrary<SettingsPatch>): fc.Arbitrary<Scenario> =>
	fc.record({
		sheets: workers.chain((count) =>
			fc.array(fc.array(cells, { maxLength: 70, size: 'max' }), { minLength: count, maxLength: count }),
		),
		limits,
		settings,
		latencies: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 7 }),
		seed: fc.nat(1_000),
	});

const alone = fc.constant(1);
const several = fc.constantFrom(1, 2, 3);

export const SCENARIOS = {
	anything: scenarioOf(several, unsound),
	alone: scenarioOf(alone, unsound),
	nothingGoesWrong: scenarioOf(several, sound).map((scenario): Scenario => ({
		...scenario,
		limits: { ...scenario.limits, maxTokens: Infinity, reserve: 0 },
	})),
};

/** One request, as it could be seen on its way. Times are ms since the start. */
export interface Sent {
	worker: number;
	/** Which run of the worker sent it, from 0. */
	run: number;
	at: number;
	/** Requests of the same worker on their way at that time, this one among them. */
	inFlight: number;
	/** Infinity while its reply is on its way. */
	answeredAt: number;
	/** Records that the windows had left when it was handled. */
	left: { of5h: number; of1w: number };
	/** What the service answered, and what its ledger has of it; null before it was handled. */
	reply: SandboxReply | null;
}

/** A run of a worker, and which rows of its sheet went into it. */
export interface Round {
	run: Run;
	rows: number[];
}

/** A scenario played to its end. */
export interface Show {
	scenario: Scenario;
	/** By worker. */
	rounds: Round[][];
	sent: Sent[];
	service: Service;
	took: number;
}

const MOST_ROUNDS = 250;
const MOST_EVENTS = 200_000;
/** ms that a worker waits where no row says when to come back. */
const UNTOLD = 60_000;
/** ms that a worker waits at least after a run that answered nobody. */
const IDLE = FIVE_HOURS;
const COMES_BACK: ReadonlySet<string> = new Set(['rate_limited', 'fair_use_records', 'fair_use_requests']);

const SPELLINGS = {
	bare: (slug: string) => slug,
	upper: (slug: string) => slug.toUpperCase(),
	address: (slug: string) => `https://uk.linkedin.com/in/${slug}/?trk=example`,
};

/** What a cell asks. Each worker has people of its own. */
export const lookupIn = ({ person, tool, spelled }: NonNullable<Cell>, worker: number): Lookup =>
	lookupFor(tool === 'email' ? personalEmail : businessProfile, SPELLINGS[spelled](`person-${worker}-${person}`));

const routeOf = (cell: Cell, worker: number): Route =>
	cell === null ? doneRoute({ is: 'skipped', why: 'Blank', by: 'blank' }) : singleLookup(lookupIn(cell, worker));

const NEVER = new AbortController().signal;

/** The service of a scenario, and everything that could be seen on the way to it and back. */
class Stage {
	readonly clock = new VirtualClock(START);
	readonly service: Service;
	readonly sent: Sent[] = [];
	private readonly of5h = new RollingWindow(FIVE_HOURS);
	private readonly of1w = new RollingWindow(ONE_WEEK);
	private readonly onTheirWay: number[];
	private ways = 0;

	constructor(private readonly scenario: Scenario) {
		const { settings, seed, sheets } = scenario;
		this.service = createService({
			keys: [KEY],
			seed,
			...settings,
			account: { unlimited: true, ...settings.account },
		});
		this.onTheirWay = sheets.map(() => 0);
	}

	async send(worker: number, run: number, tool: Tool, body: JsonObject): Promise<Reply> {
		this.onTheirWay[worker] += 1;
		const inFlight = this.onTheirWay[worker];
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
		this.onTheirWay[worker] -= 1;
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
		return latencies[this.ways++ % latencies.length];
	}
}

/** Runs a sheet, and then what was deferred by a limit once its time has come, until nothing is. */
async function work(stage: Stage, { sheets, limits, seed }: Scenario, worker: number): Promise<Round[]> {
	const sheet = sheets[worker];
	const { clock } = stage;
	const { share } = drawsOf(seed, `worker ${worker}`);
	const rounds: Round[] = [];
	for (let rows = [...sheet.keys()]; rows.length > 0 && rounds.length < MOST_ROUNDS;) {
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
			rows.map((row) => routeOf(sheet[row], worker)),
			limits,
			env,
		);
		rounds.push({ run: done, rows });
		if (done.stop === null || !COMES_BACK.has(done.stop.reason)) break;
		rows = rows.filter((_row, place) => done.rows[place].outcome.is === 'deferred');
		const wait = done.stop.retryAt === null ? UNTOLD : done.stop.retryAt - clock.now();
		await clock.sleep(done.stats.answered > 0 ? wait : Math.max(wait, IDLE));
	}
	return rounds;
}

export async function show(scenario: Scenario): Promise<Show> {
	const stage = new Stage(scenario);
	const all = scenario.sheets.map((_sheet, worker) => work(stage, scenario, worker));
	const rounds = await stage.clock.until(Promise.all(all), MOST_EVENTS);
	return { scenario, rounds, sent: stage.sent, service: stage.service, took: stage.clock.elapsed };
}
