import { splitWithoutPhone } from '../../../nodes/IdentityResolution/run/dispatch/splitWithoutPhone';
import type { Outcome } from '../../../nodes/IdentityResolution/run/outcome';
import { businessProfile, people } from '../../support/run/lookups';
import { registryOf } from '../../support/run/registries';

const CACHED: Outcome = {
	is: 'found',
	answer: { found: true, results: {}, metadata: null, at: 0 },
	phone: 'as_requested',
};

const split = (cached: Outcome | undefined, onPhoneTokens: 'withoutPhone' | 'defer') => {
	const { entries } = registryOf(businessProfile, people(2), 'with').dequeue(businessProfile, 1);
	return splitWithoutPhone(entries, { cachedWithoutPhone: () => cached }, onPhoneTokens);
};

describe('splitWithoutPhone', () => {
	it('retries lookups that are worth sending without the phone', () => {
		expect(split(undefined, 'withoutPhone')).toMatchObject({ retried: [{}], settled: [] });
	});

	it('settles lookups with an earlier answer without the phone', () => {
		expect(split(CACHED, 'withoutPhone')).toMatchObject({
			retried: [],
			settled: [{ outcome: { is: 'found', phone: 'omitted' } }],
		});
	});

	it('defers lookups whose rows all want the phone', () => {
		expect(split(undefined, 'defer')).toMatchObject({
			retried: [],
			settled: [{ outcome: { is: 'deferred', stop: { reason: 'insufficient_phone_tokens' } } }],
		});
	});
});
