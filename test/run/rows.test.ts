import fc from 'fast-check';
import type { Answer } from '../../nodes/IdentityResolution/api/replies/reading';
import type { Phone } from '../../nodes/IdentityResolution/api/request';
import { LookupRegistry } from '../../nodes/IdentityResolution/run/queue/registry';
import type { Entry } from '../../nodes/IdentityResolution/run/queue/entry';
import { doneRoute, singleLookup, type Lookup, type Route } from '../../nodes/IdentityResolution/run/lookup';
import type { Outcome, PhoneResult } from '../../nodes/IdentityResolution/run/outcome';
import { Prices } from '../../nodes/IdentityResolution/run/budget/prices';
import { startRows, type SettledRow } from '../../nodes/IdentityResolution/run/rows';
import { routeFor, businessProfile, lookupFor, personalEmail, reverseEmail } from '../support/lookups';
import { dequeueNext } from '../support/requests';

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

/** Settles lookups one by one, in the order in which they stand in line, until nothing is left. */
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
	it('stand in the order of their routes, whatever the order in which they are settled', () => {
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

	it('that ask nothing are settled at once, at their own place', () => {
		const skipped: Outcome = { is: 'skipped', why: 'Blank', by: 'blank' };
		const registry = new LookupRegistry();
		const rows = startRows(
			[doneRoute(skipped), routeFor(personalEmail, 'ada-example'), doneRoute(skipped)],
			registry,
		);
		expect([rows[0], rows[2]]).toMatchObject(Array(2).fill({ outcome: skipped, steps: [] }));
		expect(registry.size).toBe(1);
	});

	it('that share a lookup share its outcome and its record, and only the first pays', () => {
		const { rows } = settleAllRows(
			['ada-example', 'bob-example', 'ada-example'].map((name) => routeFor(personalEmail, name)),
			() => found(),
		);
		expect(rows[0].steps[0].record).toBe(rows[2].steps[0].record);
		expect(rows[0].steps[0].record).toMatchObject({ rows: 2, attempts: 1 });
		expect(rows.map(({ steps }) => steps[0].pays)).toEqual([true, true, false]);
	});

	it('remember each of their steps', () => {
		const { rows } = settleAllRows([routeFor(personalEmail, 'ada-example')], () =>
			found({ email: 'ada@example.com' }),
		);
		expect(rows[0].steps).toMatchObject([
			{ lookup: { tool: personalEmail }, outcome: found({ email: 'ada@example.com' }), pays: true },
		]);
	});
});

describe('a way of several steps', () => {
	/** Asks one lookup after the other until one is found. */
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

	it('ends with the first step where that is enough', () => {
		const { rows, sent } = settleAllRows([firstFound(email, profile)], hitOf(email.key));
		expect(sent).toEqual([email.key]);
		expect(rows[0].outcome).toEqual(found({ of: email.key }));
	});

	it('goes on to the next step where it is not', () => {
		const { rows, sent } = settleAllRows([firstFound(email, profile)], hitOf(profile.key));
		expect(sent).toEqual([email.key, profile.key]);
		expect(rows[0].outcome).toEqual(found({ of: profile.key }));
		expect(rows[0].steps.map(({ outcome }) => outcome.is)).toEqual(['not_found', 'found']);
	});

	it('joins the lookups that other rows have asked, at whichever step, before or after', () => {
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
		expect(rows.flatMap(({ steps }) => steps).filter(({ pays }) => pays)).toHaveLength(2);
	});

	it('may come back to a lookup that it asked before: it is not asked a second time', () => {
		const { rows, sent } = settleAllRows([firstFound(email, profile, email)], () => missed());
		expect(sent).toEqual([email.key, profile.key]);
		expect(rows[0].steps).toHaveLength(3);
	});

	it('is shown what is known so far, and nothing else', () => {
		const seen: number[] = [];
		const route: Route = (known) => {
			seen.push(known.length);
			return firstFound(email, profile)(known, new Prices());
		};
		settleAllRows([route], () => missed());
		expect(seen).toEqual([0, 1, 2]);
	});

	it.each<[string, Outcome, string]>([
		['has begun once anything was found for it', found(), 'started'],
		['has not begun as long as there were only misses', missed(), 'fresh'],
	])('%s', (_says, outcome, stage) => {
		const registry = new LookupRegistry();
		startRows([(known) => (known.length === 0 ? { lookup: email } : { lookup: profile })], registry);
		expect(registry.nextReady()?.priority).toBe('fresh');
		registry.settle(dequeueNext(registry, 1)!.entries[0], outcome);
		expect(registry.nextReady()).toMatchObject({ lookup: profile, priority: stage });
	});

	it('goes its way to the end when the book is closed', () => {
		const registry = new LookupRegistry();
		const rows = startRows([firstFound(email, profile), doneRoute(missed())], registry);
		registry.close(DEFERRED);
		expect(rows[0]).toMatchObject({ outcome: DEFERRED, steps: [{ outcome: DEFERRED }, { outcome: DEFERRED }] });
	});
});

