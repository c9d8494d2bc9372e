import { splitWithoutPhone } from '../../../nodes/IdentityResolution/run/dispatch/splitWithoutPhone';
import { phoneOnlyLookup, type Lookup } from '../../../nodes/IdentityResolution/run/lookup';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { LookupRegistry } from '../../../nodes/IdentityResolution/run/queue/registry';
import { businessProfile, identify, lookupFor } from '../../support/run/lookups';
import { noSubscriber } from '../../support/run/registries';

const CACHED: Outcome = {
	is: 'found',
	answer: { found: true, results: {}, metadata: null, at: 0 },
	phone: 'as_requested',
};
const WITH_PHONE = lookupFor(businessProfile, 'ada-example', 'with');
const PHONE_ALONE = phoneOnlyLookup(businessProfile, identify(businessProfile, 'ada-example'));

const split = (lookup: Lookup, cached?: Outcome) => {
	const registry = new LookupRegistry();
	registry.load(lookup, noSubscriber);
	return splitWithoutPhone(registry.dequeue(businessProfile, 1).entries, { cachedWithoutPhone: () => cached });
};

describe('splitWithoutPhone', () => {
	it('retries lookups that are worth sending without the phone', () => {
		expect(split(WITH_PHONE)).toMatchObject({ retried: [{}], settled: [] });
	});

	it('settles lookups with an earlier answer without the phone', () => {
		expect(split(WITH_PHONE, CACHED)).toMatchObject({
			retried: [],
			settled: [{ outcome: { is: 'found', phone: 'omitted' } }],
		});
	});

	it('defers lookups whose rows all want the phone alone', () => {
		expect(split(PHONE_ALONE)).toMatchObject({
			retried: [],
			settled: [{ outcome: { is: 'deferred', stop: { reason: 'insufficient_phone_tokens' } } }],
		});
	});
});
