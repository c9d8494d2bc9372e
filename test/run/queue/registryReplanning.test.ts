import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import type { Subscriber } from '../../../nodes/IdentityResolution/run/queue/entry';
import type { Lookup } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { dequeueNext, namesIn, dequeueAll } from '../../support/requests';
import { businessProfile, lookupFor, people, personalEmail } from '../../support/lookups';

const PLANNED: Outcome = { is: 'planned', why: 'A test' };

describe('reconsidering', () => {
	/** One who asks this, and when told to decide anew, that. */
	function turning(registry: LookupRegistry, asks: () => Lookup): Subscriber & { told: Outcome[] } {
		const who = {
			priority: 'fresh' as const,
			told: [] as Outcome[],
			onSettled: (outcome: Outcome) => void who.told.push(outcome),
			onReplan: () => registry.load(asks(), who),
		};
		registry.load(asks(), who);
		return who;
	}

	it('takes back what was not sent, and asks what is asked instead, in the order of asking', () => {
		const registry = new LookupRegistry();
		let tool: Tool = businessProfile;
		const rows = people(3).map((name) => turning(registry, () => lookupFor(tool, name)));
		const sent = dequeueNext(registry, 1)!;
		tool = personalEmail;
		registry.replanUnsent();
		expect(registry.size).toBe(3);
		expect(registry.queued(businessProfile)).toBe(0);
		registry.settle(sent.entries[0], PLANNED);
		expect(dequeueAll(registry, 100).map(namesIn)).toEqual([['person-2', 'person-3']]);
		expect(rows.map(({ told }) => told)).toEqual([[PLANNED], [], []]);
	});

	it('leads on also where all of them turn to another tool, and nothing is under way', () => {
		const registry = new LookupRegistry();
		let tool: Tool = businessProfile;
		for (const name of people(3)) turning(registry, () => lookupFor(tool, name));
		tool = personalEmail;
		registry.replanUnsent();
		expect(dequeueAll(registry, 100).map(namesIn)).toEqual([people(3)]);
	});

	it('leaves everything as it was for those who ask the same again', () => {
		const registry = new LookupRegistry();
		const rows = ['ada-example', 'bob-example', 'ada-example'].map((name) =>
			turning(registry, () => lookupFor(businessProfile, name)),
		);
		registry.replanUnsent();
		const asks = dequeueAll(registry, 1);
		expect(asks.map(({ entries: [entry] }) => [entry.lookup.identifier.key, entry.record.rows])).toEqual([
			['linkedin:ada-example', 2],
			['linkedin:bob-example', 1],
		]);
		expect(registry.size).toBe(2);
		for (const {
			entries: [entry],
		} of asks)
			registry.settle(entry, PLANNED);
		expect(rows.map(({ told }) => told)).toEqual([[PLANNED], [PLANNED], [PLANNED]]);
	});
});
