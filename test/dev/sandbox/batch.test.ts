import { syntheticPeople, slugOf } from '../../../dev/sandbox/people';
import type { SettingsPatch } from '../../../dev/sandbox/settings';
import { FIVE_HOURS, ONE_WEEK } from '../../../dev/sandbox/rules/rollingWindow';
import { part, serviceUnder, SINGLE, urlOf, verdict } from '../../support/asking';

const slugs = syntheticPeople(1, 100).map(slugOf);
const first3 = { linkedin_urls: slugs.slice(0, 3) };

const inputsUnder = (given: SettingsPatch) => {
	const reply = serviceUnder(given).ask(SINGLE, { linkedin_urls: slugs });
	return (part(reply, 'results') as Array<{ input: string }>).map(({ input }) => input);
};

test('shuffled batch has the same rows in another order, the same for the same seed', () => {
	const inputs = inputsUnder({ batchOrder: 'shuffled' });
	expect(inputs).not.toEqual(slugs);
	expect([...inputs].sort()).toEqual([...slugs].sort());
	expect(inputsUnder({ batchOrder: 'shuffled' })).toEqual(inputs);
});

test.each([
	{ name: 'dropped', batchFaults: { dropRows: 1 }, expected: [] },
	{ name: 'duplicated', batchFaults: { duplicateRows: 1 }, expected: slugs.flatMap((slug) => [slug, slug]) },
])('rows of a batch are $name, and charged once each', ({ batchFaults, expected }) => {
	const { ask, service } = serviceUnder({ batchFaults });
	const rows = part(ask(SINGLE, { linkedin_urls: slugs }), 'results') as Array<{ input: string }>;
	expect(rows.map(({ input }) => input)).toEqual(expected);
	expect(service.ledger.summary()).toMatchObject({ tokensCharged: 100, chargedMoreThanOnce: [] });
});

test('unrequested rows are about other people', () => {
	const inputs = inputsUnder({ batchFaults: { unrequestedRows: 1 } });
	expect(inputs).toHaveLength(200);
	// Unrequested rows echo URLs, and the request has slugs.
	const others = inputs.filter((input) => !slugs.includes(input));
	expect(others).toHaveLength(100);
	expect(others.filter((url) => slugs.includes(url.slice(url.lastIndexOf('/') + 1)))).toEqual([]);
});

test('positional batch has no rows but those requested', () => {
	const batchFaults = { duplicateRows: 1, unrequestedRows: 1 };
	const { ask } = serviceUnder({ batchShape: 'positional', batchOrder: 'shuffled', batchFaults });
	const emails = (part(ask(SINGLE, first3), 'results') as Array<{ email: string }>).map(({ email }) => email);
	expect(emails).toEqual(first3.linkedin_urls.map((slug) => `${slug.replaceAll('-', '.')}@example.com`));
});

test('list wins over the single field, and a repeated item is charged twice', () => {
	const { ask, service } = serviceUnder();
	ask(SINGLE, { linkedin_url: 'test-not-found', linkedin_urls: [slugs[0], urlOf(slugs[0])] });
	expect(service.ledger.charges()).toEqual([{ tool: SINGLE, key: `linkedin:${slugs[0]}`, times: 2, tokens: 2 }]);
});

test('batch of misses is not_found, a batch with a hit is ok', () => {
	const status = (...items: string[]) => part(serviceUnder().ask(SINGLE, { linkedin_urls: items }), 'status');
	expect([status('test-not-found'), status('test-not-found', 'test-found')]).toEqual(['not_found', 'ok']);
});

describe('partial batch', () => {
	test('ends when the balance is spent: the covered rows are charged, and an error block says why', () => {
		const { ask, service } = serviceUnder({ account: { tokens: 2 } });
		const reply = ask(SINGLE, first3);
		expect([verdict(reply), part(reply, 'status')]).toEqual(['200 insufficient_tokens', 'ok']);
		expect(part(reply, 'results')).toMatchObject([{ input: slugs[0] }, { input: slugs[1] }]);
		expect(service.settings().account.tokens).toBe(0);
		expect(service.ledger.requests()).toMatchObject([{ code: 'insufficient_tokens', tokens: 2, records: 2 }]);
	});

	test('continues past misses, which cost nothing', () => {
		const { ask } = serviceUnder({ account: { tokens: 1 } });
		const reply = ask(SINGLE, { linkedin_urls: ['test-not-found', slugs[0], 'test-not-found'] });
		expect(part(reply, 'results')).toMatchObject([{ status: 'not_found' }, { status: 'ok' }]);
	});

	test('ends before a test identifier that the balance does not cover', () => {
		const { ask } = serviceUnder();
		const reply = ask(SINGLE, { linkedin_urls: ['test-found', 'test-insufficient-tokens', 'test-found'] });
		expect([verdict(reply), part(reply, 'results')]).toMatchObject(['200 insufficient_tokens', [{ status: 'ok' }]]);
		const refused = ask(SINGLE, { linkedin_urls: ['test-insufficient-tokens', 'test-found'] });
		expect(verdict(refused)).toBe('402 insufficient_tokens');
	});

	test.each([
		{ window: '5h', records: { '5h': 2, '1w': 100 }, wait: FIVE_HOURS / 1000 },
		{ window: '1w', records: { '5h': 100, '1w': 2 }, wait: ONE_WEEK / 1000 },
	])('ends when the $window window has no records left, and reports the wait', ({ records, wait }) => {
		const { ask, service } = serviceUnder({ limits: { enrich: { records } } });
		const reply = ask(SINGLE, first3);
		expect([verdict(reply), reply.headers['retry-after']]).toEqual(['200 fair_use_limit_exceeded', String(wait)]);
		expect(part(reply, 'results')).toHaveLength(2);
		expect(part(reply, 'metadata')).toMatchObject({ retry_after: wait, fair_use: {} });
		expect(service.ledger.summary()).toMatchObject({ tokensCharged: 2, recordsUsed: 2 });
	});
});
