import fc from 'fast-check';
import type { Answer } from '../../nodes/IdentityResolution/api/replies/reading';
import { Prices } from '../../nodes/IdentityResolution/service/budget';
import { LookupRegistry } from '../../nodes/IdentityResolution/run/loader';
import type { Entry } from '../../nodes/IdentityResolution/service/request';
import { doneRoute, singleLookup, type Route } from '../../nodes/IdentityResolution/run/route';
import { type Lookup } from '../../nodes/IdentityResolution/service/lookup';
import type { Outcome } from '../../nodes/IdentityResolution/service/outcome';
import { Row, type SettledRow } from '../../nodes/IdentityResolution/run/rows';
import { businessProfile, lookupFor, personalEmail, reverseEmail, routeFor } from '../support/run/lookups';
import { dequeueNext, settle, updateRows } from '../support/run/requests';
import { DEFERRED } from '../support/run/settledRows';

const answerOf = (results: unknown): Answer => ({ found: true, results, metadata: {}, at: 0 });
const found = (results: unknown = {}): Outcome => ({ is: 'found', answer: answerOf(results), phone: 'as_requested' });
const MISSED: Outcome = { is: 'not_found', answer: { ...answerOf({}), found: false }, phone: 'as_requested' };

function startRows(routes: readonly Route[], registry: LookupRegistry): SettledRow[] {
	const rows = routes.map((route) => new Row(route, registry, new Prices()));
	for (const row of rows) row.advance();
	return rows;
}

/** Starts rows, and settles queued lookups one by one, in their order, until the queue is empty. */
async function settleAllRows(
	routes: Route[],
	outcomeOf: (entry: Entry) => Outcome,
): Promise<{ rows: readonly SettledRow[]; sent: string[] }> {
	const registry = new LookupRegistry();
	const rows = startRows(routes, registry);
	const sent: string[] = [];
	for (let request = dequeueNext(registry, 1); request !== null; request = dequeueNext(registry, 1)) {
		const [entry] = request.entries;
		sent.push(entry.lookup.key);
		entry.record.attempts += 1;
		settle(registry, entry, outcomeOf(entry));
	}
	return { rows, sent };
}

