import fc from 'fast-check';
import type { Answer } from '../../nodes/IdentityResolution/api/replies/reading';
import { LookupRegistry } from '../../nodes/IdentityResolution/run/queue/registry';
import type { Entry } from '../../nodes/IdentityResolution/run/queue/pendingRequest';
import { doneRoute, singleLookup, type Lookup, type Route } from '../../nodes/IdentityResolution/run/lookup';
import type { Outcome, PhoneResult } from '../../nodes/IdentityResolution/run/outcome';
import { Prices } from '../../nodes/IdentityResolution/run/budget/budget';
import { startRows, type SettledRow } from '../../nodes/IdentityResolution/run/rows';
import { businessProfile, lookupFor, personalEmail, reverseEmail, routeFor } from '../support/run/lookups';
import { dequeueNext } from '../support/run/requests';

const answerOf = (results: unknown): Answer => ({ found: true, results, metadata: { tokens_charged: 1 }, at: 0 });
const found = (results: unknown = {}, phone: PhoneResult = 'as_requested'): Outcome => ({
	is: 'found',
	answer: answerOf(results),
	phone,
});
const missed = (phone: PhoneResult = 'as_requested'): Outcome => ({
	is: 'not_found',
	answer: { ...answerOf({}), found: false },
	phone,
});
const DEFERRED: Outcome = { is: 'deferred', stop: { reason: 'run_time', retryAt: null, refusal: null, tool: null } };

/** Settles queued lookups one by one, in their order, until the queue is empty. */
function settleInOrder(registry: LookupRegistry, outcomeOf: (entry: Entry) => Outcome): string[] {
	const order: string[] = [];
	for (let request = dequeueNext(registry, 1); request !== null; request = dequeueNext(registry, 1)) {
		const [entry] = request.entries;
		order.push(entry.lookup.key);
		entry.record.attempts += 1;
		registry.settle(entry, outcomeOf(entry));
	}
	return order;
}

function settleAllRows(
	routes: Route[],
	outcomeOf: (entry: Entry) => Outcome,
): { rows: readonly SettledRow[]; sent: string[] } {
	const registry = new LookupRegistry();
	const rows = startRows(routes, registry);
	return { rows, sent: settleInOrder(registry, outcomeOf) };
}

const statuses = (rows: readonly SettledRow[]) => rows.map(({ outcome }) => outcome.is);

describe('rows', () => {
	it('are in the order of their routes, in any order of settlement', () => {
		const registry = new LookupRegistry();
		const rows = startRows(
			['person-1', 'person-2', 'person-3'].map((name) => routeFor(personalEmail, name)),
			registry,
		);
		const entries = dequeueNext(registry, 3)!.entries;
		for (const entry of [...entries].reverse())
			registry.settle(entry, found({ name: entry.lookup.identifier.key }));
		expect(rows.map(({ outcome }) => outcome)).toEqual(
			['1', '2', '3'].map((digit) => found({ name: `linkedin:person-${digit}` })),
		);
	});

	it('without a lookup are settled at once, at their own position', () => {
		const skipped: Outcome = { is: 'skipped', why: 'Blank', by: 'blank' };
		const registry = new LookupRegistry();
		const rows = startRows(
			[doneRoute(skipped), routeFor(personalEmail, 'ada-example'), doneRoute(skipped)],
			registry,
		);
		expect([rows[0], rows[2]]).toMatchObject(Array(2).fill({ outcome: skipped, steps: [] }));
		expect(registry.size).toBe(1);
	});

	it('with the same lookup share its outcome and record, and only the first one pays', () => {
		const { rows } = settleAllRows(
			['ada-example', 'bob-example', 'ada-example'].map((name) => routeFor(personalEmail, name)),
			() => found(),
		);
		expect(rows[0].steps[0].record).toBe(rows[2].steps[0].record);
		expect(rows[0].steps[0].record).toMatchObject({ rows: 2, attempts: 1 });
		expect(rows.map(({ steps }) => steps[0].showsCharge)).toEqual([true, true, false]);
	});

	it('keep each of their steps', () => {
		const { rows } = settleAllRows([routeFor(personalEmail, 'ada-example')], () =>
			found({ email: 'ada@example.com' }),
		);
		expect(rows[0].steps).toMatchObject([
			{ lookup: { tool: personalEmail }, outcome: found({ email: 'ada@example.com' }), showsCharge: true },
		]);
	});
});

