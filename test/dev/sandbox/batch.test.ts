import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { syntheticPeople, slugOf } from '../../../dev/sandbox/people';
import { FIVE_HOURS, ONE_WEEK } from '../../../dev/sandbox/rules/rollingWindow';
import { part, serviceUnder, SINGLE, verdict } from '../../support/asking';

const slugs = syntheticPeople(1, 100).map(slugOf);

function batchUnder(given: SettingsPatch) {
	const { ask, service } = serviceUnder(given);
	const rows = part(ask(SINGLE, { linkedin_urls: slugs }), 'results') as Array<{ input: string }>;
	expect(service.ledger.summary()).toMatchObject({ tokensCharged: 100, chargedMoreThanOnce: [] });
	return rows.map(({ input }) => input);
}

test('shuffled batch has the same rows in another order, the same for the same seed', () => {
	const inputs = batchUnder({ batchOrder: 'shuffled' });
	expect(inputs).not.toEqual(slugs);
	expect([...inputs].sort()).toEqual([...slugs].sort());
	expect(batchUnder({ batchOrder: 'shuffled' })).toEqual(inputs);
});

test('rows of a batch are dropped, duplicated, or followed by those of other people, and charged once each', () => {
	expect(batchUnder({ batchFaults: { dropRows: 1 } })).toEqual([]);
	expect(batchUnder({ batchFaults: { duplicateRows: 1 } })).toEqual(slugs.flatMap((slug) => [slug, slug]));
	const others = batchUnder({ batchFaults: { unrequestedRows: 1 } }).filter((input) => !slugs.includes(input));
	expect(others).toHaveLength(100);
	// Unrequested rows echo URLs, and the request has slugs.
	expect(others.filter((url) => slugs.includes(url.slice(url.lastIndexOf('/') + 1)))).toEqual([]);
});

test.each([
	{ window: '5h', records: { '5h': 2, '1w': 100 }, wait: FIVE_HOURS / 1000 },
	{ window: '1w', records: { '5h': 100, '1w': 2 }, wait: ONE_WEEK / 1000 },
])('batch ends when the $window window has no records left, and reports the wait', ({ records, wait }) => {
	const { ask, service } = serviceUnder({ limits: { enrich: { records } } });
	const reply = ask(SINGLE, { linkedin_urls: slugs });
	expect([verdict(reply), reply.headers['retry-after']]).toEqual(['200 fair_use_limit_exceeded', String(wait)]);
	expect(part(reply, 'results')).toHaveLength(2);
	expect(part(reply, 'metadata')).toMatchObject({ retry_after: wait, fair_use: {} });
	expect(service.ledger.summary()).toMatchObject({ tokensCharged: 2, recordsUsed: 2 });
});