describe('rows', () => {
	it('are in the order of their routes, in any order of settlement', async () => {
		const registry = new LookupRegistry();
		const names = ['person-1', 'person-2', 'person-3'];
		const rows = startRows(
			names.map((name) => routeFor(personalEmail, name)),
			registry,
		);
		for (const entry of [...dequeueNext(registry, 3)!.entries].reverse())
			settle(registry, entry, found({ name: entry.lookup.identifier.key }));
		expect(rows.map(({ outcome }) => outcome)).toEqual(names.map((name) => found({ name: `linkedin:${name}` })));
	});

	it('without a lookup are settled at once, at their own position', async () => {
		const skipped: Outcome = { is: 'skipped', why: 'Blank', by: 'blank' };
		const registry = new LookupRegistry();
		const [first, , last] = startRows(
			[doneRoute(skipped), routeFor(personalEmail, 'ada-example'), doneRoute(skipped)],
			registry,
		);
		expect([first, last]).toMatchObject(Array(2).fill({ outcome: skipped, steps: [] }));
		expect(registry.size).toBe(1);
	});

	it('with the same lookup share its outcome and record, and only the first one pays', async () => {
		const { rows } = await settleAllRows(
			['ada-example', 'bob-example', 'ada-example'].map((name) => routeFor(personalEmail, name)),
			() => found(),
		);
		expect(rows[0].steps[0].record).toBe(rows[2].steps[0].record);
		expect(rows[0].steps[0]).toMatchObject({ outcome: found(), record: { rows: 2, attempts: 1 } });
		expect(rows.map(({ steps }) => steps[0].showsCharge)).toEqual([true, true, false]);
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

	it.each<[string, Lookup, Lookup[]]>([
		['ends with the first step if that is enough', email, [email]],
		['continues with the next step if not', profile, [email, profile]],
	])('%s', async (_says, hit, steps) => {
		const { rows, sent } = await settleAllRows([firstFound(email, profile)], ({ lookup }) =>
			lookup === hit ? found({ of: lookup.key }) : MISSED,
		);
		expect(sent).toEqual(steps.map(({ key }) => key));
		expect(rows[0].outcome).toEqual(found({ of: hit.key }));
	});

	it('joins lookups of other rows at any step, before or after them', async () => {
		const routes = [
			firstFound(email, profile),
			singleLookup(profile),
			firstFound(profile, email),
			firstFound(email, profile, email),
		];
		const { rows, sent } = await settleAllRows(routes, () => MISSED);
		expect(sent).toEqual([profile.key, email.key]);
		expect(rows.map(({ outcome }) => outcome.is)).toEqual(Array(4).fill('not_found'));
		expect(rows.map(({ steps }) => steps.map(({ lookup }) => lookup))).toEqual([
			[email, profile],
			[profile],
			[profile, email],
			[email, profile, email],
		]);
		expect(rows.flatMap(({ steps }) => steps).filter(({ showsCharge }) => showsCharge)).toHaveLength(2);
	});

	it.each<[string, Outcome, string]>([
		['is started after a hit', found(), 'started'],
		['is not started after misses', MISSED, 'fresh'],
	])('%s', async (_says, outcome, stage) => {
		const registry = new LookupRegistry();
		const route: Route = (known) => (known.length === 0 ? { lookup: email } : { lookup: profile });
		startRows([route], registry);
		expect(registry.queue.nextReady()?.priority).toBe('fresh');
		settle(registry, dequeueNext(registry, 1)!.entries[0], outcome);
		expect(registry.queue.nextReady()).toMatchObject({ lookup: profile, priority: stage });
	});

	it('runs to its end when the registry is closed', async () => {
		const registry = new LookupRegistry();
		const rows = startRows([firstFound(email, profile), doneRoute(MISSED)], registry);
		registry.close(DEFERRED);
		updateRows(registry);
		expect(rows[0]).toMatchObject({ outcome: DEFERRED, steps: [{ outcome: DEFERRED }, { outcome: DEFERRED }] });
	});
});

describe('a lookup that a closed tool makes useless', () => {
	const ada = lookupFor(businessProfile, 'ada-example');
	/** Reports the lookup as not sent, then looks up the personal email. */
	const route: Route = (steps) => {
		if (steps.length === 0) return { lookup: ada, outcome: DEFERRED };
		const [, email] = steps;
		return email === undefined ? { lookup: lookupFor(personalEmail, 'ada-example') } : { outcome: email.outcome };
	};

	it('is a step with the outcome of the tool, not sent and free, and does not end its row', async () => {
		const { rows, sent } = await settleAllRows([route], () => found());
		expect(rows[0]).toMatchObject({
			outcome: found(),
			steps: [
				{ lookup: ada, outcome: DEFERRED, record: { attempts: 0, charged: 0, rows: 1 }, showsCharge: true },
				{ outcome: found() },
			],
		});
		expect(sent).toHaveLength(1);
	});

	it('is sent for another row that needs it', async () => {
		const { rows, sent } = await settleAllRows([route, routeFor(businessProfile, 'ada-example')], () => found());
		expect(rows.map(({ outcome }) => outcome.is)).toEqual(['found', 'found']);
		expect(sent).toHaveLength(2);
	});
});

it('every row is settled exactly once, at its own position, for any routes and answers', async () => {
	const tools = [personalEmail, businessProfile, reverseEmail];
	const lookups = tools.flatMap((tool) =>
		[1, 2, 3].map((digit) =>
			lookupFor(tool, tool === reverseEmail ? `person-${digit}@example.com` : `person-${digit}`),
		),
	);
	const ways = fc.array(fc.array(fc.constantFrom(...lookups), { maxLength: 4 }), { maxLength: 20 });

	await fc.assert(
		fc.asyncProperty(ways, fc.func(fc.boolean()), async (rows, isHit) => {
			const ends = rows.map(() => 0);
			const routes = rows.map((way, place): Route => (known) => {
				if (known.length < way.length) return { lookup: way[known.length] };
				ends[place] += 1;
				return { outcome: found({ place }) };
			});
			const { rows: done, sent } = await settleAllRows(routes, ({ lookup }) =>
				isHit(lookup.key) ? found() : MISSED,
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
