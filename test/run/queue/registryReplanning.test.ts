import type { Tool } from '../../../nodes/IdentityResolution/api/tool';
import { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import type { Subscriber } from '../../../nodes/IdentityResolution/run/queue/pendingRequest';
import type { Lookup } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { dequeueAll, dequeueNext, namesIn } from '../../support/run/requests';
import { businessProfile, lookupFor, people, personalEmail } from '../../support/run/lookups';

const PLANNED: Outcome = { is: 'planned', why: 'A test' };

describe('replanUnsent', () => {
	/** A row that chooses its lookup, and chooses again when it replans. */
	function replanningRow(registry: LookupRegistry, choose: () => Lookup): Subscriber & { outcomes: Outcome[] } {
		const row = {
			priority: 'fresh' as const,
			outcomes: [] as Outcome[],
			onSettled: (outcome: Outcome) => void row.outcomes.push(outcome),
			onReplan: () => registry.load(choose(), row),
		};
		registry.load(choose(), row);
		return row;
	}

	it('withdraws unsent lookups, and queues the new choices in order', () => {
		const registry = new LookupRegistry();
		let tool: Tool = businessProfile;
		const rows = people(3).map((name) => replanningRow(registry, () => lookupFor(tool, name)));
		const sent = dequeueNext(registry, 1)!;
		tool = personalEmail;
		registry.replanUnsent();
		expect(registry.size).toBe(3);
		expect(registry.queued(businessProfile)).toBe(0);
		registry.settle(sent.entries[0], PLANNED);
		expect(dequeueAll(registry, 100).map(namesIn)).toEqual([['person-2', 'person-3']]);
		expect(rows.map(({ outcomes }) => outcomes)).toEqual([[PLANNED], [], []]);
	});

	it('queues the new choices even if all rows choose another tool and no request is in flight', () => {
		const registry = new LookupRegistry();
		let tool: Tool = businessProfile;
		for (const name of people(3)) replanningRow(registry, () => lookupFor(tool, name));
		tool = personalEmail;
		registry.replanUnsent();
		expect(dequeueAll(registry, 100).map(namesIn)).toEqual([people(3)]);
	});

	it('changes nothing for rows that choose the same lookup', () => {
		const registry = new LookupRegistry();
		const rows = ['ada-example', 'bob-example', 'ada-example'].map((name) =>
			replanningRow(registry, () => lookupFor(businessProfile, name)),
		);
		registry.replanUnsent();
		const requests = dequeueAll(registry, 1);
		expect(requests.map(({ entries: [entry] }) => [entry.lookup.identifier.key, entry.record.rows])).toEqual([
			['linkedin:ada-example', 2],
			['linkedin:bob-example', 1],
		]);
		expect(registry.size).toBe(2);
		for (const {
			entries: [entry],
		} of requests)
			registry.settle(entry, PLANNED);
		expect(rows.map(({ outcomes }) => outcomes)).toEqual([[PLANNED], [PLANNED], [PLANNED]]);
	});
});
