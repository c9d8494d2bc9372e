import fc from 'fast-check';
import { readLinkedin } from '../../../nodes/IdentityResolution/api/identifiers/linkedin';
import { readReply } from '../../../nodes/IdentityResolution/api/readReply';
import { linkedinToBestPersonalEmailUsa as TOOL } from '../../../nodes/IdentityResolution/api/tools/linkedinToBestPersonalEmailUsa';
import { emailOf, personFor, slugOf, syntheticPeople } from '../../../dev/sandbox/people';
import { BATCH_SHAPES, defaultSettings, type SettingsPatch } from '../../../dev/sandbox/settings';
import { FIVE_HOURS, ONE_WEEK } from '../../../dev/sandbox/windows';
import { NOON, part, serviceUnder, SINGLE, urlOf, verdict } from './asking';

const { seed } = defaultSettings();
const slugs = syntheticPeople(seed, 100).map(slugOf);
const first3 = { linkedin_urls: slugs.slice(0, 3) };
const emailOfSlug = (slug: string) => emailOf(personFor(`linkedin:${slug}`, seed));

function identifierOf(slug: string) {
	const reading = readLinkedin(slug);
	if (reading.is !== 'identifier') throw new Error(`${slug} is no identifier`);
	return reading.identifier;
}

/** What the client's reader makes of a batch: the e-mail of each slug that is answered, null for a miss. */
function readBatch(given: SettingsPatch, asked: string[]) {
	const reply = serviceUnder(given).ask(SINGLE, { linkedin_urls: asked.map(urlOf) });
	const identifiers = asked.map(identifierOf);
	const reading = readReply(TOOL, identifiers, { is: 'http', ...reply }, NOON);
	if (reading.is !== 'answers') return { emails: {}, drift: [] as readonly string[] };
	const answers = identifiers.flatMap(({ key }, place) => {
		const answer = reading.answers.get(key);
		return answer ? [[asked[place], part({ body: answer.results }, 'email') ?? null]] : [];
	});
	return { emails: Object.fromEntries(answers) as Record<string, string | null>, drift: reading.drift };
}

describe('the shapes', () => {
	const expected = (slug: string) => {
		const { personalEmails } = personFor(`linkedin:${slug}`, seed);
		return { email: personalEmails[0].email, risk_score: 'A', last_validated_at: expect.anything() as unknown };
	};
	const body = { linkedin_urls: ['test-found', 'test-not-found'] };
	const miss = { email: null, risk_score: null, last_validated_at: null };
	const found = expected('test-found');

	test.each([
		{
			batchShape: 'echo' as const,
			results: [
				{ input: 'test-found', status: 'ok', ...found },
				{ input: 'test-not-found', status: 'not_found', ...miss },
			],
		},
		{
			batchShape: 'nested' as const,
			results: [
				{ input: 'test-found', status: 'ok', results: found },
				{ input: 'test-not-found', status: 'not_found', results: miss },
			],
		},
		{
			batchShape: 'keyed' as const,
			results: { 'test-found': { status: 'ok', ...found }, 'test-not-found': { status: 'not_found', ...miss } },
		},
		{ batchShape: 'positional' as const, results: [found, miss] },
	])('$batchShape', ({ batchShape, results }) => {
		expect(part(serviceUnder({ batchShape }).ask(SINGLE, body), 'results')).toEqual(results);
	});

	test.each(BATCH_SHAPES)(
		'%s: the reader finds the right answer on the right row, hits and misses, in any order',
		(batchShape) => {
			for (const batchOrder of ['asked', 'shuffled'] as const) {
				const { emails, drift } = readBatch({ batchShape, batchOrder, hitRate: 0.5 }, slugs);
				expect(Object.keys(emails)).toEqual(slugs);
				expect(Object.values(emails).filter((email) => email === null).length).toBeGreaterThan(20);
				for (const [slug, email] of Object.entries(emails))
					if (email !== null) expect(email).toBe(emailOfSlug(slug));
				expect(drift).toEqual([]);
			}
		},
	);

	test('a batch of one is a batch', () => {
		expect(part(serviceUnder().ask(SINGLE, { linkedin_urls: ['test-found'] }), 'results')).toHaveLength(1);
	});

	test('the list wins over the single field', () => {
		const { service, ask } = serviceUnder();
		ask(SINGLE, { linkedin_url: 'test-not-found', linkedin_urls: ['test-found'] });
		expect(service.ledger.requests()[0].keys).toEqual(['linkedin:test-found']);
	});

	test('all misses make a miss of the batch', () => {
		expect(part(serviceUnder({ hitRate: 0 }).ask(SINGLE, first3), 'status')).toBe('not_found');
		expect(part(serviceUnder().ask(SINGLE, { linkedin_urls: ['test-not-found', 'test-found'] }), 'status')).toBe(
			'ok',
		);
	});
});

