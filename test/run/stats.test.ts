import { type Reading, readUsage } from '../../nodes/IdentityResolution/api/replies/reading';
import { getAccount } from '../../nodes/IdentityResolution/api/account/account';
import type { RequestCost } from '../../nodes/IdentityResolution/run/budget/tokenBudget';
import { addReading, newStats } from '../../nodes/IdentityResolution/run/stats';
import { businessProfile, personalEmail } from '../support/run/lookups';

const answers = (found: boolean[], drift: string[] = []): Reading => ({
	is: 'answers',
	answers: new Map(found.map((one, place) => [`person-${place}`, { found: one, results: {}, metadata: {}, at: 0 }])),
	matching: 'per_row',
	unanswered: ['person-left-open'],
	partialError: null,
	usage: readUsage(null),
	drift,
});

const refusal: Reading = {
	is: 'refusal',
	refusal: { reason: 'lost', httpStatus: 200, code: null, message: null, retryAfter: null },
	usage: readUsage(null),
};

const costWith = (set: Partial<RequestCost> = {}): RequestCost => ({
	hits: 0,
	phones: 0,
	unconfirmed: 0,
	charged: null,
	...set,
});

const UNPRICED = { tokens: 1, basis: 'assumed' } as const;

describe('the statistics of a run', () => {
	it('start at 0, with nothing estimated', () => {
		expect(newStats()).toEqual({
			lookups: 0,
			requests: 0,
			answered: 0,
			tokens: 0,
			tokensAre: 'reported',
			unconfirmed: 0,
			renamedTools: new Map(),
			drift: new Map(),
		});
	});

	it('count hits and misses as answered', () => {
		const stats = newStats();
		addReading(stats, personalEmail, answers([true, false]), costWith({ hits: 1 }), UNPRICED);
		addReading(stats, personalEmail, answers([false]), costWith(), UNPRICED);
		addReading(stats, personalEmail, refusal, costWith({ unconfirmed: 3 }), UNPRICED);
		addReading(stats, getAccount, answers([true]), costWith({ hits: 1 }), UNPRICED);
		expect(stats.answered).toBe(4);
	});

	it.each([
		[
			'what a reply reports, whatever its hits',
			answers([true, true]),
			costWith({ hits: 2, charged: 7 }),
			7,
			'reported',
		],
		[
			'nothing where a reply reports that, whatever its hits',
			answers([true, true]),
			costWith({ hits: 2, charged: 0 }),
			0,
			'reported',
		],
		[
			'one for each hit where it reports nothing, as an estimate',
			answers([true, false, true]),
			costWith({ hits: 2 }),
			2,
			'estimated',
		],
		[
			'nothing for misses, which is no estimate: misses cost nothing',
			answers([false, false]),
			costWith(),
			0,
			'reported',
		],
		[
			'what a reply reports even where nothing else in it can be read',
			refusal,
			costWith({ charged: 3, unconfirmed: 1 }),
			3,
			'reported',
		],
		['nothing for a refusal', refusal, costWith({ unconfirmed: 3 }), 0, 'reported'],
	] as const)('count as tokens %s', (_says, reading, cost, tokens, tokensAre) => {
		const stats = newStats();
		addReading(stats, businessProfile, reading, cost, UNPRICED);
		expect(stats).toMatchObject({ tokens, tokensAre });
	});

	it('are those that the account lists for a reply that reports none', () => {
		const stats = newStats();
		addReading(stats, personalEmail, answers([true]), costWith({ hits: 2 }), { tokens: 3, basis: 'listed' });
		expect(stats).toMatchObject({ tokens: 6, tokensAre: 'reported' });
		addReading(stats, personalEmail, answers([true]), costWith({ hits: 1, charged: 4 }), {
			tokens: 3,
			basis: 'listed',
		});
		expect(stats.tokens).toBe(10);
	});

	it('remain an estimate once one reply was estimated', () => {
		const stats = newStats();
		addReading(stats, businessProfile, answers([true]), costWith({ hits: 1 }), UNPRICED);
		addReading(stats, businessProfile, answers([true]), costWith({ hits: 1, charged: 3 }), UNPRICED);
		expect(stats).toMatchObject({ tokens: 4, tokensAre: 'estimated' });
	});

	it('count no token for a free tool', () => {
		const stats = newStats();
		addReading(stats, getAccount, answers([true]), costWith({ hits: 1 }), UNPRICED);
		expect(stats).toMatchObject({ tokens: 0, tokensAre: 'reported' });
	});

	it('count possible charges without an answer, but not for a free tool', () => {
		const stats = newStats();
		addReading(stats, personalEmail, answers([true]), costWith({ hits: 1, unconfirmed: 2 }), UNPRICED);
		addReading(stats, personalEmail, refusal, costWith({ unconfirmed: 3 }), UNPRICED);
		addReading(stats, getAccount, refusal, costWith({ unconfirmed: 1 }), UNPRICED);
		expect(stats.unconfirmed).toBe(5);
	});

	it('count each departure from the contract, also of a free tool', () => {
		const stats = newStats();
		addReading(
			stats,
			personalEmail,
			answers([true], ['status is "odd"', 'another']),
			costWith({ hits: 1 }),
			UNPRICED,
		);
		addReading(stats, getAccount, answers([true], ['status is "odd"']), costWith({ hits: 1 }), UNPRICED);
		expect([...stats.drift]).toEqual([
			['status is "odd"', 2],
			['another', 1],
		]);
	});
});
