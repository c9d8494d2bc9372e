import { directorySlug } from '../../dev/sandbox/data/directory';
import { isHeld } from '../../dev/sandbox/people';
import { drawsOf } from '../../dev/sandbox/random';
import { createService, type Service } from '../../dev/sandbox/service';
import type { Environment } from '../../nodes/IdentityResolution/service/environment';
import type { Outcome } from '../../nodes/IdentityResolution/service/outcome';
import { run } from '../../nodes/IdentityResolution/run/run';
import { limitsWith } from '../support/run/limits';
import { personalEmail, routeFor } from '../support/run/lookups';
import { VirtualClock } from '../../dev/benchmark/rateLimits/virtualClock';

const KEY = 'sandbox_simulated1';
const headers = { 'content-type': 'application/json', 'user-agent': 'simulation', authorization: `Bearer ${KEY}` };
const PEOPLE = { seed: 7, hitRate: 0.7, keys: [KEY], account: { unlimited: true } };
const HOUR = 3_600_000;

/** Windows that a sheet of 3,000 rows uses up more than once, all of them rolling. */
const WINDOWS = { records: { '5h': 200, '1w': 900 }, requests: { '5h': 12 } };

/** 3,000 rows, of which 30 % repeat a person. */
const draws = drawsOf(PEOPLE.seed, 'week of windows');
const sheet = Array.from({ length: 3_000 }, (_, row) =>
	directorySlug(PEOPLE.seed, draws.share() < 0.3 ? draws.below(row + 1) : row),
);

function environment(service: Service, clock: VirtualClock): Environment {
	const { share: random } = drawsOf(PEOPLE.seed, 'latency');
	const { signal } = new AbortController();
	return {
		send: async (tool, body) => {
			await clock.sleep(100 + 200 * random());
			const request = { tool: tool.name, method: 'POST', headers, body: JSON.stringify(body) };
			return { is: 'http', ...service.handle(request, clock.now()) };
		},
		clock,
		random,
		signal,
		progress: () => undefined,
		log: () => undefined,
	};
}

/** Runs the deferred rows again at their `retry_at` until none is left, as a workflow with a Schedule Trigger does. */
async function untilAllAreAnswered(service: Service, clock: VirtualClock) {
	const env = environment(service, clock);
	const outcomes = new Map<number, Outcome>();
	const runs: number[] = [];
	for (let open = sheet.map((_, row) => row); open.length > 0;) {
		const { rows } = await run(
			open.map((row) => routeFor(personalEmail, sheet[row])),
			limitsWith(),
			env,
		);
		rows.forEach(({ outcome }, place) => outcomes.set(open[place], outcome));
		const stops = rows.flatMap(({ outcome }) => (outcome.is === 'deferred' ? outcome.stop : []));
		open = open.filter((_, place) => rows[place].outcome.is === 'deferred');
		runs.push(rows.length - open.length);
		await clock.sleep(Math.max(0, ...stops.map(({ retryAt }) => (retryAt ?? Infinity) - clock.now())));
	}
	return { outcomes, runs };
}

it('a sheet that needs windows of several weeks is answered completely, and no person is paid for twice', async () => {
	const clock = new VirtualClock();
	const service = createService({ ...PEOPLE, limits: { enrich: WINDOWS }, burst: { perSecond: 5, burst: 10 } });
	const { outcomes, runs } = await clock.until(untilAllAreAnswered(service, clock), 1_000_000);
	const people = new Set(sheet);
	const held = [...people].filter((slug) => isHeld(`linkedin:${slug}`, PEOPLE.seed, PEOPLE.hitRate)).length;
	const summary = service.ledger.summary();
	expect(summary).toMatchObject({ recordsUsed: held, identifiersCharged: held, chargedMoreThanOnce: [], lost: 0 });
	expect(sheet.map((_, row) => outcomes.get(row)?.is)).toEqual(
		sheet.map((slug) => (isHeld(`linkedin:${slug}`, PEOPLE.seed, PEOPLE.hitRate) ? 'found' : 'not_found')),
	);
	expect(runs.every((answered) => answered > 0)).toBe(true);
	// One window of a week must pass, and for the other records three windows of five hours.
	const weeks = Math.floor(held / WINDOWS.records['1w']);
	const windows = Math.ceil((held % WINDOWS.records['1w']) / WINDOWS.records['5h']) - 1;
	expect([weeks, windows]).toEqual([1, 3]);
	expect(clock.elapsed / HOUR).toBeCloseTo(weeks * 168 + windows * 5, 1);
});