describe('faults of batches', () => {
	test('shuffled rows are the same rows in another order', () => {
		const rows = part(
			serviceUnder({ batchOrder: 'shuffled' }).ask(SINGLE, { linkedin_urls: slugs }),
			'results',
		) as Array<{ input: string }>;
		const inputs = rows.map(({ input }) => input);
		expect(inputs).not.toEqual(slugs);
		expect([...inputs].sort()).toEqual([...slugs].sort());
	});

	test.each([
		{ name: 'left out', batchFaults: { dropRows: 1 }, count: 0 },
		{ name: 'doubled', batchFaults: { duplicateRows: 1 }, count: 200 },
		{ name: 'mixed with strangers', batchFaults: { strangerRows: 1 }, count: 200 },
	])('rows can be $name', ({ batchFaults, count }) => {
		expect(part(serviceUnder({ batchFaults }).ask(SINGLE, { linkedin_urls: slugs }), 'results')).toHaveLength(
			count,
		);
	});

	test('strangers are nobody who was asked', () => {
		const rows = part(
			serviceUnder({ batchFaults: { strangerRows: 1 } }).ask(SINGLE, { linkedin_urls: slugs }),
			'results',
		) as Array<{ input: string }>;
		// Theirs are URLs, and slugs were asked.
		expect(rows.filter(({ input }) => slugs.includes(input.slice(input.lastIndexOf('/') + 1)))).toHaveLength(100);
	});

	test('rows that are left out were charged', () => {
		const { ask, service } = serviceUnder({ batchFaults: { dropRows: 1 } });
		ask(SINGLE, first3);
		expect(service.ledger.summary().tokensCharged).toBe(3);
	});

	test('go wrong in the same way for the same seed', () => {
		const results = () =>
			part(
				serviceUnder({ batchOrder: 'shuffled', batchFaults: { dropRows: 0.3, strangerRows: 0.3 } }).ask(
					SINGLE,
					{ linkedin_urls: slugs },
				),
				'results',
			);
		expect(results()).toEqual(results());
	});

	test('never make the reader give an answer to another row', () => {
		const share = fc.double({ min: 0, max: 1, noNaN: true });
		const settings = fc.record({
			seed: fc.integer({ min: 1, max: 1 }),
			hitRate: share,
			batchShape: fc.constantFrom(...BATCH_SHAPES),
			batchOrder: fc.constantFrom('asked' as const, 'shuffled' as const),
			batchFaults: fc.record({ dropRows: share, duplicateRows: share, strangerRows: share }),
			account: fc.record({ tokens: fc.integer({ min: 0, max: 30 }) }),
		});
		fc.assert(
			fc.property(settings, fc.shuffledSubarray(slugs, { minLength: 2, maxLength: 25 }), (given, asked) => {
				const { emails } = readBatch(given, asked);
				for (const [slug, email] of Object.entries(emails))
					if (email !== null) expect(email).toBe(emailOfSlug(slug));
			}),
			{ seed: 31, numRuns: 300 },
		);
	});
});

describe('a batch that is cut', () => {
	test('by the balance: what it covers is answered and charged, and an error block says why', () => {
		const { ask, service } = serviceUnder({ account: { tokens: 2 } });
		const reply = ask(SINGLE, first3);
		expect([reply.status, part(reply, 'status'), part(reply, 'error', 'code')]).toEqual([
			200,
			'ok',
			'insufficient_tokens',
		]);
		expect(part(reply, 'results')).toMatchObject([{ input: slugs[0] }, { input: slugs[1] }]);
		expect(service.settings().account.tokens).toBe(0);
		expect(service.ledger.requests()[0]).toMatchObject({
			status: 200,
			code: 'insufficient_tokens',
			tokens: 2,
			records: 2,
		});
	});

	test('misses cost nothing, so the balance reaches past them', () => {
		const { ask } = serviceUnder({ account: { tokens: 1 } });
		const reply = ask(SINGLE, { linkedin_urls: ['test-not-found', 'ada-fernsby-7', 'test-not-found'] });
		expect(part(reply, 'results')).toMatchObject([{ status: 'not_found' }, { status: 'ok' }]);
	});

	test('by a balance that covers nothing: refused as a whole', () => {
		expect(verdict(serviceUnder({ account: { tokens: 0 } }).ask(SINGLE, first3))).toBe('402 insufficient_tokens');
	});

	test('by a test identifier: it and what stands after it are left out', () => {
		const { ask } = serviceUnder();
		const reply = ask(SINGLE, { linkedin_urls: ['test-found', 'test-insufficient-tokens', 'test-found'] });
		expect([part(reply, 'results'), part(reply, 'error', 'code')]).toMatchObject([
			[{ status: 'ok' }],
			'insufficient_tokens',
		]);
		expect(verdict(ask(SINGLE, { linkedin_urls: ['test-insufficient-tokens', 'test-found'] }))).toBe(
			'402 insufficient_tokens',
		);
	});

	test.each([
		{ window: '5h', limits: { '5h': 2, '1w': 100 }, wait: FIVE_HOURS / 1000 },
		{ window: '1w', limits: { '5h': 100, '1w': 2 }, wait: ONE_WEEK / 1000 },
	])('by the records of the $window window: the rest is left out, with the wait', ({ limits, wait }) => {
		const { ask, service } = serviceUnder({ limits: { enrich: { records: limits } } });
		const reply = ask(SINGLE, first3);
		expect([reply.status, part(reply, 'error', 'code')]).toEqual([200, 'fair_use_limit_exceeded']);
		expect(part(reply, 'results')).toHaveLength(2);
		expect([reply.headers['retry-after'], part(reply, 'metadata', 'retry_after')]).toEqual([String(wait), wait]);
		expect(part(reply, 'metadata', 'fair_use')).toBeDefined();
		expect(service.ledger.summary()).toMatchObject({ tokensCharged: 2, recordsUsed: 2 });
	});
});

test('a repeated item is answered and charged twice', () => {
	const { ask, service } = serviceUnder();
	expect(part(ask(SINGLE, { linkedin_urls: [slugs[0], urlOf(slugs[0])] }), 'results')).toHaveLength(2);
	expect(service.ledger.summary().chargedMoreThanOnce).toEqual([
		{ tool: SINGLE, key: `linkedin:${slugs[0]}`, times: 2, tokens: 2 },
	]);
});