describe('a route of several steps', () => {
	/** A route that sends one lookup after the other until one is found. */
	const firstFound =
		(...lookups: Lookup[]): Route =>
		(known) => {
			const last = known.at(-1);
			if (last?.outcome.is === 'found' || known.length === lookups.length)
				return { outcome: last?.outcome ?? DEFERRED };
			return { lookup: lookups[known.length] };
		};

	const email = lookupFor(personalEmail, 'ada-example');
	const profile = lookupFor(businessProfile, 'ada-example');
	const hitOf =
		(...keys: string[]) =>
		({ lookup }: Entry) =>
			keys.includes(lookup.key) ? found({ of: lookup.key }) : missed();

	it('ends with the first step if that is enough', () => {
		const { rows, sent } = settleAllRows([firstFound(email, profile)], hitOf(email.key));
		expect(sent).toEqual([email.key]);
		expect(rows[0].outcome).toEqual(found({ of: email.key }));
	});

	it('continues with the next step if not', () => {
		const { rows, sent } = settleAllRows([firstFound(email, profile)], hitOf(profile.key));
		expect(sent).toEqual([email.key, profile.key]);
		expect(rows[0].outcome).toEqual(found({ of: profile.key }));
		expect(rows[0].steps.map(({ outcome }) => outcome.is)).toEqual(['not_found', 'found']);
	});

	it('joins lookups of other rows at any step, before or after them', () => {
		const routes = [
			firstFound(email, profile),
			singleLookup(profile),
			firstFound(profile, email),
			firstFound(email, profile),
		];
		const { rows, sent } = settleAllRows(routes, () => missed());
		expect(sent).toEqual([profile.key, email.key]);
		expect(statuses(rows)).toEqual(Array(4).fill('not_found'));
		expect(rows.map(({ steps }) => steps.map(({ lookup }) => lookup.key))).toEqual([
			[email.key, profile.key],
			[profile.key],
			[profile.key, email.key],
			[email.key, profile.key],
		]);
		expect(rows.flatMap(({ steps }) => steps).filter(({ showsCharge }) => showsCharge)).toHaveLength(2);
	});

	it('may return to an earlier lookup, which is not sent a second time', () => {
		const { rows, sent } = settleAllRows([firstFound(email, profile, email)], () => missed());
		expect(sent).toEqual([email.key, profile.key]);
		expect(rows[0].steps).toHaveLength(3);
	});

	it('receives exactly the steps so far', () => {
		const seen: number[] = [];
		const route: Route = (known) => {
			seen.push(known.length);
			return firstFound(email, profile)(known, new Prices());
		};
		settleAllRows([route], () => missed());
		expect(seen).toEqual([0, 1, 2]);
	});

	it.each<[string, Outcome, string]>([
		['is started after a hit', found(), 'started'],
		['is not started after misses', missed(), 'fresh'],
	])('%s', (_says, outcome, stage) => {
		const registry = new LookupRegistry();
		startRows([(known) => (known.length === 0 ? { lookup: email } : { lookup: profile })], registry);
		expect(registry.nextReady()?.priority).toBe('fresh');
		registry.settle(dequeueNext(registry, 1)!.entries[0], outcome);
		expect(registry.nextReady()).toMatchObject({ lookup: profile, priority: stage });
	});

	it('runs to its end when the registry is closed', () => {
		const registry = new LookupRegistry();
		const rows = startRows([firstFound(email, profile), doneRoute(missed())], registry);
		registry.close(DEFERRED);
		expect(rows[0]).toMatchObject({ outcome: DEFERRED, steps: [{ outcome: DEFERRED }, { outcome: DEFERRED }] });
	});
});

it('every row is settled exactly once, at its own position, for any routes and answers', () => {
	const tools = [personalEmail, businessProfile, reverseEmail];
	const lookups = tools.flatMap((tool) =>
		[1, 2, 3].map((digit) =>
			lookupFor(tool, tool === reverseEmail ? `person-${digit}@example.com` : `person-${digit}`),
		),
	);
	const ways = fc.array(fc.array(fc.constantFrom(...lookups), { maxLength: 4 }), { maxLength: 20 });

	fc.assert(
		fc.property(ways, fc.func(fc.boolean()), (rows, isHit) => {
			const ends = rows.map(() => 0);
			const routes = rows.map((way, place): Route => (known) => {
				if (known.length < way.length) return { lookup: way[known.length] };
				ends[place] += 1;
				return { outcome: found({ place }) };
			});
			const { rows: done, sent } = settleAllRows(routes, ({ lookup }) =>
				isHit(lookup.key) ? found() : missed(),
			);
			expect(ends).toEqual(rows.map(() => 1));
			expect(done.map(({ outcome }) => outcome)).toEqual(rows.map((_way, place) => found({ place })));
			expect(done.map(({ steps }) => steps.map(({ lookup }) => lookup))).toEqual(rows);
			expect(sent).toHaveLength(new Set(rows.flat().map(({ key }) => key)).size);
			expect(done.flatMap(({ steps }) => steps).filter(({ showsCharge }) => showsCharge)).toHaveLength(
				sent.length,
			);
		}),
		{ numRuns: 200 },
	);
});