describe('the phone', () => {
	const WITH_PHONE = {
		full_name: 'Ada Example',
		mobile_phone: '12025550100',
		Phone_type: 'mobile',
		direct_phone: '12025550101',
	};

	/** What rows that asked one person with or without the phone get, where the request asked as it did. */
	function rowsOf(phones: Phone[], outcome: Outcome): Outcome[] {
		const { rows } = settleAllRows(
			phones.map((phone) => routeFor(businessProfile, 'ada-example', phone)),
			() => outcome,
		);
		return rows.map((row) => row.outcome);
	}

	it('stands only on the rows that asked for it; the others get everything else', () => {
		const [first, second] = rowsOf(['without', 'with'], found(WITH_PHONE));
		expect(first).toEqual(found({ full_name: 'Ada Example' }));
		expect(second).toEqual(found(WITH_PHONE));
	});

	it('is not taken out of the answer that the other rows share', () => {
		const results = { ...WITH_PHONE };
		rowsOf(['without', 'with'], found(results));
		expect(results).toEqual(WITH_PHONE);
	});

	it('stays where nobody asked for it and the service sent it all the same', () => {
		expect(rowsOf(['without'], found(WITH_PHONE))).toEqual([found(WITH_PHONE)]);
	});

	it.each([null, 'text', ['mobile_phone']])('is looked for in objects only: %p stays as it is', (results) => {
		expect(rowsOf(['without', 'with'], found(results))).toEqual([found(results), found(results)]);
	});

	it('that the account had no tokens for is said to be left out, on the rows that asked for it alone', () => {
		expect(rowsOf(['without', 'with'], found({ full_name: 'Ada Example' }, 'omitted'))).toEqual([
			found({ full_name: 'Ada Example' }, 'as_requested'),
			found({ full_name: 'Ada Example' }, 'omitted'),
		]);
	});

	it('is said to be left out of a miss, too', () => {
		expect(rowsOf(['without', 'with'], missed('omitted'))).toEqual([missed('as_requested'), missed('omitted')]);
	});

	it('is said to be too late for a row that asked for it after the request had been sent without', () => {
		const registry = new LookupRegistry();
		const rows = startRows([routeFor(businessProfile, 'ada-example', 'without')], registry);
		const { entries } = dequeueNext(registry, 1)!;
		entries[0].record.attempts = 1;
		const late = startRows([routeFor(businessProfile, 'ada-example', 'with')], registry);
		registry.settle(entries[0], found({ full_name: 'Ada Example' }));
		expect(rows[0].outcome).toEqual(found({ full_name: 'Ada Example' }, 'as_requested'));
		expect(late[0].outcome).toEqual(found({ full_name: 'Ada Example' }, 'too_late'));
	});

	it.each<Outcome>([DEFERRED, { is: 'planned', why: 'A test' }])(
		'makes no difference to an outcome without an answer: %p',
		(outcome) => {
			expect(rowsOf(['without', 'with'], outcome)).toEqual([outcome, outcome]);
		},
	);
});

it('every row is settled exactly once, at its own place, whatever the ways and whatever is found', () => {
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
			expect(done.flatMap(({ steps }) => steps).filter(({ pays }) => pays)).toHaveLength(sent.length);
		}),
		{ numRuns: 200 },
	);
});
